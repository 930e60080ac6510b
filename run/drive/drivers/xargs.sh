#!/usr/bin/env bash
# Has the tasks of a run done on this machine, JOBS at once:
#   JOBS=4 bash drive.sh RUN [flags of mc shard next]
# JOBS times --task-workers is at most the processors, JOBS times --task-memory at most the memory.
# If it is killed, the same command goes on; tasks still at work do no harm.
set -uo pipefail
run=$1 before='' rounds=0
shift
while tasks=$(mc shard next --run "$run" "$@") || exit; [[ -n $tasks ]]; do
	[[ $tasks == "$before" ]] || rounds=0
	before=$tasks
	if ((++rounds > 5)); then printf 'mc: five rounds did none of:\n%s\n' "$tasks" >&2; exit 1; fi
	# The inner sh keeps a task that is killed from ending xargs.
	printf '%s\n' "$tasks" | tr '\n' '\0' | xargs -0 -n 1 -P "${JOBS:-2}" sh -c 'sh -c "$1" || false' sh
done
