package refusal

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mc/model"
	"mc/model/kafka"
)

// rare are mixtures for rules that chance alone seldom brings about.
var rare = []map[string]string{
	{"generation": "3.6", "copies": "2", "retentions": "2", "checkpoints": "2", "records": "3", "numbers": "kept"},
	{"generation": "0.8", "cas_retry_sees_own_write": "on", "lost_answers": "2"},
	{"generation": "0.11", "reassignment": "process", "fetcher_failures": "3", "reassignments": "2"},
	{"generation": "kip-320", "swap_keeps_epoch": "off", "log_swaps": "2", "kills": "2"},
}

// mixture gives some constants any value that they can have.
func mixture(r *rand.Rand) map[string]string {
	set := map[string]string{"generation": kafka.Variants.Names()[r.IntN(len(kafka.Variants.Names()))]}
	if n := r.IntN(3 * len(rare)); n < len(rare) {
		set = maps.Clone(rare[n])
	}
	for range 2 { // what the first round gives may give others a meaning
		list, err := kafka.Template.Constants(set)
		if err != nil {
			return nil
		}
		for _, c := range list[1:] {
			if r.IntN(6) != 0 || c.NotThere {
				continue
			}
			switch {
			case c.Switch:
				set[c.Name] = []string{"on", "off"}[r.IntN(2)]
			case c.Choices != nil:
				set[c.Name] = c.Choices[r.IntN(len(c.Choices))]
			default:
				set[c.Name] = strconv.Itoa(min(c.Min+r.IntN(4), c.Max))
			}
		}
	}
	return set
}

// walks takes random steps through mixtures of protocols and shows the states.
func walks(t *testing.T, seed uint64, mixtures int, see func(m *model.Model[kafka.State], p *kafka.Protocol, s *kafka.State)) {
	r := rand.New(rand.NewPCG(18, seed))
	for built := 0; built < mixtures; {
		m, values, err := kafka.Template.Build(mixture(r))
		if err != nil {
			continue
		}
		p, err := kafka.NewProtocol(values)
		if err != nil {
			t.Fatal(err)
		}
		built++
		var s kafka.State
		m.Init(func(first kafka.State) { s = first })
		for range 80 {
			see(m, p, &s)
			n, next := 0, s
			m.Expand(&s, model.NewSteps(func(_ model.Action, to *kafka.State) {
				if n++; r.IntN(n) == 0 {
					next = *to
				}
			}))
			s = next
		}
	}
}

// instances are the actions of a rule.
func instances(m *model.Model[kafka.State], rule int) []model.Action {
	all := []model.Action{{Rule: uint16(rule)}}
	for i, p := range m.Rules[rule].Params {
		var longer []model.Action
		for _, a := range all {
			for _, v := range p.Values {
				a.Args[i] = v
				longer = append(longer, a)
			}
		}
		all = longer
	}
	return all
}

// ofRefused are the rules whose last sentence is for actions that are known to be
// refused: whether their step changes anything is seen when it is taken.
var ofRefused = []string{"Fetch", "FetchEarly", "FetchWaits", "Poll"}

// TestEveryRefusalHasItsReason: an action that is not enabled has a reason, unless its
// rule says that budgets alone stand in its way; one that is enabled, or would be but
// for budgets, has none.
func TestEveryRefusalHasItsReason(t *testing.T) {
	seen, missing := map[string]int{}, ""
	for seed := uint64(1); seed <= 5; seed++ { // some mixtures are rare
		mixtures := 400
		if testing.Short() {
			mixtures = 30
		}
		walks(t, seed, mixtures, func(m *model.Model[kafka.State], p *kafka.Protocol, s *kafka.State) {
			explainAll(t, m, p, s, seen)
		})
		missing = ""
		for rule := range reasons {
			if seen[rule] == 0 {
				missing = rule
			}
		}
		if missing == "" || testing.Short() {
			return
		}
	}
	t.Errorf("no instance of %s was refused", missing)
}

// explainAll holds the reasons for all actions in a state against what can be done, and
// counts the refused ones.
func explainAll(t *testing.T, m *model.Model[kafka.State], p *kafka.Protocol, s *kafka.State, seen map[string]int) {
	t.Helper()
	can := map[model.Action]bool{}
	g := model.NewSteps(func(a model.Action, _ *kafka.State) { can[a] = true })
	g.NoteStops(true)
	m.Expand(s, g)
	for i, r := range m.Rules {
		if r.Absent && !r.Spent {
			continue
		}
		if r.Absent {
			m.GatherRule(i, s, g)
		}
		for _, a := range instances(m, i) {
			why := Why(p, s, r.Name, a.Args).Why
			named := slices.ContainsFunc(g.Stops(), func(stop model.Stop) bool { return !stop.Any && stop.Action == a })
			whoever := a // a step that is stopped elects nobody yet
			if n := len(r.Params); n > 0 && r.Params[n-1].Name == kafka.Elected {
				whoever.Args[n-1] = uint8(kafka.Nobody)
			}
			stopped := named || slices.ContainsFunc(g.Stops(), func(stop model.Stop) bool {
				return stop.Any && stop.Action.Rule == a.Rule || !stop.Any && stop.Action == whoever
			})
			switch {
			case can[a] && why != "" && !slices.Contains(ofRefused, r.Name):
				t.Fatalf("%s is enabled, and is said not to be: %s\n%+v", m.Text(a), why, *s)
			case !can[a] && why == "" && !stopped:
				t.Fatalf("%s is not enabled, and nobody knows why\n%+v", m.Text(a), *s)
			case !can[a] && why != "" && named:
				t.Fatalf("%s is stopped by a budget, and is said to be impossible: %s", m.Text(a), why)
			case !can[a]:
				seen[r.Name]++
			}
		}
	}
}

// TestEveryRuleIsExplained: no rule is forgotten, and none is spoken of that there is not.
func TestEveryRuleIsExplained(t *testing.T) {
	m, _, err := kafka.Template.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, r := range m.Rules {
		names[r.Name] = true
		if !Explains(r.Name) {
			t.Errorf("nothing is said of %s", r.Name)
		}
	}
	for rule := range maps.Keys(reasons) {
		if !names[rule] {
			t.Errorf("there is no rule %s", rule)
		}
	}
}

// readings read a sentence against the picture that people have of the state.
var readings = []struct {
	sentence *regexp.Regexp
	holds    func(v picture, found []string) bool
}{
	{regexp.MustCompile(`^(b\d) is down`), func(v picture, x []string) bool { return v.badge(x[1]) == "down" }},
	{regexp.MustCompile(`^(b\d) runs`), func(v picture, x []string) bool { return v.badge(x[1]) != "down" }},
	{regexp.MustCompile(`(b\d) does not take itself for the leader`), func(v picture, x []string) bool {
		return !strings.HasPrefix(v.badge(x[1]), "leader")
	}},
	{regexp.MustCompile(`^(b\d), whom it follows, is down`), func(v picture, x []string) bool { return v.badge(x[1]) == "down" }},
	{regexp.MustCompile(`^(b\d) is no follower`), func(v picture, x []string) bool { return !strings.HasPrefix(v.badge(x[1]), "follower") }},
	{regexp.MustCompile(`^(b\d) is the leader$`), func(v picture, x []string) bool { return v.field("controller", "leader") == x[1] }},
	{regexp.MustCompile(`^(b\d) is fenced`), func(v picture, x []string) bool {
		return strings.Contains(v.field("controller", "fenced"), x[1])
	}},
	{regexp.MustCompile(`^b\d is not in the ISR (.*)$`), func(v picture, x []string) bool {
		return v.field("controller", "ISR") == x[1]
	}},
	{regexp.MustCompile(`the high watermark of (b\d), (\d+), does not cover`), func(v picture, x []string) bool {
		return v.field(x[1], "HW") == x[2]
	}},
}

// picture is the view of a state.
type picture model.View

func (p picture) lane(name string) (l model.Lane) {
	for _, l := range p.Lanes {
		if l.Name == name {
			return l
		}
	}
	return l
}

func (p picture) badge(lane string) string { return p.lane(lane).Badge }

func (p picture) field(lane, name string) string {
	for _, f := range p.lane(lane).Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// TestReasonsAreTrue reads the sentences that people go by most against the view.
func TestReasonsAreTrue(t *testing.T) {
	read := make([]int, len(readings))
	walks(t, 1, 40, func(m *model.Model[kafka.State], p *kafka.Protocol, s *kafka.State) {
		view := picture(m.Describe(s))
		for i, r := range m.Rules {
			if r.Absent {
				continue
			}
			for _, a := range instances(m, i) {
				if _, enabled := m.Successor(s, a); enabled {
					continue
				}
				why := Why(p, s, r.Name, a.Args).Why
				for j, reading := range readings {
					if x := reading.sentence.FindStringSubmatch(why); x != nil {
						if read[j]++; !reading.holds(view, x) {
							t.Fatalf("%s: %s, but\n%s", m.Text(a), why, fmt.Sprintf("%+v", view))
						}
					}
				}
			}
		}
	})
	for j, n := range read {
		if n == 0 {
			t.Errorf("no reason was %q", readings[j].sentence)
		}
	}
}
