#!/usr/bin/env bash
# Has the tasks of a run done by Slurm, an array of jobs a round:
#   OPTIONS='--cpus-per-task=2 --mem=5G' bash drive.sh RUN --task-workers 2 --task-memory 4GiB [flags of mc shard next]
# --cpus-per-task = --task-workers, --mem = --task-memory and a fifth more. All nodes see RUN, and the
# file RUN.tasks beside it, under one path. If this is killed, the same command goes on.
set -uo pipefail
run=$1 before='' rounds=0
export TASKS=$run.tasks
shift
while tasks=$(mc shard next --run "$run" "$@") || exit; [[ -n $tasks ]]; do
	[[ $tasks == "$before" ]] || rounds=0
	before=$tasks
	if ((++rounds > 5)); then printf 'mc: five rounds did none of:\n%s\n' "$tasks" >&2; exit 1; fi
	printf '%s\n' "$tasks" | head -n 1000 >"$TASKS.new" && mv "$TASKS.new" "$TASKS" # 1001 is Slurm's MaxArraySize
	# shellcheck disable=SC2086,SC2016 # options are words; the line is read where the job runs
	sbatch --wait --array="1-$(wc -l <"$TASKS" | tr -d ' ')" ${OPTIONS:-} \
		--wrap 'sh -c "$(sed -n "${SLURM_ARRAY_TASK_ID}p" "$TASKS")"'
done
