package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mc/run/registry"
	"mc/run/search"
)

// Found is a topic that a question led to.
type Found struct {
	Topic string `json:"topic"`
	Kind  string `json:"kind"`
	Title string `json:"title"`

	score float64
	exact bool // the question is one of its forms, or all but one
}

// most is how many topics a question is answered with.
const most = 5

// subject is a topic that can be found, with what it is found by.
type subject struct {
	topic, kind, title string
	text               search.Text
}

// Search ranks the topics that a question may be about, the best first: those
// that have its words, and behind each symptom the first two that it names.
func (l *Library) Search(question string) []Found {
	l.once.Do(func() {
		l.subjects = l.gather()
		texts := make([]search.Text, len(l.subjects))
		for i := range l.subjects {
			texts[i] = l.subjects[i].text
		}
		l.index = search.New(texts)
	})
	var all []Found
	for _, h := range l.index.Find(question) {
		s := &l.subjects[h.Text]
		if l.symptomOf(s.topic, s.kind) != nil {
			h.Score *= telling
		}
		all = append(all, Found{s.topic, s.kind, s.title, h.Score, h.Form >= nearly})
	}
	slices.SortStableFunc(all, func(a, b Found) int { return cmp.Compare(b.score, a.score) })
	return l.withTargets(all)
}

// withTargets puts the first two topics that a symptom names behind it where it
// is the first, and leaves of all as many as are told.
func (l *Library) withTargets(all []Found) []Found {
	if len(all) == 0 {
		return nil
	}
	head := all[:1:1]
	if s := l.symptomOf(all[0].Topic, all[0].Kind); s != nil {
		for _, topic := range s.See[:min(2, len(s.See))] {
			head = append(head, l.named(topic))
		}
	}
	for _, f := range all[1:] {
		if !slices.ContainsFunc(head, func(g Found) bool { return strings.EqualFold(f.Topic, g.Topic) }) {
			head = append(head, f)
		}
	}
	return head[:min(most, len(head))]
}

// telling is how many times as much a symptom counts as a name of the same words:
// it says what to do.
const telling = 1.5

// nearly is how near a question must be to a form to be taken for it.
const nearly = 0.9

// named is the topic of that name, with what it is.
func (l *Library) named(topic string) Found {
	for i := range l.subjects {
		if s := &l.subjects[i]; strings.EqualFold(s.topic, topic) {
			return Found{Topic: topic, Kind: s.kind, Title: s.title}
		}
	}
	named, related := l.about(topic)
	if all := append(named, related...); len(all) > 0 {
		return Found{Topic: topic, Kind: "scenario", Title: all[0].Spec.Title}
	}
	return Found{Topic: topic, Kind: "name"}
}

// gather makes the subjects: symptoms first, so that of equals they come first.
func (l *Library) gather() (all []subject) {
	for i := range l.Symptoms {
		s := &l.Symptoms[i]
		first, _, _ := strings.Cut(s.Means, ". ")
		all = append(all, subject{s.Name, s.Kind, first, search.Text{Forms: s.Words, Body: strings.Join(
			append([]string{s.Name, s.By, s.Means, s.Releases, s.Next, s.LeftOut}, s.See...), ". ")}})
	}
	for _, e := range l.Models {
		all = append(all, l.ofModel(e)...)
	}
	return append(all, l.ofScenarios()...)
}

// ofModel are the names in a model, and the words that are none.
func (l *Library) ofModel(e registry.Entry) (all []subject) {
	add := func(name, kind, doc string, others ...string) {
		all = append(all, subject{name, kind + " of " + e.Name(), doc, search.Text{Forms: append([]string{name}, others...), Body: doc}})
	}
	all = append(all, subject{e.Name(), "model", e.Doc(), search.Text{Forms: []string{e.Name()}, Body: e.Doc()}})
	for _, t := range e.Terms() {
		add(t.Names[0], "word", t.Doc, t.Names[1:]...)
	}
	for _, c := range constants(e) {
		add(c.Name, "constant", withRef(c.Doc, c.Ref))
	}
	v, err := e.Vocabulary(nil)
	if err != nil {
		return all
	}
	for _, r := range v.Rules {
		add(r.Name, "rule", withRef(r.Doc, r.Ref))
	}
	for _, p := range v.Properties {
		add(p.Name, "property", withRef(p.Doc, p.Ref))
	}
	return all
}

// ofScenarios are the scenarios. Those that go back to the same case or ticket
// are one subject.
func (l *Library) ofScenarios() (all []subject) {
	place, number := map[string]int{}, map[string]int{}
	for i := range l.Scenarios {
		if refs := l.Scenarios[i].Spec.Refs; len(refs) > 0 {
			number[refs[0]]++
		}
	}
	for i := range l.Scenarios {
		s := l.Scenarios[i].Spec
		topic := s.Name
		if len(s.Refs) > 0 && number[s.Refs[0]] > 1 {
			topic = s.Refs[0]
		}
		at, known := place[topic]
		if !known {
			at = len(all)
			place[topic] = at
			all = append(all, subject{topic: topic, kind: "scenario", title: s.Title, text: search.Text{Forms: []string{topic}}})
		}
		text := &all[at].text
		text.Forms = append(text.Forms, s.Name, s.Title)
		text.Body += fmt.Sprintf("%s %s %s. ", s.Doc, s.About, strings.Join(s.Refs, " "))
	}
	return all
}

// ask answers a question that is no name: the topics that it may be about, and
// the first of them in full.
func (l *Library) ask(a *Article, found []Found) {
	a.Hits = found
	if len(found) == 0 {
		return
	}
	first := found[0]
	if s := l.symptomOf(first.Topic, first.Kind); s != nil {
		a.Symptoms = append(a.Symptoms, l.toldSymptom(s))
		return
	}
	l.gatherNamed(a, first.Topic)
}

// toldSymptom is a symptom with its commands.
func (l *Library) toldSymptom(s *Symptom) Symptom {
	told := *s
	told.Commands = l.commands(s)
	return told
}

// symptoms adds to an article those that the topic is, whatever else it is.
func (l *Library) symptoms(a *Article, topic string, found []Found) {
	if s := l.symptom(topic); s != nil {
		a.Symptoms = append(a.Symptoms, l.toldSymptom(s))
		return
	}
	for _, f := range found {
		if s := l.symptomOf(f.Topic, f.Kind); s != nil && f.exact {
			a.Symptoms = append(a.Symptoms, l.toldSymptom(s))
			return
		}
	}
}
