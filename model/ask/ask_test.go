package ask

import (
	"strings"
	"testing"

	"mc/model"
	"mc/model/modeltest"
)

// TestComplaints: what is wrong with a predicate is said at its place.
func TestComplaints(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		want   string
	}{
		{"", 1, "expected a name"},
		{"n(h1) >", 8, "expected a name, a number, ( or {, got the end"},
		{"n(h1) > 1 and", 14, "expected a name"},
		{"n(h1) < 1 < 2", 11, "compares three things"},
		{"n(h1) 3", 7, `expected the end, or one of and, or, =, <, in, contains, got "3"`},
		{"nn(h1) > 1", 1, `there is no "nn" to ask for, did you mean "n"`},
		{"n > 1", 1, "n is written n(house)"},
		{"n(h1, h2) > 1", 1, "n is written n(house)"},
		{"n(1) > 1", 3, "1 is a number, and here a house is wanted"},
		{"lit(h1) > 1", 1, "lit(h1) is true or false, and here a number is wanted"},
		{"n(h1)", 1, "n(h1) is a number, and here something is asked that is true or false"},
		{"mayor = 3", 1, "mayor is a house, and 3 is a number"},
		{"lit(h1) and n(h4) = 1", 15, `there is no "h4"`},
		{"mayor in mayor", 10, "mayor is a house, and here a set or a list is wanted"},
		{"open contains 3", 1, "open is a set of houses, and 3 is a number"},
		{"size(mayor) = 1", 6, "mayor is a house, and size is of sets and lists"},
		{"mayor rises", 7, ""},
		{"n(h1)'' > 1", 7, ""},
		{"(n(h1)' > 1)' ", 2, ""},
		{"any x: n(x) > 1 and", 20, "expected a name"},
		{"any 3: true", 5, "expected a name after any"},
		{"any x in 0..foo: true", 13, "the ends of a range"},
		{"any x in 3..0: true", 10, "a range goes up"},
		{"once lit(h1)", 13, `expected "later"`},
		{"once lit(h1)' later true", 6, "what was once so is asked of a state"},
		{"any x in 0..most: any y in 0..9: any z in 0..9: once n(h1) = x + y + z later true", 49, "remembers more than 32 bits"},
		{"n(h1) = 99999999999", 9, "larger than any number"},
		{"lit(h1) @ 2", 9, `"@" means nothing here`},
		{strings.Repeat("(", 200) + "true", 101, "nested more than 100 deep"},
		{strings.Repeat("not ", 200) + "true", 401, "nested more than 100 deep"},
		{strings.Repeat("x", 3000), 2001, "at most 2000 bytes"},
		{"all a in 0..0: all b in 0..0: all c in 0..0: all d in 0..0: all e in 0..0: all f in 0..0: all g in 0..0: " +
			"all h in 0..0: all i in 0..0: true", 121, "more than 8 names"},
		{"all a: all b: all c: all d: all e: all f: all g: all h: true", 50, "more than 4096 choices"},
	} {
		_, wrong := Compile(townWords(), c.text)
		switch {
		case wrong == nil:
			t.Errorf("%q means something", c.text)
		case c.want != "" && (!strings.Contains(wrong.Message, c.want) || wrong.Column(c.text) != c.column):
			t.Errorf("%q: column %d: %s; want column %d: %s", c.text, wrong.Column(c.text), wrong.Message, c.column, c.want)
		}
	}
}

// TestWitness: a witness says of which things the predicate is so, and why.
func TestWitness(t *testing.T) {
	s, next := town{N: [3]uint8{1, 2, 7}, Mayor: 1, Open: 0b011}, town{N: [3]uint8{0, 2, 7}, Mayor: 3}
	for text, want := range map[string]string{
		"n(m) > 1 and mayor = m":                  "m is h2, n(m) is 2, mayor is h2",
		"n(h3) = unknown and size(open) = 2":      "n(h3) is unknown, open is {h1, h2}",
		"any x: n(x) falls and mayor' = nobody":   "x is h1, n(x) is 1, n(x)' is 0, mayor' is none",
		"not lit(h1)":                             "lit(h1) is false",
		"true":                                    "true",
		"any x in open: all y in open: n(y) >= 1": "x is h1, open is {h1, h2}",
	} {
		p, wrong := Compile(townWords(), text)
		if wrong != nil {
			t.Fatalf("%s: %v", text, wrong)
		}
		if p.Steps && !p.By(State(&s), State(&next), 0) || !p.Steps && !p.In(State(&s), 0) {
			t.Errorf("%s is not so", text)
		}
		if got := p.witness(State(&s), State(&next), 0).Error(); got != want {
			t.Errorf("%s: %s; want %s", text, got, want)
		}
	}
}

// clock is a model with two hands; the slow one has a budget.
type clock struct {
	Fast, Slow uint8
	Seen       Memory
}

func clockTemplate() model.Template[clock] {
	return model.Template[clock]{Name: "clock", Doc: "A clock.",
		Constants: func(map[string]string) ([]model.Constant, error) { return nil, nil },
		New: func(model.Values) (*model.Model[clock], error) {
			return &model.Model[clock]{Name: "clock", Doc: "A clock.", Init: func(add func(clock)) { add(clock{}) },
				Widest:     &clock{Fast: 3, Slow: 3},
				Budgets:    []model.Budget{{Constant: "slow"}},
				Properties: []model.Property[clock]{model.Invariant("small", "Hands are small.", func(*clock) error { return nil })},
				Rules: []model.Rule[clock]{
					{Name: "Tick", Doc: "The fast hand moves.", Params: []model.Param{{Name: "by"}},
						Expand: func(s *clock, out *model.Steps[clock]) {
							for by := range uint8(2) {
								n := out.Step(by + 1)
								n.Fast = (s.Fast + by + 1) % 4
							}
						}},
					{Name: "Tock", Doc: "The slow hand moves.", Expand: func(s *clock, out *model.Steps[clock]) {
						if s.Slow == 3 {
							out.Stopped(1)
							return
						}
						out.Step().Slow++
					}},
				}}, nil
		}}
}

// TestMemoryConforms: a model whose states remember is a model, with the steps of the
// one that it is made of.
func TestMemoryConforms(t *testing.T) {
	questions := []Question{{"back", true, "once fast = 3 and slow = 0 later fast = 0 and slow = 2"},
		{"twice", false, "any x in 0..3: once slow = x later slow = x + 1"}}
	offer := func(m *model.Model[clock], v model.Values) (*Vocabulary, error) {
		words, err := Fields(m, v)
		words.Memory = func(s State) *Memory { return &(*clock)(s).Seen }
		return words, err
	}
	tmpl := Template(clockTemplate(), offer, questions)
	m, _, err := tmpl.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	modeltest.Conform(t, m, 200)
	plain, _, _ := func() (*model.Model[clock], model.Values, error) { t := clockTemplate(); return t.Build(nil) }()
	steps := func(s clock) (all []string) {
		plain.Expand(&s, model.NewSteps(func(a model.Action, n *clock) { all = append(all, plain.Text(a)) }))
		return all
	}
	w := clock{}
	m.Init(func(s clock) { w = s })
	for _, action := range []string{"Tick 2", "Tock", "Tick 1", "Tock", "Tick 1", "Tock"} {
		var got []string
		next := w
		g := model.NewSteps(func(a model.Action, n *clock) {
			if got = append(got, m.Text(a)); m.Text(a) == action {
				next = *n
			}
		})
		m.Expand(&w, g)
		if strings.Join(got, " ") != strings.Join(steps(w), " ") {
			t.Fatalf("at %+v the model has %v", w, got)
		}
		if alone, _ := g.Stopped(); (alone == 1) != (w.Slow == 3) {
			t.Errorf("at %+v budgets %b stop", w, alone)
		}
		w = next
	}
	// The slow hand was at 0 to 3; the fast one was never at 3 with the slow one at 0.
	if w.Seen.seen() != 0b1111<<1 {
		t.Errorf("it has seen %b at %+v", w.Seen.seen(), w)
	}
	if got := m.Describe(&w).Lanes[1]; got.Name != "asked" || len(got.Fields) != 2 || got.Fields[0].Value != "nothing yet" ||
		!strings.Contains(got.Fields[1].Value, "slow = x, x 3") {
		t.Errorf("it is shown as %+v", got)
	}
}

// FuzzCompile: no text makes the reader fall over; what means something can be asked of
// a state and of a step.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{"n(m) > 1 and mayor = m", "any x: once lit(x) later n(x) falls", "¬lit(h1) ∨ open ⊇ {h1, mayor}",
		"all e in 0..most: n(h1)' = e", "mayor = none", "size(round) - 1 = 2", "{", "any", "((", "n(h1)'", "once once later", "0..0", "!!", "a:b"} {
		f.Add(text)
	}
	words := townWords()
	f.Fuzz(func(t *testing.T, text string) {
		p, wrong := Compile(words, text)
		if wrong != nil {
			if wrong.Message == "" || wrong.At < 0 || wrong.At > len(text) || wrong.Column(text) < 1 {
				t.Fatalf("%q: %+v", text, wrong)
			}
			return
		}
		s := town{N: [3]uint8{1, 7, 3}, Mayor: 3, Open: 5, Round: [4]uint8{1, 1}, Visits: 2}
		next := town{Mayor: 1}
		seen := p.Look(State(&s), 0)
		p.In(State(&s), seen)
		p.By(State(&s), State(&next), seen)
		_ = p.witness(State(&s), State(&next), seen).Error()
		p.Parts(State(&s), seen)
		p.once(seen)
	})
}
