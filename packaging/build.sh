#!/usr/bin/env bash
# Builds what is released: packaging/build.sh DIR [OS/ARCH ...]
#
# For each system an archive in DIR with the program, its licence texts, its manual
# page and its completion for shells; and SHA256SUMS. Needs Go, git and GNU tar. The
# same commit gives the same bytes with the same Go, wherever and however often it is
# built: no path, no time and no user is in them but the time of the commit.
set -euo pipefail

out=${1:?packaging/build.sh DIR [OS/ARCH ...]}
shift
systems=("$@")
if [ ${#systems[@]} -eq 0 ]; then
	systems=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64)
fi
most=22020096 # 21 MiB: bytes that a program may have, with everything in it
cd "$(dirname "$0")/.."
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

when=$(git log -1 --format=%ct)
export CGO_ENABLED=0 SOURCE_DATE_EPOCH=$when TZ=UTC LC_ALL=C

# What is the same for all: made by the program itself, on this machine.
env -u GOOS -u GOARCH go build -buildvcs=true -trimpath -o "$work/mc" ./cmd/mc
version=$("$work/mc" --version)
version=${version#mc }
mkdir -p "$work/common/completion"
"$work/mc" man >"$work/common/mc.1"
for shell in bash zsh fish; do "$work/mc" completion "$shell" >"$work/common/completion/mc.$shell"; done
"$work/mc" licenses --text >"$work/common/LICENSES"
cp README.md CHANGELOG.md "$work/common/"

for system in "${systems[@]}"; do
	os=${system%/*} arch=${system#*/} program=mc
	if [ "$os" = windows ]; then program=mc.exe; fi
	name=mc-$version-$os-$arch
	cp -r "$work/common" "$work/$name"
	GOOS=$os GOARCH=$arch go build -buildvcs=true -trimpath -tags nethttpomithttp2 -pgo=packaging/release.pgo \
		-ldflags='-s -w -buildid=' -o "$work/$name/$program" ./cmd/mc
	size=$(stat -c %s "$work/$name/$program")
	printf '%s  %s bytes of program\n' "$name.tar.gz" "$size"
	if ((size > most)); then
		printf '%s/%s: the program has %s bytes, and %s at most are promised; docs/decisions.md says what fills it\n' \
			"$os" "$arch" "$size" "$most" >&2
		exit 1
	fi
	tar --sort=name --mtime="@$when" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
		-C "$work" -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
done
(cd "$out" && sha256sum ./*.tar.gz >SHA256SUMS)
