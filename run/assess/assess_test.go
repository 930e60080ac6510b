package assess_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"mc/model"
	"mc/run/assess"
	"mc/run/registry"
	"mc/run/suite"
)

// boiler is a state: heat and pressure rise, and a valve may jam.
type boiler struct{ Heat, Pressure, Jams uint8 }

// template is a boiler that bursts at 3 of heat and pressure together, or, in the old
// make, at one jam and one of heat. Lagging keeps it from bursting by heat.
var template = model.Template[boiler]{
	Name: "boiler", Doc: "A boiler.",
	Impacts: model.Impacts{{Name: "burst"}, {Name: "loud"}, {Name: "internal"}},
	Variants: &model.Variants{Subject: "boilers", Constant: "make", Families: []model.Family{{Name: "makes", One: "make", Label: "Make",
		List: []model.Variant{{Name: "old", Set: map[string]string{"valve": "off"}}, {Name: "new", Set: map[string]string{"valve": "on"}}}}}},
	Constants: func(set map[string]string) ([]model.Constant, error) {
		valve := "off"
		if set["make"] == "new" {
			valve = "on"
		}
		return []model.Constant{
			{Name: "make", Default: "old", Choices: []string{"old", "new"}, Doc: "Which."},
			{Name: "valve", Default: valve, Switch: true, Role: model.OfVariant, Doc: "A valve that cannot jam."},
			{Name: "lagging", Default: "off", Switch: true, Doc: "Lagging."},
			{Name: "heat", Default: "0", Max: 3, Doc: "Heat."}, {Name: "pressure", Default: "0", Max: 3, Doc: "Pressure."},
			{Name: "jams", Default: "0", Max: 3, Doc: "Jams."},
		}, nil
	},
	New: func(v model.Values) (*model.Model[boiler], error) {
		rule := func(name string, i int, count func(*boiler) *uint8, limit int) model.Rule[boiler] {
			return model.Rule[boiler]{Name: name, Doc: name + ".", Expand: func(s *boiler, out *model.Steps[boiler]) {
				if int(*count(s)) >= limit {
					out.Stopped(model.Only(i))
					return
				}
				*count(out.Step())++
			}}
		}
		return &model.Model[boiler]{
			Name: "boiler", Init: func(add func(boiler)) { add(boiler{}) },
			Budgets: []model.Budget{{Constant: "heat", Limit: v["heat"]}, {Constant: "pressure", Limit: v["pressure"]},
				{Constant: "jams", Limit: v["jams"]}},
			Rules: []model.Rule[boiler]{
				rule("Heat", 0, func(s *boiler) *uint8 { return &s.Heat }, v["heat"]),
				rule("Press", 1, func(s *boiler) *uint8 { return &s.Pressure }, v["pressure"]),
				rule("Jam", 2, func(s *boiler) *uint8 { return &s.Jams }, v["jams"]),
			},
			Properties: []model.Property[boiler]{{Name: "whole", Doc: "It has not burst.", Impact: "burst", State: func(s *boiler) error {
				if bursts(s, v["valve"] != 0, v["lagging"] != 0) {
					return errors.New("it has burst")
				}
				return nil
			}}},
		}, nil
	},
}

func bursts(s *boiler, valve, lagging bool) bool {
	return s.Heat+s.Pressure >= 3 && !lagging || s.Jams >= 1 && s.Heat >= 1 && !valve
}

const configuration = `
model: boiler
lost: burst
settings:
  - {names: [boiler.lagging, lagging], usual: "no", values: {"no": {}, "yes": {lagging: "on"}}}
events:
  - {name: heat wave, budget: heat, usual: 2}
  - {name: surge, budget: pressure, usual: 1}
  - {name: jam, budget: jams, usual: 1, weight: 2}
`

const harms = `
- name: by-heat
  title: It bursts by heat and pressure
  property: whole
  probes: [{heat: 1, pressure: 1}, {heat: 2, pressure: 1}, {heat: 3}]
  story: So.
  refs: [B-1]
  remedies: [{set: {lagging: "on"}, name: boiler.lagging=yes, says: dear}, {set: {valve: "on"}, name: a valve, says: cheap}]
- name: by-a-jam
  title: It bursts by a jam
  property: whole
  likely: rare
  probes: [{heat: 1, jams: 1}]
  apart: {valve: "on"}
  story: So.
  refs: [B-2]
`

func know(t *testing.T, harms string) (*assess.Know, error) {
	t.Helper()
	files := fstest.MapFS{"assess/configuration.yml": {Data: []byte(configuration)}, "assess/harms.yml": {Data: []byte(harms)}}
	return assess.Read(&suite.Suite{Models: registry.Models{registry.Of(template)}, Specs: suite.Specs{Files: files}})
}

// TestAnswer: what is found, ranked, what closes it, and what helps.
func TestAnswer(t *testing.T) {
	k, err := know(t, harms)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ release, settings, survive, want string }{
		{"old", "", "", "by-heat 4 (no later; helps boiler.lagging=yes, not a valve), by-a-jam 3 (new)"},
		{"new", "", "", "by-heat 4 (no later; helps boiler.lagging=yes)"},
		{"old", "yes", "", "by-a-jam 3 (new)"},
		{"old", "", "no jam, no surge", ""},
		{"old", "", "no surge, 3 heat waves", "by-heat 4 (no later; helps boiler.lagging=yes, not a valve), by-a-jam 3 (new)"},
		{"new", "yes", "", ""},
	} {
		var given []assess.Given
		if test.settings != "" {
			given = []assess.Given{{Name: "lagging", Value: test.settings}}
		}
		setup, err := k.Setup(test.release, given)
		if err != nil {
			t.Fatal(err)
		}
		survive, err := k.Survives(test.survive)
		if err != nil {
			t.Fatal(err)
		}
		a, err := assess.Run(context.Background(), k, setup, assess.Options{Survive: survive, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := said(a.Found); got != test.want {
			t.Errorf("%+v: %s, want %s", test, got, test.want)
		}
		var text strings.Builder
		if err := k.Text(&text, a, false, 60); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String()) {
			if len(line) > 61 && !strings.Contains(line, "mc check") {
				t.Errorf("wider than 60 columns: %s", line)
			}
		}
	}
}

func said(all []assess.Finding) string {
	var words []string
	for _, f := range all {
		text := fmt.Sprintf("%s %d", f.Harm, f.Length)
		closed := f.Closed.Variant
		if closed == "" {
			closed = "no later"
		}
		for _, r := range f.Remedies {
			closed += map[bool]string{true: "; helps ", false: ", not "}[r.Helps] + r.Name
		}
		words = append(words, text+" ("+closed+")")
	}
	return strings.Join(words, ", ")
}

// TestUpgrade: what an upgrade closes, opens and leaves.
func TestUpgrade(t *testing.T) {
	k, err := know(t, harms)
	if err != nil {
		t.Fatal(err)
	}
	names := func(all []assess.Change) (names []string) {
		for _, c := range all {
			names = append(names, c.Harm)
		}
		return names
	}
	for _, test := range []struct {
		from, to              string
		closes, opens, leaves []string
	}{
		{"old", "new", []string{"by-a-jam"}, nil, []string{"by-heat"}},
		{"new", "old", nil, []string{"by-a-jam"}, []string{"by-heat"}},
		{"old", "old", nil, nil, []string{"by-heat", "by-a-jam"}},
	} {
		u, err := assess.Compare(context.Background(), k, test.from, test.to, nil, assess.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(names(u.Closes), test.closes) || !slices.Equal(names(u.Opens), test.opens) || !slices.Equal(names(u.Leaves), test.leaves) {
			t.Errorf("%s to %s closes %v, opens %v, leaves %v", test.from, test.to, names(u.Closes), names(u.Opens), names(u.Leaves))
		}
	}
}

// TestFoundTwin: a harm is found within what is to be survived if some probe within
// reaches a burst, by counting, and beyond it if only one with one jam more does.
func TestFoundTwin(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := func(name string) int { return rapid.IntRange(0, 3).Draw(r, name) }
		var probes []string
		var list [][3]int
		for range rapid.IntRange(1, 3).Draw(r, "probes") {
			p := [3]int{n("heat"), n("pressure"), n("jams")}
			list = append(list, p)
			probes = append(probes, fmt.Sprintf("{heat: %d, pressure: %d, jams: %d}", p[0], p[1], p[2]))
		}
		k, err := know(t, "- {name: any, title: Any, property: whole, story: So., probes: ["+strings.Join(probes, ", ")+"]}")
		if err != nil {
			r.Fatal(err)
		}
		most := [3]int{n("most heat"), n("most pressure"), n("most jams")}
		survive := assess.Survive{"heat": most[0], "pressure": most[1], "jams": most[2]}
		setup, err := k.Setup("old", nil)
		if err != nil {
			r.Fatal(err)
		}
		a, err := assess.Run(context.Background(), k, setup, assess.Options{Survive: survive, Workers: 1, Brief: true})
		if err != nil {
			r.Fatal(err)
		}
		more := most
		if most[2] > 0 {
			more[2]++
		}
		found, beyond := reaches(list, most), reaches(list, more)
		if got := len(a.Found) == 1; got != found {
			r.Fatalf("found: %v, want %v", got, found)
		}
		if got := len(a.Beyond) == 1; got != (beyond && !found) {
			r.Fatalf("beyond: %v, want %v", got, beyond && !found)
		}
	})
}

// reaches reports whether some probe within most has a state in which it bursts.
func reaches(probes [][3]int, most [3]int) bool {
	return slices.ContainsFunc(probes, func(p [3]int) bool {
		end := &boiler{uint8(p[0]), uint8(p[1]), uint8(p[2])}
		return p[0] <= most[0] && p[1] <= most[1] && p[2] <= most[2] && bursts(end, false, false)
	})
}

// TestReadRefuses: names that nothing has are complained of, all at once.
func TestReadRefuses(t *testing.T) {
	_, err := know(t, `
- {name: a, title: A, property: wohle, likely: perhaps, needs: [valv], probes: [{haet: 1}], apart: {valve: maybe}, story: So.}
`)
	for _, want := range []string{`no property "wohle"`, `likely is "perhaps"`, `no constant "valv"`, `no constant "haet"`, "valve"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
