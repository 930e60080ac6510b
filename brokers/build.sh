#!/usr/bin/env bash
# build.sh VERSION: makes the harness of Kafka's classes of a release (4.0.0 to 4.4.0) ready to run.
# Needs a JDK of 17 or later and Maven 3, which asks for the jars once. Everything goes into
# ${XDG_CACHE_HOME:-~/.cache}/mc-brokers/VERSION; the last line of the output is that folder.
set -euo pipefail
version=${1:?"usage: bash brokers/build.sh VERSION, for example 4.4.0"}
here=$(cd "$(dirname "$0")" && pwd)/java
out=${XDG_CACHE_HOME:-$HOME/.cache}/mc-brokers/$version
mkdir -p "$out"

if [[ ! -s $out/classpath ]]; then
	echo "asking Maven for Kafka $version" >&2
	mvn -q -B -f "$here/pom.xml" "-Dkafka.version=$version" dependency:build-classpath \
		"-Dmdep.outputFile=$out/classpath.new" >&2
	mv "$out/classpath.new" "$out/classpath"
fi

# at_most A B: release A is B or one before it.
at_most() { [[ $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }

# A class of releases/V holds from V on, until a later folder has it again.
rm -rf "$out/sources" "$out/classes.new"
mkdir -p "$out/sources" "$out/classes.new"
cp -R "$here/src/." "$out/sources"
for folder in $(find "$here/releases" -mindepth 1 -maxdepth 1 -type d | sort -V); do
	if at_most "$(basename "$folder")" "$version"; then cp -R "$folder/." "$out/sources"; fi
done

# The sources name classes as the newest release does; moved.txt says where they were before.
release=${version%.*}
while read -r last new old; do
	[[ -z $last || $last == '#' ]] && continue
	if at_most "$release" "$last"; then
		find "$out/sources" -name '*.java' -exec sed -i "s/^import ${new//./\\.}\b/import $old/" {} +
	fi
done <"$here/moved.txt"

find "$out/sources" -name '*.java' >"$out/files"
javac -nowarn --release 17 -cp "$(<"$out/classpath")" -d "$out/classes.new" "@$out/files" 2>&1 |
	{ grep -v '^Note:' || true; } >&2
[[ -f $out/classes.new/mc/brokers/Main.class ]]
rm -rf "$out/classes"
mv "$out/classes.new" "$out/classes"
echo "$out"
