package kafka

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"mc/model"
)

// toldStep is a step of a walk, with what is told of it.
type toldStep struct {
	p             *Protocol
	values        model.Values
	action        model.Action
	before, after *State
	story         model.Story
}

// walked takes random steps through random mixtures of protocols, some of them with much
// that makes elections, and shows every step.
func walked(t *testing.T, visit func(toldStep)) {
	r := rand.New(rand.NewPCG(17, 4))
	mixtures := 120
	if testing.Short() {
		mixtures = 60
	}
	for i := range mixtures {
		set := randomMixture(r)
		if i%2 == 0 {
			set = map[string]string{"generation": Variants.Names()[r.IntN(len(Variants.Names()))], "max_leader_epoch": "7",
				"fences": "3", "unfences": "3", "elections": "2", "lossy_crashes": "2", "clean_stops": "1", "lag_timeouts": "3",
				"unclean_elections": strconv.Itoa(r.IntN(2) * 2)}
		}
		m, values, err := Template.Build(set)
		if err != nil {
			continue
		}
		p, err := NewProtocol(values)
		if err != nil || p.endless() != "" {
			continue
		}
		for range 12 {
			stroll(r, m, 60, func(a model.Action, before, after *State) {
				visit(toldStep{p, values, a, before, after, m.Story(a, before, after)})
			})
		}
	}
}

// stroll takes random steps.
func stroll(r *rand.Rand, m *model.Model[State], steps int, visit func(a model.Action, before, after *State)) {
	var s State
	m.Init(func(first State) { s = first })
	for range steps {
		var next State
		var taken model.Action
		n := 0
		m.Expand(&s, model.NewSteps(func(a model.Action, to *State) {
			if n++; r.IntN(n) == 0 {
				taken, next = a, *to
			}
		}))
		if n == 0 {
			return
		}
		was := s
		visit(taken, &was, &next)
		s = next
	}
}

// under is what the same action makes of the same state with other settings; false if
// it is not enabled there.
func (x toldStep) under(t *testing.T, change func(*Protocol)) (after State, enabled bool) {
	t.Helper()
	q, err := NewProtocol(x.values)
	if err != nil {
		t.Fatal(err)
	}
	change(q)
	rules := q.rules()
	m := model.Model[State]{Name: "kafka", Rules: rules}
	before := *x.before
	if q.Recovery == RecoverNone {
		before.Controller.LastKnown = 0
	}
	m.Expand(&before, model.NewSteps(func(a model.Action, to *State) {
		if a == x.action && !enabled {
			after, enabled = *to, true
		}
	}))
	return after, enabled
}

var (
	eligible = regexp.MustCompile(`(b\d) is eligible: (.*?)\.( |$)`)
	setIn    = regexp.MustCompile(`\{[^}]*\}`)
	lacks    = regexp.MustCompile(`(b\d) lacks ([^.]*), committed before`)
)

// TestElectionsAreExplained holds that each step that makes somebody leader says why it
// may, and what it lacks, as a look at the state before and the same step without
// unclean elections and without recovery have it.
func TestElectionsAreExplained(t *testing.T) {
	seen := map[string]int{}
	walked(t, func(x toldStep) {
		was, c := &x.before.Controller, &x.after.Controller
		if c.Leader == was.Leader && c.Epoch == was.Epoch || strings.HasPrefix(x.story.Title, "a deposed controller") {
			return
		}
		words := x.story.Words
		if c.Leader == Nobody {
			seen["nobody"]++
			if !strings.Contains(words, "Nobody can be elected: ") {
				t.Fatalf("nobody leads, and nothing says why: %s", words)
			}
			x.holdNobody(t)
			return
		}
		l := c.Leader.Index()
		if c.Leader == was.Leader && (!x.before.Brokers[l].Down() || x.after.Brokers[l].Down()) {
			return // a new epoch of the same leader
		}
		ground := x.ground(t, l)
		seen[ground]++
		want := map[string]string{
			"planned": "it is in the ISR", "isr": "in the ISR", "elr": "in the ELR", "last known": "last known",
			"unclean": "is in neither ISR nor ELR: the election is unclean",
		}[ground]
		if !strings.Contains(words, want) {
			t.Fatalf("%s leads by %s, and the story says: %s", c.Leader, ground, words)
		}
		x.holdEligible(t, l)
		if missing := missingOf(x.after, l); missing != said(lacks, words, 2) {
			t.Fatalf("%s lacks %q, and the story says: %s", c.Leader, missing, words)
		}
	})
	least := 5
	if testing.Short() {
		least = 1 // half as many walks, on which few are elected as last known
	}
	for _, ground := range []string{"planned", "isr", "elr", "last known", "unclean", "nobody"} {
		if seen[ground] < least {
			t.Errorf("only %d elections by %s were walked through", seen[ground], ground)
		}
	}
	t.Log(seen)
}

// ground is on what ground l leads, by what would have become of it otherwise.
func (x toldStep) ground(t *testing.T, l int) string {
	leads := func(change func(*Protocol)) bool {
		after, enabled := x.under(t, change)
		return enabled && after.Controller.Leader == NodeOf(l)
	}
	clean := func(p *Protocol) { p.uncleanBudget.limit = 0 }
	safe := func(p *Protocol) { clean(p); p.Recovery = RecoverNone }
	switch {
	case strings.HasSuffix(x.story.Title, "is elected"):
		return "planned"
	case leads(safe) && (x.after.Controller.Isr&^Of(l) != 0 || x.before.Controller.Isr.Has(l) && !x.registersUncleanly(l)):
		return "isr"
	case leads(safe):
		return "elr"
	case leads(clean):
		return "last known"
	}
	return "unclean"
}

// registersUncleanly reports that l has come back in this step and is out of the ISR for it.
func (x toldStep) registersUncleanly(l int) bool {
	stays := !x.p.Elr && x.before.Controller.Isr == Of(l) // an ISR is not emptied without ELR
	return x.p.ReregRemovesIsr && x.before.Brokers[l].Down() && !x.after.Brokers[l].Down() && !stays
}

// holdEligible checks the sets that the sentence names, broker by broker.
func (x toldStep) holdEligible(t *testing.T, l int) {
	m := eligible.FindStringSubmatch(x.story.Words)
	if m == nil {
		return
	}
	c := &x.after.Controller
	away := func(b int) bool { return (c.Fenced | c.ShuttingDown | c.Removed | c.Offline).Has(b) }
	if m[1] != name(l) {
		t.Fatalf("%s leads, and the story says: %s", name(l), m[0])
	}
	members := setIn.FindString(m[2])
	if strings.Contains(m[2], "neither fenced nor stopping") && away(l) {
		t.Fatalf("%s is not there, and the story says: %s", name(l), m[0])
	}
	if members != "" && !strings.Contains(members, name(l)) {
		t.Fatalf("%s is in no such set: %s", name(l), m[0])
	}
	for b := range l {
		if strings.Contains(m[2], "it is the first in") && strings.Contains(members, name(b)) && !away(b) {
			t.Fatalf("%s comes before %s: %s", name(b), name(l), m[0])
		}
	}
}

// holdNobody checks of a partition without a leader that who is named is not there.
func (x toldStep) holdNobody(t *testing.T) {
	c := &x.after.Controller
	words := x.story.Words[strings.Index(x.story.Words, "Nobody can be elected"):]
	members := setIn.FindString(words)
	away := 0
	for b := range x.p.Brokers {
		if !strings.Contains(members, name(b)) {
			continue
		}
		if (c.Fenced | c.ShuttingDown | c.Removed | c.Offline).Has(b) {
			away++
		} else if strings.Contains(words, "everybody in") {
			t.Fatalf("%s is there: %s", name(b), words)
		}
	}
	if members != "" && away == 0 {
		t.Fatalf("none of %s is away: %s", members, words)
	}
	if strings.Contains(words, "not allowed") != (x.values["unclean_elections"] == 0) {
		t.Fatalf("unclean_elections=%d: %s", x.values["unclean_elections"], words)
	}
}

// missingOf are the committed records that are not where they were, counted by hand.
func missingOf(s *State, b int) string {
	var out []string
	for o, r := range s.Ghosts.Committed.Records[:s.Ghosts.Committed.End] {
		x := &s.Brokers[b]
		if o < int(s.Ghosts.Deleted) || o < int(x.LocalStart()) {
			continue
		}
		if o >= int(x.Log.End) || x.Log.Records[o] != r {
			out = append(out, r.String())
		}
	}
	return strings.Join(out, ", ")
}

func said(what *regexp.Regexp, words string, group int) string {
	if m := what.FindStringSubmatch(words); m != nil {
		return m[group]
	}
	return ""
}

// TestTurnsSayWhatHappened holds the turns of random steps against the states: each
// election, commitment and loss of records has one, and nothing else has.
func TestTurnsSayWhatHappened(t *testing.T) {
	walked(t, func(x toldStep) {
		kinds := map[model.TurnKind]int{}
		for _, turn := range x.story.Turns {
			kinds[turn.Kind]++
			if turn.Words == "" || strings.HasSuffix(turn.Words, ".") || strings.HasSuffix(turn.Cause, ".") {
				t.Fatalf("%+v", turn)
			}
		}
		was, c := &x.before.Controller, &x.after.Controller
		elected := c.Leader != was.Leader || c.Epoch != was.Epoch && c.Leader != Nobody
		if (kinds[model.Election] > 0) != elected {
			t.Fatalf("%s: %v, from %v to %v", x.story.Title, x.story.Turns, was, c)
		}
		if (kinds[model.Commit] > 0) != (x.after.Ghosts.Committed.End > x.before.Ghosts.Committed.End) {
			t.Fatalf("%s: %v", x.story.Title, x.story.Turns)
		}
		shorter := 0
		for b := range x.p.Brokers {
			if x.after.Brokers[b].Log.End < x.before.Brokers[b].Log.End {
				shorter++
			}
		}
		if kinds[model.Cut]+kinds[model.Loss] < shorter && x.before.Ghosts.Deleted == 0 {
			t.Fatalf("%s: %v", x.story.Title, x.story.Turns)
		}
	})
}

// TestEverySwitchPrevents holds that each switch, and each axis of the protocol, has a
// sentence of what cannot happen with one of its values, which is no second doc.
func TestEverySwitchPrevents(t *testing.T) {
	used := map[string]bool{}
	for _, c := range Columns {
		used[c.Name] = true
		p := c.Prevents
		if p.By == "" {
			if c.Switch || c.Role == model.OfVariant {
				t.Errorf("%s: nothing says what it prevents", c.Name)
			}
			continue
		}
		if _, err := c.Parse(p.By); err != nil {
			t.Errorf("what prevents: %v", err)
		}
		if !strings.Contains(p.Words, " cannot ") || !strings.HasSuffix(p.Words, ".") || strings.Count(p.Words, ". ") > 0 {
			t.Errorf("%s: %q does not say in one sentence what cannot happen", c.Name, p.Words)
		}
		if n := alike(p.Words, c.Doc); n > 60 {
			t.Errorf("%s: %d of 100 words of %q are in its doc, %q", c.Name, n, p.Words, c.Doc)
		}
	}
	for _, b := range budgets {
		used[b.Name] = true
	}
	for key := range prevents {
		if !used[key] {
			t.Errorf("%s is no constant", key)
		}
	}
}

// alike is how many of a hundred words of the one are in the other.
func alike(one, other string) int {
	known := map[string]bool{}
	for _, w := range strings.Fields(strings.ToLower(other)) {
		known[strings.Trim(w, ".,;:()")] = true
	}
	words := strings.Fields(strings.ToLower(one))
	n := 0
	for _, w := range words {
		if known[strings.Trim(w, ".,;:()")] {
			n++
		}
	}
	return 100 * n / len(words)
}
