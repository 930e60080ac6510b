# Has the tasks of a run done on this machine, as many at once as -j says:
#   make -f drive.mk -j 4 RUN=/shared/run [NEXT='flags of mc shard next']
# -j times --task-workers is at most the processors, -j times --task-memory at most the memory.
# If it is killed, the same command goes on. Where mc shard next fails make ends with 2, as it
# always does, and tells the code as "Error N".
SHELL := bash
export RUN
.PHONY: all
all:
	@tasks=$$(mktemp) before='' rounds=0; trap 'rm -f "$$tasks"' EXIT; \
	while now=$$(mc shard next --run "$$RUN" $(NEXT)) || exit; [[ -n $$now ]]; do \
		[[ $$now == "$$before" ]] || rounds=0; before=$$now; \
		if ((++rounds > 5)); then printf 'mc: five rounds did none of:\n%s\n' "$$now" >&2; exit 1; fi; \
		printf '%s\n' "$$now" >"$$tasks"; \
		TASKS=$$tasks $(MAKE) -s -k -f $(firstword $(MAKEFILE_LIST)) $$(seq -f task-%.0f $$(wc -l <"$$tasks")) || true; \
	done
task-%:
	@line=$$(sed -n '$*p' "$$TASKS") && sh -c "$$line"
