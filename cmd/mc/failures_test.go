package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/model"
	"mc/run/specfile"
	"mc/run/verdict"
)

const (
	failuresChapter = "../../docs/03-failures.md"
	failures        = 40 // public failures, R01 to R40
)

// failure is a public failure with its specs: pairs of a broken and a fixed
// form, and others beside them (half a remedy, a control).
type failure struct {
	id    string // "R05"
	specs []*specfile.Spec
}

// form is the last word of a spec's name.
func form(s *specfile.Spec) string { return s.Name[strings.LastIndexByte(s.Name, '-')+1:] }

// stem is a spec's name without its form.
func stem(s *specfile.Spec) string { return strings.TrimSuffix(s.Name, "-"+form(s)) }

// sibling is the spec of the same stem in another form.
func (f failure) sibling(s *specfile.Spec, other string) *specfile.Spec {
	for _, x := range f.specs {
		if x.Name == stem(s)+"-"+other {
			return x
		}
	}
	return nil
}

// allFailures reads the specs in specs/bugs.
func allFailures(t *testing.T) []failure {
	t.Helper()
	list := make([]failure, failures)
	for i := range list {
		list[i].id = fmt.Sprintf("R%02d", i+1)
	}
	for _, s := range specsIn(t, "bugs") {
		i := slices.IndexFunc(list, func(f failure) bool { return strings.HasPrefix(s.Name, strings.ToLower(f.id)+"-") })
		if i < 0 {
			t.Fatalf("%s: the name begins with no case, as in r05-", s.File())
		}
		list[i].specs = append(list[i].specs, s)
	}
	return list
}

// specsIn reads the specs of a directory.
func specsIn(t *testing.T, dir string) (list []*specfile.Spec) {
	t.Helper()
	for _, file := range shippedSpecs.Paths() {
		if path.Dir(file) != dir {
			continue
		}
		data, err := shippedSpecs.Data(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := specfile.Parse(file, data)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestEveryFailureHasSpecs holds that each of the forty has a pair of specs or
// a line in the warts that says why not, and that the specs say what a reader
// needs.
func TestEveryFailureHasSpecs(t *testing.T) {
	warts, err := os.ReadFile("../../docs/warts.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range allFailures(t) {
		if !slices.ContainsFunc(f.specs, func(s *specfile.Spec) bool { return form(s) == "broken" }) && !bytes.Contains(warts, []byte(f.id)) {
			t.Errorf("%s has no spec, and docs/warts.md does not say why", f.id)
		}
		for _, s := range f.specs {
			complete(t, f, s)
		}
	}
}

func complete(t *testing.T, f failure, s *specfile.Spec) {
	t.Helper()
	if !slices.Contains(s.Refs, f.id) || !strings.HasPrefix(s.Title, f.id+". ") {
		t.Errorf("%s does not say that it is %s, in its title and among its refs", s.Name, f.id)
	}
	if !strings.Contains(s.About, "In a cluster") {
		t.Errorf("%s does not say where to look in a cluster", s.Name)
	}
	if len(s.Check) == 0 && s.Steps == nil {
		t.Errorf("%s checks nothing", s.Name)
	}
	breaks := slices.ContainsFunc(s.Check, func(p string) bool { return s.Expect[p].Verdict == "violated" && s.Expect[p].Length > 0 })
	switch form(s) {
	case "broken":
		if fixed := f.sibling(s, "fixed"); fixed == nil {
			t.Errorf("%s has no fixed form", s.Name)
		} else {
			alike(t, s, fixed)
		}
		if !breaks && s.Steps == nil {
			t.Errorf("%s expects nothing to be violated in so many states", s.Name)
		}
	case "fixed":
		if f.sibling(s, "broken") == nil {
			t.Errorf("%s has no broken form", s.Name)
		}
		for _, p := range s.Check {
			if s.Expect[p].Verdict != "holds" {
				t.Errorf("%s does not expect that %s holds", s.Name, p)
			}
		}
	case "half", "control":
	default:
		t.Errorf("%s is neither broken nor fixed, half, or control", s.Name)
	}
}

// policies are the numbers that say how the protocol works, rather than how
// much happens: another min ISR at brokers, and whether elections may be unclean.
var policies = []string{"broker_min_insync_replicas", "unclean_elections"}

// alike holds that two forms of a failure differ in how the protocol works,
// and have the same bounds, rules and claims.
func alike(t *testing.T, a, b *specfile.Spec) {
	t.Helper()
	if len(differences(t, a, b)) == 0 {
		t.Errorf("%s and %s do not differ", a.Name, b.Name)
	}
	x, y := effective(t, a), effective(t, b)
	for _, c := range constantsOf(t, a) {
		if bound := c.Choices == nil && !c.Switch && !slices.Contains(policies, c.Name); bound && x[c.Name] != y[c.Name] {
			t.Errorf("%s and %s have different bounds: %s is %s and %s", a.Name, b.Name, c.Name, x[c.Name], y[c.Name])
		}
	}
	if !slices.Equal(a.Without, b.Without) {
		t.Errorf("%s and %s leave out different rules", a.Name, b.Name)
	}
}

// TestFailuresAreAsExpected checks them all; in a quick run without the large forms
// with three brokers of cases that have a form with two.
func TestFailuresAreAsExpected(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../specs/bugs/*.yaml")
	if err != nil || len(files) < 90 {
		t.Fatalf("there are %d specs, %v", len(files), err)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return !thorough && strings.Contains(f, "-three-") })
	var out, errs bytes.Buffer
	if code := mc(append([]string{"check", "-q"}, files...), &out, &errs); code != verdict.OK {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
}

// TestFailuresChapter keeps docs/03-failures.md equal to the specs. Run it
// with -update to write the chapter.
func TestFailuresChapter(t *testing.T) {
	old, err := os.ReadFile(failuresChapter)
	if err != nil {
		t.Fatal(err)
	}
	fresh := between(t, string(old), "<!-- generated: healing -->\n", "<!-- end of healing -->\n", healing(t))
	fresh = between(t, fresh, "<!-- generated: failures -->\n", "<!-- end -->\n", failureCatalogue(t))
	if fresh == string(old) {
		return
	}
	if !*update {
		t.Fatalf("%s is not up to date; run go test ./cmd/mc -run TestFailuresChapter -update\n%s", failuresChapter, cmp.Diff(string(old), fresh))
	}
	if err := os.WriteFile(failuresChapter, []byte(fresh), 0o644); err != nil {
		t.Fatal(err)
	}
}

// between puts a text between two marks of the chapter.
func between(t *testing.T, page, begin, end, text string) string {
	t.Helper()
	head, rest, begun := strings.Cut(page, begin)
	_, tail, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s has lost the marks of a generated part, %s", failuresChapter, strings.TrimSpace(begin))
	}
	return head + begin + text + end + tail
}

// failureCatalogue is the index and a section for each failure.
func failureCatalogue(t *testing.T) string {
	all := allProgress(t)
	var index, sections strings.Builder
	index.WriteString("| case | tickets | what goes wrong | states | what stops for ever |\n| --- | --- | --- | --- | --- |\n")
	for _, f := range allFailures(t) {
		fmt.Fprintf(&sections, "\n## %s\n", f.id)
		if len(f.specs) == 0 {
			sections.WriteString("\nNo spec; docs/warts.md says why.\n")
		}
		for _, s := range f.specs {
			if form(s) == "broken" || form(s) == "control" {
				fmt.Fprintf(&index, "| [%s](#%s) | %s | %s | %s | %s |\n", f.id, strings.ToLower(f.id), tickets(s), sentence(s), lengths(s), stops(all, s))
			}
			sections.WriteString(section(t, f, s, all))
		}
	}
	return index.String() + sections.String()
}

// sentence is the title without the number of the case.
func sentence(s *specfile.Spec) string { return s.Title[len("R00. "):] }

var ticket = regexp.MustCompile(`^KAFKA-[0-9]+$`)

// tickets are the refs of a spec but the first, as links where they are Jira's.
func tickets(s *specfile.Spec) string {
	var out []string
	for _, ref := range s.Refs[1:] {
		if ticket.MatchString(ref) {
			ref = fmt.Sprintf("[%s](https://issues.apache.org/jira/browse/%s)", ref, ref)
		}
		out = append(out, ref)
	}
	return strings.Join(out, ", ")
}

// lengths are the shortest traces that a spec expects.
func lengths(s *specfile.Spec) string {
	if s.Steps != nil {
		return "script"
	}
	var out []string
	for _, p := range s.Check {
		if e := s.Expect[p]; e.HasTrace() {
			out = append(out, fmt.Sprint(e.Length))
		}
	}
	return strings.Join(out, ", ")
}

func section(t *testing.T, f failure, s *specfile.Spec, all progress) string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n**%s.** %s\n\n", sentence(s), s.About)
	if fixed := f.sibling(s, "fixed"); fixed != nil && fixed != s {
		fmt.Fprintf(&out, "The difference to the fixed form: %s.\n\n", strings.Join(differences(t, s, fixed), ", "))
	}
	fmt.Fprintf(&out, "    mc check %s\n\n", s.Name)
	for _, p := range s.Check {
		e := s.Expect[p]
		fmt.Fprintf(&out, "* `%s`: %s", p, e.Verdict)
		if e.HasTrace() {
			fmt.Fprintf(&out, " in %d states", e.Length)
		}
		out.WriteString("\n")
	}
	if s.Steps != nil {
		fmt.Fprintf(&out, "* a schedule of %d steps, with what must be seen at its end\n", len(s.Steps))
	}
	for _, p := range s.Liveness {
		fmt.Fprintf(&out, "* `%s`: a claim about progress that is not decided here\n", p)
	}
	for _, p := range all.of(s) {
		for _, claim := range p.Check {
			fmt.Fprintf(&out, "* `%s`: %s under fairness %s in `%s`\n", claim, p.Expect[claim].Verdict, p.Fairness, p.Name)
		}
	}
	return out.String()
}

// stops are the claims about progress that tell the case from its remedy.
func stops(all progress, s *specfile.Spec) string {
	var told []string
	for _, p := range all.of(s) {
		for _, claim := range p.Check {
			if all.tell(p, claim) && !slices.Contains(told, claim) {
				told = append(told, claim)
			}
		}
	}
	return strings.Join(told, ", ")
}

// differences are the constants in which two specs differ.
func differences(t *testing.T, a, b *specfile.Spec) (out []string) {
	x, y := effective(t, a), effective(t, b)
	for _, key := range slices.Sorted(maps.Keys(x)) {
		if x[key] != y[key] && (key == "generation" || x["generation"] == y["generation"]) {
			out = append(out, fmt.Sprintf("`%s` %s → %s", key, x[key], y[key]))
		}
	}
	return out
}

// constantsOf are the constants of a spec's model, with their defaults there.
func constantsOf(t *testing.T, s *specfile.Spec) []model.Constant {
	t.Helper()
	entry, ok := models().Find(s.Model)
	if !ok {
		t.Fatalf("%s: there is no model %s", s.Name, s.Model)
	}
	if err := s.Adopt(entry.Variants().Key()).Err(); err != nil {
		t.Fatal(err)
	}
	list, err := entry.Constants(s.Constants())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// effective are the constants of a spec, those that it leaves alone included.
func effective(t *testing.T, s *specfile.Spec) map[string]string {
	t.Helper()
	list, out := constantsOf(t, s), map[string]string{}
	set := s.Constants()
	for _, c := range list {
		out[c.Name] = c.Default
		if text, given := set[c.Name]; given {
			out[c.Name] = text
		}
	}
	return out
}
