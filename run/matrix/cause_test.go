package matrix

import (
	"fmt"
	"strings"
	"testing"

	"mc/model"
	"mc/run/registry"
	"mc/run/specfile"
)

// hole is a way to break the claim of the test's model, and the switches of
// which each closes it.
type hole []string

// holed is a model with the given holes: the claim is broken in the state that
// is the number of an open one.
func holed(holes ...hole) registry.Entry {
	return of(func(_ model.Values, open func(i int) bool) *model.Model[uint8] { return fall(len(holes), open) }, holes...)
}

// of is a model that has the given holes; build makes it of which ones are open.
// No variant has f.
func of(build func(values model.Values, open func(i int) bool) *model.Model[uint8], holes ...hole) registry.Entry {
	on := func(names string) map[string]string {
		set := map[string]string{}
		for _, s := range []string{"a", "b", "c", "d", "e"} {
			set[s] = map[bool]string{true: "on", false: "off"}[strings.Contains(names, s)]
		}
		return set
	}
	v := &model.Variants{Subject: "holes", Constant: "age", Families: []model.Family{{Name: "ages", One: "age",
		List: []model.Variant{{Name: "old", Set: on("")}, {Name: "mid", Set: on("ab")}, {Name: "new", Set: on("abcde")}}}}}
	var switches []model.Constant
	for _, s := range []string{"a", "b", "c", "d", "e", "f"} {
		switches = append(switches, model.Constant{Name: s, Doc: s, Ref: "T-" + s,
			Default: "off", Switch: true, Role: model.OfVariant})
	}
	switches = append(switches, model.Constant{Name: "storm", Doc: "Opens hole 1.", Default: "off", Switch: true})
	return registry.Of(model.Template[uint8]{Name: "holed", Doc: "Holes.", Variants: v, Constants: v.Over(switches...),
		New: func(values model.Values) (*model.Model[uint8], error) {
			open := func(i int) bool {
				for _, s := range holes[i] {
					if values.On(s) {
						return false
					}
				}
				return len(holes[i]) > 0 || values.On("storm")
			}
			return build(values, open), nil
		}})
}

// fall is a model in which one falls into an open hole.
func fall(holes int, open func(i int) bool) *model.Model[uint8] {
	into := func(s *uint8, out *model.Steps[uint8]) {
		for i := range holes {
			if *s == 0 && open(i) {
				*out.Step() = uint8(i + 1)
			}
		}
	}
	dry := func(s *uint8) error {
		if *s > 0 {
			return fmt.Errorf("in hole %d", *s)
		}
		return nil
	}
	widest := uint8(255)
	return &model.Model[uint8]{Name: "holed", Doc: "Holes.", Widest: &widest,
		Init:       func(add func(uint8)) { add(0) },
		Rules:      []model.Rule[uint8]{{Name: "Fall", Doc: "Into a hole.", Expand: into}},
		Properties: []model.Property[uint8]{{Name: "dry", Doc: "Nobody falls.", State: dry}}}
}

// TestCause holds the credit of a violation, and what closes it, on models
// whose holes are known.
func TestCause(t *testing.T) {
	type keys = map[string]string
	a := keys{"a": "on"}
	for name, test := range map[string]struct {
		holes  []hole
		own    keys
		set    keys
		credit Credit
		closed string
	}{
		"own": {holes: []hole{{"a"}}, own: a, credit: Own, closed: "closed by a=on (its own, T-a)"},
		"own of two": {holes: []hole{{"a"}, {"b"}}, own: keys{"a": "on", "b": "on", "c": "on"}, credit: Own,
			closed: "closed by a=on (its own, T-a) and b=on (its own, T-b)"},
		"in part": {holes: []hole{{"a"}, {"b"}}, own: a, credit: Part,
			closed: "closed by a=on (its own, T-a) and b=on (T-b, other)"},
		"another's": {holes: []hole{{"b"}}, own: a, credit: Other, closed: "closed by b=on (T-b, other)"},
		"either": {holes: []hole{{"c", "d"}}, own: a, credit: Other,
			closed: "closed by c=on (T-c), or alone by d=on (T-d)"},
		"three": {holes: []hole{{"c"}, {"d"}, {"e"}}, own: keys{"d": "on"}, credit: Part,
			closed: "closed by d=on (its own, T-d), c=on (T-c) and e=on (T-e)"},
		"first later variant": {holes: []hole{{"a", "c"}, {"b", "c"}, {"a", "d"}}, own: a, credit: Part,
			closed: "closed by a=on (its own, T-a) and b=on (T-b, other)"},
		"without own": {holes: []hole{{"a", "c"}, {"d"}, {"e"}}, own: a, credit: Other,
			closed: "closed by c=on (T-c), d=on (T-d) and e=on (T-e)"},
		"scenario": {holes: []hole{{}}, own: a, set: keys{"storm": "on"}, credit: Scenario, closed: "closed by storm=off"},
		"unowned":  {holes: []hole{{"a", "c"}}, credit: Unowned, closed: "closed by a=on (T-a)"},
		"open":     {holes: []hole{{"x"}}, own: a, credit: Open},
	} {
		t.Run(name, func(t *testing.T) {
			entry := holed(test.holes...)
			row := Row{Spec: &specfile.Spec{Name: "row", Model: "holed", Set: test.set}, Entry: entry,
				Models: registry.Models{entry}, Property: "dry", States: 100}
			owners := &Owners{[]owner{{spec: "row", property: "dry", own: test.own},
				{spec: "other", property: "dry", own: map[string]string{"b": "on"}}}}
			columns, err := Columns(entry.Variants(), "old")
			if err != nil {
				t.Fatal(err)
			}
			table, err := Fill(t.Context(), []Row{row}, columns, Options{Owners: owners})
			if err != nil {
				t.Fatal(err)
			}
			cell := table.Rows[0].Cells[0]
			got := ""
			if cell.Closed != nil {
				got = cell.Closed.String()
			}
			if cell.Credit != test.credit || got != test.closed {
				t.Errorf("%q: %s, want %q: %s", cell.Credit, got, test.credit, test.closed)
			}
		})
	}
}

// TestCauseAlone: what closes a cell does not depend on which other cells are filled
// with it. Here b closes the first hole and lets the search be cut before it comes to
// the second; that this is open still is known by the trial of a, which closes only
// the first, and of that trial the other row has the verdict, and not the way.
func TestCauseAlone(t *testing.T) {
	wide := func(values model.Values, open func(i int) bool) *model.Model[uint8] {
		m := fall(0, open)
		m.Rules[0].Expand = func(s *uint8, out *model.Steps[uint8]) {
			switch {
			case *s == 0 && open(0):
				*out.Step() = 1
			case *s == 0:
				for i := uint8(100); values.On("b") && i < 200; i++ {
					*out.Step() = i
				}
				*out.Step() = 99
			case *s == 99:
				*out.Step() = 2
			}
		}
		m.Properties[0].State = func(s *uint8) error {
			if *s == 1 || *s == 2 {
				return fmt.Errorf("in hole %d", *s)
			}
			return nil
		}
		return m
	}
	entry := of(wide, hole{"a", "b"})
	closed := func(others ...string) string {
		owners := &Owners{[]owner{{spec: "row", property: "dry"},
			{spec: "more", property: "dry", own: map[string]string{"a": "on", "storm": "off"}}}}
		var rows []Row
		for _, name := range append(others, "row") {
			set := map[string]string{}
			if name == "more" {
				set["storm"] = "on"
			}
			rows = append(rows, Row{Spec: &specfile.Spec{Name: name, Model: "holed", Set: set}, Entry: entry,
				Models: registry.Models{entry}, Property: "dry", States: 50})
		}
		columns, err := Columns(entry.Variants(), "old")
		if err != nil {
			t.Fatal(err)
		}
		table, err := Fill(t.Context(), rows, columns, Options{Owners: owners})
		if err != nil {
			t.Fatal(err)
		}
		cell := table.Rows[len(others)].Cells[0]
		return fmt.Sprintf("%s: %v", cell.Credit, cell.Closed)
	}
	if alone, beside := closed(), closed("more"); alone != beside {
		t.Errorf("alone %q, beside another row %q", alone, beside)
	}
}
