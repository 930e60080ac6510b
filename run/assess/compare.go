package assess

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"mc/term"
)

// UpgradeSchema names the JSON form of an upgrade.
const UpgradeSchema = "mc.upgrade/1"

// Upgrade is what going from one release to another changes.
type Upgrade struct {
	Schema  string   `json:"schema"`
	From    *Setup   `json:"from"`
	To      []*Setup `json:"to"` // with each value of a setting that nobody gave
	Closes  []Change `json:"closes"`
	Opens   []Change `json:"opens"`
	Leaves  []Change `json:"leaves"`
	Brings  []string `json:"brings"`
	Unasked []Change `json:"not_decided"`
	Seconds float64  `json:"seconds"`
}

// Change is what becomes of a harm.
type Change struct {
	Harm   string   `json:"harm"`
	Title  string   `json:"title"`
	Impact string   `json:"impact"`
	Refs   []string `json:"refs,omitempty"`
	Likely Likely   `json:"likely"`

	Under map[string]string `json:"under,omitempty"` // constants without which it is not asked
	From  Seen              `json:"from"`
	To    []Seen            `json:"to"`

	rank int
}

// Seen is what a harm came to under one setup.
type Seen struct {
	Found  bool   `json:"found"`
	Events string `json:"events,omitempty"`
	Length int    `json:"trace_length,omitempty"`
	Runs   []Ran  `json:"runs,omitempty"` // that do not find it
	Why    string `json:"not_run,omitempty"`
}

// Compare looks for every harm under both releases, with the same settings. A harm
// that they rule out is asked under those that bring it (Harm.Otherwise).
func Compare(ctx context.Context, k *Know, from, to string, given []Given, o Options) (*Upgrade, error) {
	began := time.Now()
	before, err := k.Setup(from, given)
	if err != nil {
		return nil, err
	}
	after, err := k.Setup(to, given)
	if err != nil {
		return nil, err
	}
	u := newUpgrade()
	setups, err := k.either(before)
	if err != nil {
		return nil, err
	}
	u.From = setups[len(setups)-1]
	if u.To, err = k.either(after); err != nil {
		return nil, err
	}
	u.To = upgraded(u.To)
	search := k.begin(ctx, u.From, o)
	search.Survive = search.beyond()
	if err := search.compare(u); err != nil {
		return nil, err
	}
	u.Brings = append(u.Brings, k.news(u)...)
	u.Seconds = time.Since(began).Seconds()
	return u, nil
}

func newUpgrade() *Upgrade {
	return &Upgrade{Schema: UpgradeSchema, Closes: []Change{}, Opens: []Change{}, Leaves: []Change{}, Brings: []string{}, Unasked: []Change{}}
}

// compare asks for every harm on both sides: first with a glance, then whole.
func (s *search) compare(u *Upgrade) error {
	changes, most := make([]Change, len(s.Harms)), s.States
	for _, s.most = range []uint64{min(glance, most), most} {
		for i := range s.Harms {
			if err := s.change(&changes[i], &s.Harms[i], u); err != nil {
				return err
			}
		}
	}
	for _, c := range changes {
		u.add(c)
	}
	for _, list := range [][]Change{u.Closes, u.Opens, u.Leaves} {
		slices.SortStableFunc(list, func(a, b Change) int { return a.rank - b.rank })
	}
	return nil
}

// otherwise looks what the other value of a setting that nobody gave would change.
// The answer itself is of the first.
func (s *search) otherwise() error {
	all, err := s.either(s.setup)
	if err != nil || len(all) < 2 {
		return err
	}
	u := newUpgrade()
	u.From, u.To = all[0], all[1:]
	if err := s.compare(u); err != nil {
		return err
	}
	u.Leaves, s.answer.Upgrade = []Change{}, u
	return nil
}

// upgraded puts first what a cluster is right after an upgrade: without what has to
// be switched on.
func upgraded(all []*Setup) []*Setup {
	out := slices.Clone(all)
	slices.Reverse(out)
	return out
}

// change asks for a harm before and after, or goes on with what a limit cut.
func (s *search) change(c *Change, h *Harm, u *Upgrade) error {
	if c.Harm == "" {
		_, rank, impact, err := s.asking(h)
		if err != nil {
			return err
		}
		*c = Change{Harm: h.Name, Title: h.Title, Impact: impact, Refs: h.Refs, Likely: h.Likely, rank: rank, To: make([]Seen, len(u.To))}
		lacks, err := s.lacks(h, u.From.Set)
		if err != nil {
			return err
		}
		if lacks != "" {
			c.Under = h.Otherwise
		}
	}
	if err := s.see(&c.From, h, u.From, c.Under); err != nil {
		return err
	}
	for i, to := range u.To {
		if err := s.see(&c.To[i], h, to, c.Under); err != nil {
			return err
		}
	}
	return nil
}

// see asks for a harm under one setup, as far as that is not known.
func (s *search) see(seen *Seen, h *Harm, setup *Setup, under map[string]string) error {
	base := maps.Clone(setup.Set)
	maps.Copy(base, under)
	lacks, err := s.lacks(h, base)
	if seen.Why = lacks; err != nil || lacks != "" || seen.Found {
		return err
	}
	entry, _, _, err := s.asking(h)
	if err != nil {
		return err
	}
	f := Finding{harm: h, Runs: seen.Runs}
	for _, probe := range h.Probes {
		if !s.Survive.has(probe, s.Know) || f.decided(probe) {
			continue
		}
		found, err := s.probe(entry, &f, base, probe)
		if err != nil {
			return err
		}
		if found {
			*seen = Seen{Found: true, Events: f.Events, Length: f.Length}
			return nil
		}
	}
	seen.Runs = f.Runs
	for _, r := range f.Runs {
		if r.Why != "" {
			seen.Why = r.Why
		}
	}
	return nil
}

// add puts a change where it belongs.
func (u *Upgrade) add(c Change) {
	gone, new, open := false, false, c.From.Why != ""
	for _, to := range c.To {
		gone = gone || !to.Found
		new = new || to.Found
		open = open || to.Why != ""
	}
	switch {
	case open && !c.From.Found && !new:
		u.Unasked = append(u.Unasked, c)
	case c.From.Found && gone:
		u.Closes = append(u.Closes, c)
	case c.From.Found:
		u.Leaves = append(u.Leaves, c)
	case new:
		u.Opens = append(u.Opens, c)
	}
}

// news is what comes with keys that the upgrade turns.
func (k *Know) news(u *Upgrade) (all []string) {
	values := func(s *Setup, key string) string {
		list, err := k.Entry.Constants(s.Set)
		if err != nil {
			return ""
		}
		for _, c := range list {
			if value, given := s.Set[key]; given && c.Name == key {
				return value
			} else if c.Name == key {
				return c.Default
			}
		}
		return ""
	}
	for _, n := range k.News {
		turned := func(s *Setup) bool { return values(s, n.Key) == n.Value }
		if values(u.From, n.Key) != n.Value && slices.ContainsFunc(u.To, turned) {
			all = append(all, n.Says...)
		}
	}
	return all
}

// JSON writes the upgrade as one object.
func (u *Upgrade) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(u)
}

// UpgradeText writes an upgrade as people read it.
func (k *Know) UpgradeText(w io.Writer, u *Upgrade, paint term.Paint, width int) error {
	t := &writer{know: k, paint: paint, width: columns(width)}
	_, family, _ := k.Entry.Variants().Find(u.From.Variant)
	words := []string{}
	for _, g := range u.From.Settled {
		words = append(words, g.Name+"="+g.Value)
	}
	t.line("%s: %s", paint.Text(term.Bold, "From "+family.Label+" "+u.From.Release+" to "+u.To[0].Release), strings.Join(words, " "))
	if asked := askedOf(u.To); asked != nil {
		t.line("%s is %s. Both values are answered for.", asked.Names[0], asked.Ask)
	}
	t.line("")
	t.changes("Closes", u, u.Closes)
	t.changes("Opens", u, u.Opens)
	t.changes("Leaves as it was", u, u.Leaves)
	if len(u.Brings) > 0 {
		t.line("%s", paint.Text(term.Bold, "Brings"))
		for _, line := range u.Brings {
			t.line(" * %s", line)
		}
		t.line("")
	}
	if len(u.Unasked) > 0 {
		t.line("%s", paint.Text(term.Bold, "Not decided"))
		for _, c := range u.Unasked {
			t.line(" * %s", c.Title)
		}
		t.line("")
	}
	t.line("Each is looked for within few events, alone; an answer for one release tells it, and what it rests on. %.0f seconds", u.Seconds)
	_, err := io.WriteString(w, t.out.String())
	return err
}

func askedOf(all []*Setup) *Setting {
	if len(all) < 2 {
		return nil
	}
	return all[0].choice
}

// changes lists what becomes of some harms.
func (t *writer) changes(title string, u *Upgrade, list []Change) {
	t.line("%s", t.paint.Text(term.Bold, title))
	if len(list) == 0 {
		t.line(" * nothing that is on the list")
	}
	for _, c := range list {
		under := ""
		for _, name := range slices.Sorted(maps.Keys(c.Under)) {
			if u.From.Set[name] != c.Under[name] {
				under += " with " + name + "=" + c.Under[name]
			}
		}
		t.line(" * %s%s%s: %s (%s)", c.Impact, under, u.when(&c), c.Title, strings.Join(c.Refs, ", "))
		t.line("     %s: %s", u.From.Release, c.From.words())
		for i, to := range c.To {
			t.line("     %s: %s", u.To[i].name(), to.words())
		}
	}
	t.line("")
}

// when says of a harm that is closed whether it takes more than the upgrade.
func (u *Upgrade) when(c *Change) string {
	if !c.From.Found || len(c.To) < 2 || c.To[0].Found == c.To[len(c.To)-1].Found {
		return ""
	}
	return ", closed " + strings.Replace(u.To[len(u.To)-1].name(), u.To[0].Release, "only", 1)
}

// name is the release, with the value of the setting that nobody gave.
func (s *Setup) name() string {
	if s.choice == nil {
		return s.Release
	}
	for _, g := range s.Settled {
		if g.Name == s.choice.Names[0] {
			return s.Release + " with " + g.Name + "=" + g.Value
		}
	}
	return s.Release
}

func (s *Seen) words() string {
	switch {
	case s.Found:
		return s.Events + ", " + itoa(s.Length) + " states"
	case s.Why != "":
		return "not decided: " + s.Why
	}
	return extent(s.Runs)
}
