package cli

import (
	"slices"
	"strings"

	"mc/explorer"
)

// flags are the options of the engine as the command line calls them.
var flags = map[string]string{
	"Workers": "--workers", "MaxDepth": "--max-depth", "Timeout": "--timeout", "Search": "--search", "Store": "--store",
	"Dir": "--dir", "Resume": "--resume", "Checkpoint": "--checkpoint",
}

// refusal words the first of the problems that the engine has with options.
func refusal(problems []*explorer.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	p := problems[0]
	flag, with := flags[p.Option], flags[p.With]
	switch {
	case with != "":
		return usage("%s %s %s; drop %s, or use %s %s", with, p.WithValue, p.Why, flag, with,
			strings.Join(p.WithWorks, " or "))
	case p.Needs != "":
		return usage("%s %s; give that with %s", flag, p.Why, flags[p.Needs])
	case p.Works != nil:
		return usage("%s %s: it must be one of %s", flag, p.Value, strings.Join(p.Works, ", "))
	}
	return usage("%s %s, got %s", flag, p.Why, p.Value)
}

// oneOf refuses a flag's value that is not among the known ones; none is
// fine.
func oneOf(flag, value string, known ...string) error {
	if value == "" || slices.Contains(known, value) {
		return nil
	}
	return usage("%s %s: it must be one of %s", flag, value, strings.Join(known, ", "))
}

// storeHelp and searchHelp describe what there is, the default first.
func storeHelp(stores []explorer.Store) string {
	lines := make([]string, len(stores))
	for i, s := range stores {
		lines[i] = s.Name + " (" + s.Doc + ")"
	}
	return strings.Join(lines, ", ") + "; " + stores[0].Name + " is the default"
}

func searchHelp(searches []explorer.Search) string {
	var lines, shortest []string
	for _, s := range searches {
		lines = append(lines, s.Name+" ("+s.Doc+")")
		if s.Shortest {
			shortest = append(shortest, s.Name)
		}
	}
	return strings.Join(lines, ", ") + "; " + searches[0].Name +
		" is the default, and only " + strings.Join(shortest, " and ") + " promises a shortest trace"
}
