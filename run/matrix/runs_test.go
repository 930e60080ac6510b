package matrix

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/traces"
)

// pitted is a model with holes in each of which one goes round for ever if it is
// open, and else gets out. With f one gets out of none but by a rope, and these are
// used up.
func pitted(holes ...hole) registry.Entry {
	return of(func(values model.Values, open func(i int) bool) *model.Model[uint8] {
		return pits(len(holes), func(i int) bool { return !open(i) }, values.On("f"))
	}, holes...)
}

// pits is such a model: 2i+1 and 2i+2 are the states of hole i.
func pits(holes int, out func(i int) bool, ropes bool) *model.Model[uint8] {
	fall := func(s *uint8, steps *model.Steps[uint8]) {
		for i := range holes {
			if *s == 0 {
				*steps.Step() = uint8(2*i + 1)
			}
		}
	}
	turn := func(s *uint8, steps *model.Steps[uint8]) {
		if *s > 0 {
			*steps.Step() = (*s - 1) ^ 1 + 1
		}
	}
	leave := func(s *uint8, steps *model.Steps[uint8]) {
		switch {
		case *s == 0 || !out(int(*s-1)/2):
		case ropes:
			steps.Stopped(model.Only(0))
		default:
			*steps.Step() = 0
		}
	}
	widest := uint8(255)
	leaves := &model.Fairness[uint8]{Name: "leaves", Doc: "Who can leave does, and who cannot turns.",
		Conditions: []model.Condition[uint8]{model.Weak[uint8]("Leave"), model.Weak[uint8]("Turn")}}
	home := func(s *uint8) bool { return *s == 0 }
	return &model.Model[uint8]{Name: "holed", Doc: "Holes.", Widest: &widest,
		Init: func(add func(uint8)) { add(0) },
		Rules: []model.Rule[uint8]{{Name: "Fall", Doc: "Into a hole.", Expand: fall},
			{Name: "Turn", Doc: "Round in it.", Expand: turn}, {Name: "Leave", Doc: "Out of it.", Expand: leave}},
		Budgets:    []model.Budget{{Constant: "ropes", Limit: 1}},
		Fairness:   []*model.Fairness[uint8]{leaves},
		Properties: []model.Property[uint8]{model.Recurrence("home", "Nobody stays in a hole.", home)}}
}

// runsIn is a row that asks for runs of such a model, under the oldest variant.
func runsIn(t *testing.T, entry registry.Entry, own, set map[string]string) Cell {
	t.Helper()
	spec := &specfile.Spec{Name: "row", Model: "holed", Set: set, Fairness: "leaves"}
	row := Row{Spec: spec, Entry: entry, Models: registry.Models{entry}, Property: "home", Fairness: "leaves", States: 100}
	owners := &Owners{[]owner{{spec: "row", property: "home", own: own, runs: true},
		{spec: "stops", property: "home", own: map[string]string{"b": "on", "c": "on"}, runs: true},
		{spec: "other", property: "dry", own: map[string]string{"b": "on"}}}}
	columns, err := Columns(entry.Variants(), "old")
	if err != nil {
		t.Fatal(err)
	}
	table, err := Fill(t.Context(), []Row{row}, columns, Options{Owners: owners})
	if err != nil {
		t.Fatal(err)
	}
	return table.Rows[0].Cells[0]
}

// TestCauseOfRuns holds the credit of runs that go on for ever, and what closes
// them, on models whose holes are known.
func TestCauseOfRuns(t *testing.T) {
	type keys = map[string]string
	a := keys{"a": "on"}
	for name, test := range map[string]struct {
		holes  []hole
		own    keys
		set    keys
		text   string
		credit Credit
		closed string
	}{
		"own": {holes: []hole{{"a"}}, own: a, text: "violated 2+2", credit: Own, closed: "closed by a=on (its own, T-a)"},
		"in part": {holes: []hole{{"a"}, {"b"}}, own: a, text: "violated 2+2", credit: Part,
			closed: "closed by a=on (its own, T-a) and b=on (T-b, other)"},
		"named by runs alone": {holes: []hole{{"c"}}, own: a, text: "violated 2+2", credit: Other,
			closed: "closed by c=on (T-c, stops)"},
		"the protocol of its spec": {holes: []hole{{"f"}}, own: a, set: keys{"f": "on"}, text: "violated 2+2", credit: Other,
			closed: "closed by f=on (T-f); only runs would break the claim that wait for what ropes <= 1 forbids"},
		"open": {holes: []hole{{"x"}}, own: a, text: "violated 2+2", credit: Open},
	} {
		t.Run(name, func(t *testing.T) {
			cell := runsIn(t, pitted(test.holes...), test.own, test.set)
			got := ""
			if cell.Closed != nil {
				got = cell.Closed.String()
			}
			if cell.Text() != test.text || cell.Credit != test.credit || got != test.closed {
				t.Errorf("%s, %q: %s, want %s, %q: %s", cell.Text(), cell.Credit, got, test.text, test.credit, test.closed)
			}
		})
	}
}

// TestCauseOfRunsBySearch holds what closes runs that go on for ever against trials
// of every set of switches, on random models: the keys close them, and none can be
// spared; where none are told, no set closes them of those that variants have.
func TestCauseOfRunsBySearch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 22))
	told := map[Credit]int{}
	for range 40 {
		holes := make([]hole, 1+r.IntN(3))
		for i := range holes {
			for range 1 + r.IntN(2) {
				holes[i] = append(holes[i], string("abcdex"[r.IntN(6)]))
			}
		}
		entry := pitted(holes...)
		own := map[string]string{strings.ReplaceAll(holes[0][0], "x", "a"): "on"}
		cell := runsIn(t, entry, own, nil)
		told[cell.Credit]++
		var keys string
		for _, k := range cell.Closed.keys() {
			keys += k.Key
		}
		if keys != "" && !escapes(t, entry, keys) {
			t.Errorf("holes %v: %s close nothing", holes, keys)
		}
		for _, k := range keys {
			if less := strings.ReplaceAll(keys, string(k), ""); less != "" && escapes(t, entry, less) {
				t.Errorf("holes %v: of %s, %c can be spared", holes, keys, k)
			}
		}
		if keys == "" && escapes(t, entry, "abcde") {
			t.Errorf("holes %v: nothing is told to close them", holes)
		}
	}
	if min(told[Own], told[Part], told[Other], told[Open]) < 4 {
		t.Errorf("%v: the test shows little", told)
	}
}

// escapes reports whether with these switches on, and no others, nobody stays in a
// hole for ever.
func escapes(t *testing.T, entry registry.Entry, switches string) bool {
	t.Helper()
	set := map[string]string{"age": "old"}
	for _, s := range switches {
		set[string(s)] = "on"
	}
	job := registry.Job{Set: set, Options: explorer.Options{Workers: 1, Check: []string{"home"}, Fairness: "leaves"}}
	out, err := entry.Check(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return out.Properties[0].Verdict == model.Holds
}

// TestCellsOfRuns holds what a cell says of a claim about runs, by how it came out.
func TestCellsOfRuns(t *testing.T) {
	cut := explorer.Cut{Reasons: []explorer.Reason{{Kind: explorer.MaxStates}}}
	lasso := func(states, to int, action string) *traces.File {
		return &traces.File{Steps: make([]traces.Event, states-1), Loop: &traces.Loop{To: to, Action: action}}
	}
	for name, test := range map[string]struct {
		p          report.Property
		cut        explorer.Cut
		text, note string
	}{
		"stays":  {p: report.Property{Verdict: model.Violated, Trace: lasso(4, 3, "")}, text: "violated 4+0"},
		"turns":  {p: report.Property{Verdict: model.Violated, Trace: lasso(10, 9, "Ask")}, text: "violated 10+1"},
		"around": {p: report.Property{Verdict: model.Violated, Trace: lasso(13, 8, "Ask")}, text: "violated 9+5"},
		"waits": {p: report.Property{Verdict: model.HoldsWithinBounds, Waits: []string{"fences <= 0", "kills <= 1"}},
			text: "waits", note: "only runs would break the claim that wait for what fences <= 0 and kills <= 1 forbids"},
		"cut": {p: report.Property{Verdict: model.Inconclusive, Witness: "not all states were expanded"}, cut: cut, text: "bound 5"},
		"no memory": {p: report.Property{Verdict: model.Inconclusive, Witness: "memory has no room"},
			text: "bound 5", note: "memory has no room"},
		"no fair run": {p: report.Property{Verdict: model.Vacuous, Witness: "no run is fair"},
			text: "n/a", note: "no run is fair there"},
		"about nothing": {p: report.Property{Verdict: model.Holds, Lacks: []string{"reads"}},
			text: "n/a", note: "the claim is about nothing without reads"},
	} {
		test.p.Kind = model.AlwaysEventually
		out := &report.Outcome{Properties: []report.Property{test.p}, Cut: test.cut, States: explorer.States{Depth: 5}}
		if c := cellOf(out); c.Text() != test.text || c.note() != test.note {
			t.Errorf("%s: %q, %q, want %q, %q", name, c.Text(), c.note(), test.text, test.note)
		}
	}
	script := &report.Outcome{Properties: []report.Property{{}, {Kind: model.AlwaysEventually, Witness: "a script ends"}},
		Script: &report.Script{}}
	if c := cellOfScript(script); c.Verdict != NotApplicable || c.Reason != "a script ends" {
		t.Errorf("of a script: %+v", c)
	}
}

// TestFirmness: of what a trial leaves, more is said by what was visited whole, and
// a violation closes nothing.
func TestFirmness(t *testing.T) {
	inOrder := []string{Bound, Waits, Holds}
	for i, verdict := range inOrder {
		if c := (Cell{Verdict: verdict}); c.firmness() != i+1 || !c.stands() {
			t.Errorf("%s: %d", verdict, c.firmness())
		}
	}
	for _, verdict := range []string{Violated, NotApplicable} {
		if (Cell{Verdict: verdict}).stands() {
			t.Errorf("a claim stands that is %s", verdict)
		}
	}
}

// TestRunsLast: rows about runs come behind the others, in their order, and have a
// heading where they begin.
func TestRunsLast(t *testing.T) {
	rows := []Row{{Property: "a", Fairness: "all"}, {Property: "b"}, {Property: "c", Fairness: "none"}, {Property: "d"}}
	runsLast(rows)
	table, got := &Table{}, ""
	for _, r := range rows {
		got += r.Property
		table.Rows = append(table.Rows, Line{Fairness: r.Fairness})
	}
	if got != "bdac" {
		t.Errorf("in the order %s", got)
	}
	heads := func() (said []string) {
		for _, p := range table.view().parts {
			for _, g := range p.groups {
				said = append(said, fmt.Sprint(p.title, "/", g.title, "/", len(g.rows)))
			}
		}
		return said
	}
	if got := heads(); !slices.Equal(got, []string{"//2", "/" + capital(forEver) + "/2"}) {
		t.Errorf("headings %q", got)
	}
	for i := range table.Rows {
		table.Rows[i].Cells = []Cell{{Verdict: Holds}, {Verdict: []string{Holds, Bound}[i%2]}}
	}
	table.Columns = make([]Column, 2)
	table.DifferFirst()
	want := []string{"//1", "/" + capital(forEver) + "/1", sameEverywhere + "//1", sameEverywhere + "/" + capital(forEver) + "/1"}
	if got := heads(); !slices.Equal(got, want) {
		t.Errorf("parted: headings %q, want %q", got, want)
	}
	table.Rows = slices.DeleteFunc(table.Rows, func(l Line) bool { return l.Fairness == "" })
	if got := heads(); !slices.Equal(got, []string{"//1", sameEverywhere + "//1"}) {
		t.Errorf("without others: headings %q", got)
	}
}

// TestNeeds: a row is not asked, and nothing is tried, where a value is not as its
// bounds need it.
func TestNeeds(t *testing.T) {
	entry := pitted(hole{"a", "b"})
	spec := &specfile.Spec{Name: "row", Model: "holed", Fairness: "leaves"}
	row := Row{Spec: spec, Entry: entry, Models: registry.Models{entry}, Property: "home", Fairness: "leaves", States: 100,
		Needs: []string{"a=off"}}
	columns, err := Columns(entry.Variants(), "ages")
	if err != nil {
		t.Fatal(err)
	}
	owners := &Owners{[]owner{{spec: "row", property: "home", own: map[string]string{"a": "on"}, runs: true}}}
	table, err := Fill(t.Context(), []Row{row}, columns, Options{Owners: owners})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range table.Rows[0].Cells {
		got = append(got, c.full())
	}
	want := []string{"violated 2+2 (open: neither a later variant nor the row's own keys close it)",
		"n/a (the row's bounds need a=off, and a is on)", "n/a (the row's bounds need a=off, and a is on)"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestFairnessThere: where a variant has not the fairness, the row is not asked.
func TestFairnessThere(t *testing.T) {
	entry := pitted(hole{"a"})
	row := Row{Spec: &specfile.Spec{Name: "row", Model: "holed", Fairness: "all"}, Entry: entry,
		Models: registry.Models{entry}, Property: "home", Fairness: "all", States: 100}
	task, err := prepare(&row, Column{Name: "old"})
	if err != nil || task.cell.full() != "n/a (the fairness all does not exist there)" {
		t.Errorf("%v, %+v", err, task.cell)
	}
}

// TestOwnersOfRuns: what stops something is no failure that a violation is told to
// be, and is named for a key only where nothing else is.
func TestOwnersOfRuns(t *testing.T) {
	a, ab := map[string]string{"a": "on"}, map[string]string{"a": "on", "b": "on"}
	o := &Owners{[]owner{{spec: "stops", own: a, model: "holed", runs: true}, {spec: "breaks", own: ab, model: "holed"}}}
	if got := o.whose(Value{"a", "on"}, "row"); !slices.Equal(got, []string{"breaks"}) {
		t.Errorf("a is of %v", got)
	}
	if got := o.whose(Value{"a", "on"}, "breaks"); !slices.Equal(got, []string{"stops"}) {
		t.Errorf("beside breaks, a is of %v", got)
	}
	if got := o.together("holed"); len(got) != 1 || !maps.Equal(got[0].own, ab) {
		t.Errorf("failures on record: %+v", got)
	}
}

// TestSameRuns: cells differ by the run, and by what is waited for.
func TestSameRuns(t *testing.T) {
	cell := Cell{Verdict: Violated, Length: 13, Stem: 9, Turn: 5}
	for _, other := range []Cell{{Verdict: Violated, Length: 13, Stem: 10, Turn: 5}, {Verdict: Violated, Length: 13, Stem: 9, Turn: 4}} {
		if cell.same(other) || !cell.same(cell) {
			t.Errorf("%+v is the same as %+v", cell, other)
		}
	}
	waits := Cell{Verdict: Waits, Waits: []string{"fences <= 0"}}
	if waits.same(Cell{Verdict: Waits, Waits: []string{"kills <= 0"}}) || !waits.same(waits) {
		t.Error("what is waited for makes no difference")
	}
}
