package script

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// Validate complains of times of the clock, commands, arguments and sights that do not exist.
func Validate(sc schedule.Script) (problems []schedule.Problem) {
	complain := func(step int, format string, args ...any) {
		problems = append(problems, schedule.Problem{Step: step + 1, Message: fmt.Sprintf(format, args...)})
	}
	for _, key := range slices.Sorted(maps.Keys(sc.Clock)) {
		if why := unknownTime(key); why != "" {
			problems = append(problems, schedule.Problem{Time: key, Message: why})
		}
	}
	names := sightNames()
	for i, step := range sc.Steps {
		c, ok := find(step.Command.Name)
		if !ok {
			complain(i, "there is no command %q%s", step.Command.Name, model.DidYouMean(step.Command.Name, commandNames()))
		} else if _, err := c.read(step.Command); err != nil {
			complain(i, "%v", err)
		}
		for _, w := range step.Expect {
			if !slices.Contains(names, w.Key) {
				complain(i, "expect: nothing is called %q%s", w.Key, model.DidYouMean(w.Key, names))
			}
		}
	}
	return problems
}

// Defaults are the bounds that a script needs, so that it need not set them:
// as many records, kills and so on as it has commands for them, and whatever
// its clock may bring.
func Defaults(sc schedule.Script) map[string]string {
	if !slices.ContainsFunc(sc.Steps, ownCommand) {
		return map[string]string{} // a trace as a script: its set says everything
	}
	n := needs(sc)
	if sc.Clock != nil {
		n["fences"], n["unfences"] = unbounded, unbounded
		n["produce_timeouts"] = unbounded
		if sc.Clock["checkpoint"] > 0 {
			n["checkpoints"] = unbounded
		}
	}
	ofStart(sc.Init, n)
	n["fetch_records"] = max(n["records"], 1)
	out := map[string]string{"acks": "any", "track_acks": "with-hw", "reply_hw": "after",
		"max_leader_epoch": strconv.Itoa(kafka.MaxLeaderEpoch), "lag_timeouts": strconv.Itoa(kafka.Unbounded)}
	for key, count := range n {
		out[key] = strconv.Itoa(min(count, limits[key]))
	}
	if n["acks_of_their_own"] > 0 {
		out["track_acks"] = "separate"
	}
	if n["early"] > 0 {
		out["reply_hw"] = "either"
	}
	if n["polls"] > 0 {
		out["reader"] = "on"
	}
	delete(out, "polls")
	if slices.ContainsFunc(sc.Steps, isProcess) {
		out["reassignment"] = "process"
	}
	delete(out, "acks_of_their_own")
	delete(out, "early")
	return out
}

// ownCommand reports a command of the language rather than an action of the
// model by its name.
func ownCommand(step schedule.Step) bool {
	return step.Command.Name != "do" && step.Command.Name != "look"
}

const unbounded = 15

var limits = map[string]int{"records": kafka.Capacity, "fetch_records": kafka.Capacity, "kills": unbounded, "lossy_crashes": unbounded,
	"clean_stops": unbounded, "fences": unbounded, "unfences": unbounded, "elections": unbounded, "min_isr_changes": unbounded,
	"checkpoints": unbounded, "flushes": unbounded, "lost_answers": unbounded, "reads": unbounded, "produce_timeouts": unbounded,
	"reassignments": kafka.MaxBrokers, "cancels": kafka.MaxBrokers, "fetcher_failures": unbounded, "controller_errors": unbounded,
	"early_checkpoints": unbounded, "loading_crashes": unbounded, "dir_failures": unbounded, "half_appends": unbounded,
	"controller_failovers": unbounded, "deletes": unbounded, "retentions": unbounded, "copies": 2,
	"retries": unbounded, "markers": unbounded, "acks_of_their_own": 1, "early": 1, "polls": 1}

// budgets are the commands that a budget bounds.
var budgets = map[string]string{"kill": "kills", "crash": "lossy_crashes", "shut-down": "clean_stops", "fence": "fences",
	"fence-together": "fences", "unfence": "unfences", "elect": "elections", "min-isr": "min_isr_changes", "checkpoint": "checkpoints",
	"flush": "flushes", "retry": "retries", "end-transaction": "markers", "write-marker": "markers", "abort-hanging": "markers",
	"poll": "polls", "lose-answer": "lost_answers", "read": "reads", "latest": "reads", "timeout": "produce_timeouts",
	"reassign": "reassignments", "cancel-reassignment": "cancels", "ack": "acks_of_their_own", "ack-check": "acks_of_their_own", "lossy-crash": "lossy_crashes",
	"partial-crash": "lossy_crashes", "partition-fails": "fetcher_failures", "other-fails": "fetcher_failures", "other-leaves": "fetcher_failures",
	"checkpoint-early": "early_checkpoints", "loading-crash": "loading_crashes", "load-fails": "dir_failures",
	"dir-fails": "dir_failures", "half-append": "half_appends",
	"delete-records": "deletes", "retain": "retentions", "checkpoint-start": "checkpoints",
	"copy": "copies", "retain-local": "retentions", "retain-remote": "retentions",
	"shrink-unheard": "lost_answers", "depose": "controller_failovers",
	"retriable-error": "controller_errors", "change-min-isr": "min_isr_changes", "list-latest": "reads", "produce-timeout": "produce_timeouts"}

// seldom are the budgets that only scripts with a command for them speak of.
var seldom = []string{"reassignments", "cancels", "fetcher_failures", "controller_errors", "retries", "markers",
	"early_checkpoints", "loading_crashes", "dir_failures", "half_appends", "controller_failovers", "deletes", "retentions", "copies"}

// isProcess reports a command that only a reassignment as a process has.
func isProcess(step schedule.Step) bool {
	switch c := step.Command; c.Name {
	case "reassign":
		return slices.ContainsFunc(c.Args, func(a schedule.Arg) bool { return a.Key == "add" || a.Key == "to" })
	case "complete-reassignment", "cancel-reassignment", "stop-replica", "other-leaves", "other-stopped":
		return true
	}
	return false
}

// needs counts what the script does.
func needs(sc schedule.Script) map[string]int {
	n := map[string]int{}
	for key := range limits {
		if !slices.Contains(seldom, key) {
			n[key] = 0
		}
	}
	for _, step := range sc.Steps {
		command := meant(step.Command)
		c, ok := find(command.Name)
		if !ok {
			continue
		}
		a, err := c.read(command)
		if err != nil {
			continue
		}
		if budget, ok := budgets[c.name]; ok {
			n[budget] += many(c, a)
		}
		if c.name == "half-append" {
			n["records"]++
		}
		if c.name == "produce" {
			count, _ := a.number("count", max(1, len(spread(a["values"]))))
			n["records"] += count
		}
		if a.on("early") {
			n["early"]++
		}
	}
	return n
}

// meant is the command that an action by its own name comes to: both need the same.
func meant(c schedule.Command) schedule.Command {
	if c.Name != "do" {
		return c
	}
	var words []string
	for _, a := range c.Args {
		words = append(words, a.Values...)
	}
	rule, args, _ := strings.Cut(strings.Join(words, " "), " ")
	return schedule.Line(hyphened(rule) + " " + args)
}

// ofStart adds what the start of a script needs: room for its records, and budgets that
// keep what is given.
func ofStart(given []model.Given, n map[string]int) {
	var names []string
	ends := map[string]int{}
	for _, at := range given {
		switch list := spread(words(at.Values)); at.Key {
		case "log":
			names = append(names, list...)
			ends[at.Of] += len(list)
		case "log_start":
			start, _ := args{at.Key: at.Values}.number(at.Key, 0)
			ends[at.Of] += max(start, 0)
		}
		for _, budget := range keptBy[at.Key] {
			n[budget] = max(n[budget], 1)
		}
		switch values := words(at.Values); {
		case at.Key == "role" && slices.Contains(values, "down"):
			n["kills"]++
		case at.Key == "fenced":
			n["fences"] += len(values)
		case at.Key == "stopping":
			n["clean_stops"] += len(values)
		case at.Key == "clean":
			n["clean_stops"]++
		}
	}
	slices.Sort(names)
	last := len(slices.Compact(names))
	for _, name := range names {
		if own, is := ownName(name); is {
			last = max(last, own)
		}
	}
	for _, end := range ends {
		last = max(last, end)
	}
	n["records"] += last
}

// keptBy are the budgets without which a run does not keep what is given.
var keptBy = map[string][]string{"checkpoint": {"checkpoints"}, "flushed": {"lossy_crashes", "flushes"}, "consumed": {"reads"}, "log_start": {"retentions"},
	"min_isr": {"min_isr_changes"}, "fetcher": {"fetcher_failures"}}

// many is how often the command does what it does: once for every broker.
func many(c *command, a args) int {
	if c.name == "fence-together" {
		return 2
	}
	keys := c.keys()
	if len(keys) == 0 {
		return 1
	}
	list := a[keys[0]]
	if strings.Join(list, "") == "all" {
		return kafka.MaxBrokers
	}
	return max(1, len(list))
}
