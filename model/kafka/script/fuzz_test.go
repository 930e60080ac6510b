package script

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mc/model/kafka"
	"mc/model/schedule"
)

// form writes a command as one of the forms that a spec has for it: a bare word
// or an empty mapping, a mapping with a null, a word, a list, and each of these
// under a key.
func form(kind uint8, name, key, value string) schedule.Command {
	c := schedule.Command{Name: name}
	switch kind % 7 {
	case 1:
		c.Args = []schedule.Arg{{Key: key}}
	case 2:
		c.Args = []schedule.Arg{{Values: []string{value}}}
	case 3:
		c.Args = []schedule.Arg{{Values: []string{value, "b2"}}}
	case 4:
		c.Args = []schedule.Arg{{Key: key, Values: []string{value}}}
	case 5:
		c.Args = []schedule.Arg{{Key: key, Values: []string{value, "b1"}}}
	case 6:
		return schedule.Line(name + " " + value)
	}
	return c
}

// FuzzScript holds that no command in any form, and nothing that is expected of
// it, ends in a panic or in an error of the program: it is refused before it
// runs, or carried out, or fails with its step.
func FuzzScript(f *testing.F) {
	for _, c := range Language().Commands {
		find, _ := find(c.Name)
		keys := append(find.keys(), "")
		for kind := range uint8(7) {
			for _, value := range []string{"b1", "2", "all", ""} {
				f.Add(kind, c.Name, keys[0], value, "hw", "b1")
				f.Add(kind, c.Name, keys[len(keys)/2], value, "error", "")
			}
		}
	}
	for _, s := range Language().Sights {
		f.Add(uint8(0), "look", "", "", s.Name, "b1")
		f.Add(uint8(0), "look", "", "", s.Name, "")
	}
	for word := range rulewords() {
		f.Add(uint8(6), word, "", "b1 b2", "leo", "b2")
	}
	generations := kafka.Generations
	f.Fuzz(func(t *testing.T, kind uint8, name, key, value, sight, of string) {
		sc := steps("produce values=x", "fetch b2")
		last := schedule.Step{Command: form(kind, name, key, value)}
		if sight != "" {
			last.Expect = []schedule.Want{{Key: sight, Of: of, Values: []string{value}}}
		}
		sc.Steps = append(sc.Steps, last, schedule.Step{Command: schedule.Line("settle")})
		if kind%2 == 1 {
			sc.Clock = map[string]time.Duration{}
		}
		set := Defaults(sc)
		if len(Validate(sc)) > 0 {
			return
		}
		set["generation"], set["replicas"], set["min_insync_replicas"] = generations[int(kind)%len(generations)].Name, "2", "1"
		m, values, err := kafka.Template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		played, err := Play(m, values, sc)
		if err != nil {
			t.Fatal(err)
		}
		// What is told before is what playing would fail for, but for a flag that is
		// neither yes nor no, which playing takes for no.
		told := slices.DeleteFunc(Fits(m, values, sc), func(p schedule.Problem) bool {
			return strings.Contains(p.Message, "must be yes or no")
		})
		switch f := played.Failure; {
		case f == nil && len(told) > 0:
			t.Fatalf("%s plays, and is called a mistake: %v", last.Command, told)
		case f != nil && strings.Contains(f.Reason, "is no broker") && len(told) == 0 && sight != "refused":
			t.Fatalf("%s fails (%s), and was not told before", last.Command, f.Reason)
		}
	})
}
