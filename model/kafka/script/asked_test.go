package script

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mc/model"
	"mc/model/ask"
	"mc/model/kafka"
	"mc/model/schedule"
)

// TestTermsAreSights: along random courses a predicate finds what a script sees under
// the same name, by its text.
func TestTermsAreSights(t *testing.T) {
	compared := map[string]int{}
	for _, generation := range []string{"0.10.2", "2.1", "4.1"} {
		set := map[string]string{"generation": generation, "records": "3", "kills": "2", "elections": "2", "fences": "2", "track_acks": "with-hw"}
		m, values, err := kafka.Template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		words, err := Ask(m, values)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := kafka.NewProtocol(values)
		for seed := range uint64(4) {
			x, err := New(p, m, nil)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(seed, 1))
			for range 40 {
				compareTerms(t, x, words, compared)
				enabled := x.Enabled()
				if len(enabled) == 0 {
					break
				}
				a, _ := x.Named(enabled[random.IntN(len(enabled))])
				x.Take(a)
			}
		}
	}
	for _, name := range []string{"leo", "hw", "role", "known_isr", "maximal_isr", "isr", "committed", "acked", "log", "epochs", "known_leo",
		"leader", "pending", "waiting", "min_isr", "follows", "fenced", "caught_up", "sees"} {
		if compared[name] == 0 {
			t.Errorf("%s was compared nowhere", name)
		}
	}
}

// compareTerms compares all terms that scripts see, too, in the present state.
func compareTerms(t *testing.T, x *Player, words *ask.Vocabulary, compared map[string]int) {
	t.Helper()
	s := x.Now()
	for _, sight := range sights {
		for i := range words.Terms {
			term := &words.Terms[i]
			if term.Name != sight.name || len(term.Params) > 1 || sight.name == "cache" {
				continue
			}
			brokers := 1
			if len(term.Params) == 1 {
				brokers = len(words.Default.Names)
			}
			for b := range brokers {
				want := schedule.Want{Key: sight.name}
				if sight.of != nobody {
					want.Of = words.Default.Names[b]
				}
				_, seen, err := x.Look(want)
				if err != nil {
					t.Fatal(err)
				}
				if l := s.Controller.Leader.Index(); sight.of == follower && (l < 0 || !x.isLeader(l)) {
					continue // a script asks whoever leads then, a predicate the controller's leader
				}
				if (term.Name == "known_isr" || term.Name == "maximal_isr") && s.Brokers[b].Role != kafka.Leader {
					continue // unknown of who does not lead, which scripts have no word for
				}
				if got := spelled(term, s, ask.Args{b}); got != seen {
					t.Fatalf("%s of %v is %s, and a script sees %s", term.Name, want.Of, got, seen)
				}
				compared[term.Name]++
			}
		}
	}
}

// spelled is a value as scripts spell it.
func spelled(term *ask.Term, s *kafka.State, a ask.Args) string {
	name := func(i int) string {
		switch {
		case term.Type.Of == nil:
			return fmt.Sprint(i)
		case i < 0:
			return "nobody"
		}
		return term.Type.Of.Names[i]
	}
	var list []string
	if term.Type.Shape == ask.List {
		items := term.List(ask.State(s), a)
		for _, item := range items.At[:items.Len] {
			list = append(list, name(int(item)))
		}
		return listed(list)
	}
	v := term.Num(ask.State(s), a)
	switch {
	case term.Type.Shape == ask.Truth:
		return yes(v != 0)
	case term.Type.Shape == ask.Set && term.Type.Of.One == "broker":
		return kafka.Set(v).String()
	case term.Type.Shape == ask.Set:
		for i, n := range term.Type.Of.Names {
			if v>>i&1 == 1 {
				list = append(list, n)
			}
		}
		return listed(list)
	case v == ask.Unknown:
		return "unknown"
	}
	return strings.ReplaceAll(name(v), "decided", "expand decided")
}

// TestMemoryIsFree: no bit is stored for questions where none remembers, and where one
// does, as many as it needs.
func TestMemoryIsFree(t *testing.T) {
	bits := func(text string) int {
		tmpl := ask.Template(*kafka.Template, Ask, []ask.Question{{Name: "never", Text: text}})
		m, _, err := tmpl.Build(map[string]string{"replicas": "2"})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, b := range m.Widest.Asked {
			for ; b != 0; b &= b - 1 {
				n++
			}
		}
		return n
	}
	for text, want := range map[string]int{"up(b)": 0, "once up(b1) later not up(b1)": 1, "once up(b) later not up(b)": 2,
		"once epoch(b) = e later up(b)": 6} {
		if got := bits(text); got != want {
			t.Errorf("%s takes %d bits, want %d", text, got, want)
		}
	}
	if err := model.CheckPlain[kafka.State](); err != nil {
		t.Error(err)
	}
}
