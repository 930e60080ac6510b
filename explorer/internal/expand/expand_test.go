package expand

import (
	"errors"
	"fmt"
	"maps"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"mc/explorer/internal/pack"
	"mc/explorer/internal/store"
	"mc/model"
)

// pair is a state of two numbers that may change places.
type pair struct{ A, B uint8 }

// leaps is a model whose rules add what is drawn to either number.
func leaps(t *rapid.T) *model.Model[pair] {
	by := rapid.SliceOfN(rapid.Uint8Range(1, 5), 1, 40).Draw(t, "by")
	bad := rapid.Uint8Range(0, 12).Draw(t, "bad")
	m := &model.Model[pair]{
		Name: "leaps",
		Init: func(add func(pair)) { add(pair{}); add(pair{1, 0}) },
		Rules: []model.Rule[pair]{
			{Name: "Left", Params: []model.Param{{Name: "by"}}, Expand: func(s *pair, out *model.Steps[pair]) {
				for i, n := range by {
					out.Step(uint8(i)).A += n
				}
			}},
			{Name: "Right", Params: []model.Param{{Name: "by"}}, Expand: func(s *pair, out *model.Steps[pair]) { out.Step(by[0]).B += by[0] }},
		},
		Canonical: func(s *pair) { s.A, s.B = min(s.A, s.B), max(s.A, s.B) },
		Properties: []model.Property[pair]{
			{Name: "sum", State: func(s *pair) error {
				if s.A+s.B == bad {
					return errors.New("bad")
				}
				return nil
			}},
			{Name: "step", Kind: model.Step, Step: func(b *pair, a model.Action, _ *pair) error {
				if b.A == bad && a.Args[0] > 0 {
					return errors.New("bad")
				}
				return nil
			}},
		},
	}
	if rapid.Bool().Draw(t, "constrained") {
		m.Within = func(s *pair) bool { return s.A != bad }
	}
	return m
}

// collector is a sink that keeps what it gets.
type collector struct {
	x       *Expander[pair]
	packer  *pack.Packer
	kept    map[string]int // by rule and state
	decided map[int]Where
	t       *rapid.T
}

func (c *collector) Add(b *store.Batch) {
	for i := range b.N {
		var s pack.Cell[pair]
		c.packer.Unpack(unsafe.Pointer(&s.State), &b.State(i)[0])
		c.kept[fmt.Sprint(b.Rules[i], s.State)]++
		if c.x.size == 1 && *c.x.Found() != s.State {
			c.t.Fatalf("found is %v, and packed %v", *c.x.Found(), s.State)
		}
	}
	b.N = 0
}

func (c *collector) Decided(i int, at Where) { c.decided[i] = at }

// TestExpanderAgreesWithTheModel: in bulk or one by one, what a sink gets is
// what the model's rules lead to, canonical and within the constraint.
func TestExpanderAgreesWithTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := leaps(t)
		symmetry, steps, each := rapid.Bool().Draw(t, "symmetry"), rapid.Bool().Draw(t, "steps"), rapid.Bool().Draw(t, "each")
		from := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pair {
			return pair{rapid.Uint8Range(0, 9).Draw(t, "A"), rapid.Uint8Range(0, 9).Draw(t, "B")}
		}), 1, 5).Draw(t, "from")

		var decisions []*Decision[pair]
		for i := range m.Properties {
			if steps || m.Properties[i].Kind != model.Step {
				decisions = append(decisions, &Decision[pair]{Property: &m.Properties[i]})
			}
		}
		c := &collector{packer: pack.New(m.Widest), kept: map[string]int{}, decided: map[int]Where{}, t: t}
		o := Options[pair]{Model: m, Packer: c.packer, Decisions: decisions, Each: each,
			Fault: func(detail string) error { return errors.New(detail) }}
		if symmetry {
			o.Represent = m.Canonical
		}
		c.x = New(o, c)
		c.x.Begin(Open(decisions, Counts{}))
		for _, s := range from {
			var in pack.Cell[pair]
			in.State = s
			packed := make([]uint64, c.packer.Words())
			c.packer.Pack(&packed[0], unsafe.Pointer(&in.State), 1)
			c.x.Load(packed)
			c.x.Judge()
			c.x.Expand(false)
		}
		c.x.Flush()

		kept, decided, outside, generated := twin(m, from, symmetry, decisions)
		if !maps.Equal(kept, c.kept) || c.x.Err() != nil {
			t.Fatalf("kept %v, want %v; %v", c.kept, kept, c.x.Err())
		}
		if int(c.x.Tally.Outside) != outside || int(c.x.Tally.Generated) != generated || int(c.x.Tally.Expanded) != len(from) {
			t.Fatalf("%+v; want %d generated, %d outside", c.x.Tally, generated, outside)
		}
		for i := range decisions {
			if (c.decided[i] != Nowhere) != decided[i] || (c.x.Finds[i].At != Nowhere) != decided[i] {
				t.Fatalf("%s: decided at %v, want %v", decisions[i].Property.Name, c.decided[i], decided[i])
			}
		}
	})
}

// twin does the same slowly.
func twin(m *model.Model[pair], from []pair, symmetry bool, decisions []*Decision[pair]) (kept map[string]int, decided map[int]bool, outside, generated int) {
	kept, decided = map[string]int{}, map[int]bool{}
	for _, s := range from {
		judge := func(n *pair) {
			for i, d := range decisions {
				if is, _ := d.Property.DecidedIn(n); is {
					decided[i] = true
				}
			}
		}
		judge(&s)
		before := s
		m.Expand(&s, model.NewSteps(func(a model.Action, n *pair) {
			generated++
			for i, d := range decisions {
				if is, _ := d.Property.DecidedBy(&before, a, n); is {
					decided[i] = true
				}
			}
			if symmetry {
				m.Canonical(n)
			}
			if m.Within != nil && !m.Within(n) {
				outside++
				judge(n)
				return
			}
			kept[fmt.Sprint(a.Rule, *n)]++
		}))
	}
	return kept, decided, outside, generated
}
