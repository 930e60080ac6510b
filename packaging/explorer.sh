#!/usr/bin/env bash
# The explorer as static files: packaging/explorer.sh DIR [PACKAGE]
#
# DIR/site is a directory for any web server, DIR/explorer.html the same in one file that
# opens from disk. PACKAGE is a program built on run.Main, mc itself if none is named. The
# engine and the loader come from the same Go.
set -euo pipefail

out=${1:?packaging/explorer.sh DIR [PACKAGE]}
package=${2:-./cmd/mc}
most=10485760 # 10 MiB: bytes that the one file may have
cd "$(dirname "$0")/.."
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w -buildid=' -o "$work/mc.wasm" "$package"
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$work/"
env -u GOOS -u GOARCH go build -trimpath -o "$work/mc" "$package"
"$work/mc" explore -o "$out/site" --engine "$work/mc.wasm"
"$work/mc" explore -o "$out/explorer.html" --engine "$work/mc.wasm"
size=$(stat -c %s "$out/explorer.html")
printf 'explorer.html  %s bytes, the engine %s\n' "$size" "$(stat -c %s "$work/mc.wasm")"
if ((size > most)); then
	printf 'explorer.html has %s bytes, and %s at most are promised\n' "$size" "$most" >&2
	exit 1
fi
