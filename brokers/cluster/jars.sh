#!/usr/bin/env bash
# jars.sh VERSION: has Maven fetch what a broker of that release of Kafka needs, once, and prints the class path.
# It is kept in ${XDG_CACHE_HOME:-~/.cache}/mc-brokers/VERSION/cluster-classpath, outside the checkout.
set -euo pipefail
version=${1:?"usage: bash jars.sh VERSION, for example 4.4.0"}
here=$(cd "$(dirname "$0")" && pwd)
kept=${XDG_CACHE_HOME:-$HOME/.cache}/mc-brokers/$version/cluster-classpath
if [[ ! -s $kept ]]; then
	mkdir -p "$(dirname "$kept")"
	mvn -q -B -f "$here/pom.xml" "-Dkafka.version=$version" dependency:build-classpath "-Dmdep.outputFile=$kept.new" >&2
	mv "$kept.new" "$kept"
fi
cat "$kept"
