#!/usr/bin/env bash
# Has the tasks of a run done by Kubernetes, an indexed Job a round:
#   IMAGE=mc:1 CLAIM=runs CPU=2 MEMORY=5Gi bash drive.sh /runs/1 --task-workers 2 --task-memory 4GiB [more of mc shard next]
# It runs where the ReadWriteMany volume of CLAIM is mounted as in the pods, at the directory that RUN is
# in (a pod of IMAGE). IMAGE has sh, sed and mc, built with CGO_ENABLED=0. CPU = --task-workers; MEMORY =
# --task-memory and a fifth more. If this is killed, the same command goes on.
set -uo pipefail
: "${IMAGE:?}" "${CLAIM:?}"
run=$1 before='' rounds=0 tasks=$1.tasks
shift
yaml() { printf "'%s'" "${1//\'/\'\'}"; }
while lines=$(mc shard next --run "$run" "$@") || exit; [[ -n $lines ]]; do
	[[ $lines == "$before" ]] || rounds=0
	before=$lines
	if ((++rounds > 5)); then printf 'mc: five rounds did none of:\n%s\n' "$lines" >&2; exit 1; fi
	printf '%s\n' "$lines" >"$tasks.new" && mv "$tasks.new" "$tasks"
	job=$(kubectl create -o name -f - <<-JOB
		{apiVersion: batch/v1, kind: Job, metadata: {generateName: mc-}, spec: {
		  completionMode: Indexed, completions: $(wc -l <"$tasks"), parallelism: ${JOBS:-100},
		  backoffLimitPerIndex: 3, ttlSecondsAfterFinished: 3600, template: {spec: {restartPolicy: Never,
		  volumes: [{name: runs, persistentVolumeClaim: {claimName: $(yaml "$CLAIM")}}],
		  containers: [{name: mc, image: $(yaml "$IMAGE"), env: [{name: TASKS, value: $(yaml "$tasks")}],
		    volumeMounts: [{name: runs, mountPath: $(yaml "$(dirname "$run")")}],
		    resources: {requests: {cpu: $(yaml "${CPU:-1}")}, limits: {memory: $(yaml "${MEMORY:-3Gi}")}},
		    command: [sh, -c, 'sh -c "\$(sed -n "\$((JOB_COMPLETION_INDEX + 1))p" "\$TASKS")"']}]}}}}
		JOB
	)
	while is=$(kubectl get "$job" -o 'jsonpath={.status.conditions[*].type}') && ! grep -Eqw 'Complete|Failed' <<<"$is"; do
		sleep 2
	done
done
