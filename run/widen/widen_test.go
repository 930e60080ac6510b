package widen_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/run/registry"
	"mc/run/widen"
)

// tank is a state: water comes in pails and cups, and a hole may open.
type tank struct{ Pails, Cups, Holes uint8 }

// template is a model with three budgets; the tank runs over with two pails
// and a cup, if there is no hole.
var template = model.Template[tank]{
	Name: "tank",
	Constants: func(map[string]string) ([]model.Constant, error) {
		return []model.Constant{
			{Name: "pails", Default: "1", Max: 3, Doc: "Pails."}, {Name: "cups", Default: "0", Max: 3, Doc: "Cups."},
			{Name: "holes", Default: "0", Max: 3, Doc: "Holes."},
		}, nil
	},
	New: func(v model.Values) (*model.Model[tank], error) {
		rule := func(name string, i int, count func(*tank) *uint8, limit int) model.Rule[tank] {
			return model.Rule[tank]{Name: name, Doc: name + ".", Absent: limit == 0, Expand: func(s *tank, out *model.Steps[tank]) {
				if int(*count(s)) >= limit {
					out.Stopped(model.Only(i))
					return
				}
				*count(out.Step())++
			}}
		}
		return &model.Model[tank]{
			Name: "tank", Init: func(add func(tank)) { add(tank{}) },
			Budgets: []model.Budget{{Constant: "pails", Limit: v["pails"]}, {Constant: "cups", Limit: v["cups"], Without: "cups"},
				{Constant: "holes", Limit: v["holes"], Without: "holes"}},
			Rules: []model.Rule[tank]{
				rule("Pail", 0, func(s *tank) *uint8 { return &s.Pails }, v["pails"]),
				rule("Cup", 1, func(s *tank) *uint8 { return &s.Cups }, v["cups"]),
				rule("Hole", 2, func(s *tank) *uint8 { return &s.Holes }, v["holes"]),
			},
			Properties: []model.Property[tank]{
				{Name: "dry", Doc: "Nothing runs over.", State: func(s *tank) error {
					if s.Pails >= 2 && s.Cups >= 1 && s.Holes == 0 {
						return model.Wrong("%d pails and %d cups", s.Pails, s.Cups)
					}
					return nil
				}},
				{Name: "sound", Doc: "There are few holes.", State: func(s *tank) error {
					if s.Holes > 9 {
						return model.Wrong("%d holes", s.Holes)
					}
					return nil
				}},
			},
		}, nil
	},
}

func widened(t *testing.T, set map[string]string, fixed ...string) *widen.Result {
	t.Helper()
	return startedWith(t, set, nil, fixed...)
}

// startedWith is a widening that begins with failures on record.
func startedWith(t *testing.T, set map[string]string, known []widen.Failure, fixed ...string) *widen.Result {
	t.Helper()
	e := registry.Of(template)
	job := registry.Job{Set: set, Options: explorer.Options{Workers: 1}}
	first, err := e.Check(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	p := widen.Plan{Entry: e, Job: job, Fixed: map[string]bool{}, Failures: known}
	for _, name := range fixed {
		p.Fixed[name] = true
	}
	r, err := widen.Widen(context.Background(), p, first)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLeast: what breaks is told with no more raised than it takes, and what
// never breaks stays open when nothing is left to raise.
func TestLeast(t *testing.T) {
	r := widened(t, nil)
	if len(r.Breaks) != 1 || r.Breaks[0].Property != "dry" || r.Breaks[0].Length != 4 || len(r.Breaks[0].Raised) != 2 ||
		r.Breaks[0].Raised[0] != (widen.Raise{Constant: "pails", To: 2}) || r.Breaks[0].Raised[1] != (widen.Raise{Constant: "cups", To: 1}) {
		t.Errorf("breaks: %+v", r.Breaks)
	}
	if len(r.Open) != 1 || r.Open[0] != "sound" || r.Left != 0 || r.Spent {
		t.Errorf("open %v, %d left, spent %v", r.Open, r.Left, r.Spent)
	}
}

// TestFixed: a budget of 0 that somebody asked for stays.
func TestFixed(t *testing.T) {
	r := widened(t, map[string]string{"cups": "0"}, "cups")
	if len(r.Breaks) != 0 || len(r.Open) != 2 {
		t.Errorf("breaks: %+v, open: %v", r.Breaks, r.Open)
	}
	for _, run := range r.Runs {
		for _, raised := range run.Raised {
			if raised.Constant == "cups" {
				t.Errorf("raised: %+v", run)
			}
		}
	}
}

// full are two scenarios that break the same claim, one that cannot be asked and
// one that is no failure any more.
var full = []widen.Failure{
	{Name: "flood", Property: "dry", Set: map[string]string{"pails": "3", "cups": "2"}, States: 12},
	{Name: "drip", Property: "dry", Set: map[string]string{"pails": "2", "cups": "1", "holes": "1"}, Without: []string{"Hole"}},
	{Name: "mended", Property: "dry", Set: map[string]string{"pails": "1", "cups": "3"}},
	{Name: "foreign", Property: "wet", Set: map[string]string{"pails": "2"}},
}

// TestOnRecord: each scenario counts for itself, whatever another broke, and the
// least that breaks the claim is looked for all the same.
func TestOnRecord(t *testing.T) {
	r := startedWith(t, nil, full)
	var found, whole, refused []string
	for _, s := range r.Tried {
		switch {
		case s.Found():
			found = append(found, s.Name)
		case s.Refused != "":
			refused = append(refused, s.Name)
		case s.Whole:
			whole = append(whole, s.Name)
		}
	}
	if !slices.Equal(found, []string{"flood", "drip"}) || !slices.Equal(whole, []string{"mended"}) || !slices.Equal(refused, []string{"foreign"}) {
		t.Errorf("found %v, whole %v, refused %v", found, whole, refused)
	}
	if len(r.Breaks) != 1 || r.Breaks[0].Length != 4 || len(r.Breaks[0].Raised) != 2 {
		t.Errorf("breaks: %+v", r.Breaks)
	}
}

// TestGivenGoesBefore: what was given for the first run holds for what is on record, but
// budgets are raised; one of 0 that somebody asked for is not.
func TestGivenGoesBefore(t *testing.T) {
	r := startedWith(t, map[string]string{"cups": "0", "pails": "1"}, full[:2], "cups", "pails")
	for _, s := range r.Tried {
		if s.Found() || s.Set["cups"] != "0" || s.Set["pails"] < "2" {
			t.Errorf("%s: found %v with %v", s.Name, s.Found(), s.Set)
		}
	}
}

// TestSpentOnRecord: what the states did not suffice for is neither found nor whole.
func TestSpentOnRecord(t *testing.T) {
	e := registry.Of(template)
	first, err := e.Check(context.Background(), registry.Job{})
	if err != nil {
		t.Fatal(err)
	}
	job := registry.Job{Options: explorer.Options{MaxStates: 10}}
	r, err := widen.Widen(context.Background(), widen.Plan{Entry: e, Job: job, Failures: full[:2]}, first)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Tried[0].Found() || r.Tried[1].Reached() || !r.Spent || r.States > 10 {
		t.Errorf("%d states, tried: %+v", r.States, r.Tried)
	}
}

// TestTold: the table and the object say the same.
func TestTold(t *testing.T) {
	told := &widen.Told{Result: startedWith(t, nil, full[:1]), Command: func(raised []widen.Raise, property string) string {
		return "look at " + property
	}, TriedCommand: func(t *widen.Tried) string { return "look at " + t.Name }}
	told.Tried = append(told.Tried, widen.Tried{Failure: widen.Failure{Name: "far", Property: "sound"}})
	var text strings.Builder
	if err := told.Text(&text); err != nil {
		t.Fatal(err)
	}
	object, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"no more of any budget leads further", "dry breaks in 4 states with pails=2 cups=1:\n  look at dry\n",
		"2 failures on record under these rules: 1 found, 1 not reached\n(run before anything was raised, cheapest first, each with what its scenario sets)",
		"flood     dry    breaks in 4 states  look at flood\n", "far       sound  not reached         look at far\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("lacks %q:\n%s", want, &text)
		}
	}
	for _, want := range []string{
		`"breaks":[{"property":"dry","raised":{"cups":1,"pails":2},"length":4,"command":"look at dry"}],"open":["sound"],"left":0`,
		`{"spec":"flood","property":"dry","found":true,"length":4,`,
		`"missed":[{"spec":"far","property":"sound","command":"look at far"}]`,
	} {
		if !strings.Contains(string(object), want) {
			t.Errorf("lacks %s:\n%s", want, object)
		}
	}
}
