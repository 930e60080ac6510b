package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mc/model"
	"mc/run/registry"
)

// Schema names the JSON form of an article.
const Schema = "mc.explain/1"

// Article is everything that there is to say on a topic. A topic may be
// several things at once: kip-320 is a generation and a proposal.
type Article struct {
	Schema     string     `json:"schema"`
	Topic      string     `json:"topic"`
	Protocols  []Protocol `json:"protocols,omitempty"`
	Keys       []Key      `json:"keys,omitempty"`
	Rules      []Rule     `json:"rules,omitempty"`
	Properties []Property `json:"properties,omitempty"`
	Fairness   []Fairness `json:"fairness,omitempty"`
	Models     []Model    `json:"models,omitempty"`
	Scenarios  []Told     `json:"scenarios,omitempty"`
	Related    []Mention  `json:"related,omitempty"` // scenarios that are not told
	Terms      []Term     `json:"terms,omitempty"`
	Naming     []Mention  `json:"naming,omitempty"` // scenarios whose text has the topic
}

// Mention is a scenario by name.
type Mention struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Expects string `json:"expects,omitempty"`
}

// Rule is a rule of a model.
type Rule struct {
	Model string `json:"model"`
	registry.Rule
}

// Property is a property of a model, with the scenarios that break it.
type Property struct {
	Model string `json:"model"`
	registry.Property
	Broken []Mention `json:"broken,omitempty"`
}

// meaning is what it means to users that the property is decided.
func (p *Property) meaning() string {
	event := "Where it is broken: "
	if p.Kind == model.Reachable.String() || p.Kind == model.ReachableStep.String() {
		event = "Where it is reached: "
	}
	return event + p.Impact + "."
}

// Fairness is a set of conditions of a model, with the scenarios that break a
// claim under it.
type Fairness struct {
	Model string `json:"model"`
	registry.Fairness
	Broken []Mention `json:"broken,omitempty"`
}

// Model is a model with what it has.
type Model struct {
	Name       string   `json:"name"`
	Doc        string   `json:"doc"`
	Constants  []string `json:"constants"`
	Rules      []string `json:"rules"`
	Properties []string `json:"properties"`
}

var (
	caseNumber = regexp.MustCompile(`^(?i)([rv])0*(\d+)$`)
	ticket     = regexp.MustCompile(`^\d{4,5}$`)
)

// Find gathers the article on a topic, its scenarios not yet told, and
// reports whether there is anything to say.
func (l *Library) Find(topic string) (*Article, bool) {
	a := &Article{Schema: Schema, Topic: topic}
	if ticket.MatchString(topic) {
		topic = "KAFKA-" + topic
	}
	a.Protocols = l.protocols(topic)
	a.Keys = l.keys(topic)
	for _, e := range l.Models {
		l.vocabulary(a, e, topic)
	}
	l.scenarios(a, topic)
	l.terms(a, topic)
	if !a.says() {
		a.Naming = l.naming(topic)
	}
	return a, a.says() || len(a.Naming) > 0
}

// says reports whether there is something that the topic is a name of.
func (a *Article) says() bool {
	return len(a.Protocols)+len(a.Keys)+len(a.Rules)+len(a.Properties)+len(a.Fairness)+len(a.Models)+len(a.Scenarios)+len(a.Related)+len(a.Terms) > 0
}

// vocabulary adds the rules, properties and fairness of a model that the topic
// names, or that go back to it, and the model itself.
func (l *Library) vocabulary(a *Article, e registry.Entry, topic string) {
	v, err := e.Vocabulary(nil)
	if err != nil {
		return // the defaults of a model build it; a test holds that
	}
	for _, r := range v.Rules {
		if strings.EqualFold(r.Name, topic) || covers(r.Ref, topic) {
			a.Rules = append(a.Rules, Rule{e.Name(), r})
		}
	}
	for _, p := range v.Properties {
		named := strings.EqualFold(p.Name, topic) || slices.ContainsFunc(p.Aliases, func(s string) bool { return strings.EqualFold(s, topic) })
		if named || covers(p.Ref, topic) {
			a.Properties = append(a.Properties, Property{e.Name(), p, l.breaking(e.Name(), p.Name)})
		}
	}
	for _, f := range v.Fairness {
		if strings.EqualFold(f.Name, topic) && f.Name != model.NoFairness {
			a.Fairness = append(a.Fairness, Fairness{e.Name(), f, l.under(e.Name(), f.Name)})
		}
	}
	if strings.EqualFold(e.Name(), topic) {
		m := Model{Name: e.Name(), Doc: e.Doc(), Rules: v.RuleNames(), Properties: v.PropertyNames()}
		for _, c := range constants(e) {
			m.Constants = append(m.Constants, c.Name)
		}
		a.Models = append(a.Models, m)
	}
}

// under are the scenarios that name a fairness and break a claim under it.
func (l *Library) under(of, fairness string) (out []Mention) {
	for i := range l.Scenarios {
		s := &l.Scenarios[i]
		if _, breaks := s.broken(); breaks && s.Spec.Model == of && s.Spec.Fairness == fairness {
			out = append(out, s.mention())
		}
	}
	return out
}

// breaking are the scenarios that expect a property to be violated.
func (l *Library) breaking(of, property string) (out []Mention) {
	for _, s := range l.Scenarios {
		if s.Spec.Model == of && s.Spec.Expect[property].Verdict == model.Violated {
			out = append(out, s.mention())
		}
	}
	return out
}

// scenarios adds those that the topic names, or of those that only go back to
// it the first that breaks something, to be told in full. What a scenario that
// breaks nothing has to say is mostly what the broken one says too.
func (l *Library) scenarios(a *Article, topic string) {
	named, related := l.about(topic)
	breaks := func(s *Scenario) bool { _, yes := s.broken(); return yes }
	if !slices.ContainsFunc(named, breaks) {
		for _, s := range named {
			a.Scenarios = append(a.Scenarios, l.told(s))
		}
		named = nil
	}
	for _, s := range named {
		if breaks(s) {
			a.Scenarios = append(a.Scenarios, l.told(s))
		} else {
			a.Related = append(a.Related, s.mention())
		}
	}
	for _, s := range related {
		if breaks(s) && !slices.ContainsFunc(a.Scenarios, func(t Told) bool { return breaks(t.scenario) }) {
			a.Scenarios = append(a.Scenarios, l.told(s))
		} else {
			a.Related = append(a.Related, s.mention())
		}
	}
}

// about finds the scenarios that the topic names, in full or by their number,
// and those that go back to it.
func (l *Library) about(topic string) (named, related []*Scenario) {
	prefix := ""
	if m := caseNumber.FindStringSubmatch(topic); m != nil {
		prefix = fmt.Sprintf("%s%02s-", strings.ToLower(m[1]), m[2])
	}
	for i := range l.Scenarios {
		s := &l.Scenarios[i]
		switch {
		case strings.EqualFold(s.Spec.Name, topic), prefix != "" && strings.HasPrefix(s.Spec.Name, prefix):
			named = append(named, s)
		case slices.Contains(s.Spec.Liveness, topic), slices.ContainsFunc(s.Spec.Refs, func(ref string) bool { return covers(ref, topic) }):
			related = append(related, s)
		}
	}
	return named, related
}
