package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mc/model"
	"mc/run/search"
)

// Term is a word of what a model is of, and no name in it.
type Term struct {
	Name     string    `json:"name"`
	Also     []string  `json:"also,omitempty"` // other names
	Model    string    `json:"model"`
	LeftOut  bool      `json:"left_out,omitempty"`
	Sentence string    `json:"sentence,omitempty"` // what it is
	Scene    *Scene    `json:"picture,omitempty"`  // what a run shows of it
	Doc      string    `json:"doc"`                // what it is in the model
	See      []string  `json:"see,omitempty"`
	Naming   []Mention `json:"naming,omitempty"` // scenarios whose text has one of its names

	picture model.Picture
}

// terms adds the terms that the topic is a name of.
func (l *Library) terms(a *Article, topic string) {
	for _, e := range l.Models {
		for _, t := range e.Terms() {
			if !t.Named(topic) {
				continue
			}
			one := termOf(e.Name(), t)
			if !t.LeftOut {
				one.Naming = l.naming(t.Names...)
			}
			a.Terms = append(a.Terms, one)
		}
	}
}

func termOf(of string, t model.Term) Term {
	return Term{Name: t.Names[0], Also: t.Names[1:], Model: of, LeftOut: t.LeftOut, Doc: t.Doc, See: t.See,
		Sentence: t.Sentence, picture: t.Picture}
}

// naming are the scenarios whose text has one of the words: what a log line, a
// metric or a piece of configuration is in a cluster.
func (l *Library) naming(words ...string) (out []Mention) {
	patterns := asWords(words)
	for i := range l.Scenarios {
		s := &l.Scenarios[i]
		text := strings.Join(strings.Fields(s.Spec.Title+" "+s.Spec.Doc+" "+s.Spec.About), " ")
		if slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(text) }) {
			out = append(out, s.mention())
		}
	}
	return out
}

// asWords match what a text has of words of at least three letters, each of which may
// be several, as they are and not within others.
func asWords(words []string) (patterns []*regexp.Regexp) {
	for _, word := range words {
		word = strings.Join(strings.Fields(word), " ")
		if len(word) < 3 {
			continue
		}
		if p, err := regexp.Compile(`(?i)(^|[^\w.])` + regexp.QuoteMeta(word) + `($|\W)`); err == nil {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// term says what a word is, or that the model leaves it out.
func (t *writer) term(one Term) {
	if one.LeftOut {
		t.head(one.Name, "left out of "+one.Model)
		t.para("", one.Doc+" Faults there cannot be seen.")
		return
	}
	t.head(one.Name, "a word for something in "+one.Model)
	t.para("", one.Sentence)
	if one.Sentence != "" && len(one.Also) > 0 {
		t.para("", "Other words for it: "+strings.Join(one.Also, ", ")+".")
	}
	t.scene(one.Scene)
	t.para("", one.Doc)
	if len(one.See) > 0 {
		t.para("", "See mc explain "+strings.Join(one.See, ", mc explain ")+".")
	}
	some := one.Naming[:min(len(one.Naming), mentioned)]
	t.mentions("In the text of:", some)
	if more := len(one.Naming) - len(some); more > 0 {
		t.para("", fmt.Sprintf("And of %d more (mc list specs).", more))
	}
}

// mentioned is how many scenarios are told that speak of a term.
const mentioned = 8

// Glossary are the terms of all models that have a sentence, with their pictures.
func (l *Library) Glossary() (all []Term, err error) {
	for _, e := range l.Models {
		for _, t := range e.Terms() {
			if t.Sentence == "" {
				continue
			}
			one := termOf(e.Name(), t)
			if one.Scene, err = l.Draw(t.Picture); err != nil {
				return nil, fmt.Errorf("%s: %w", one.Name, err)
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// draw adds the pictures of terms.
func (a *Article) draw() (err error) {
	for i := range a.Terms {
		if t := &a.Terms[i]; t.picture.Spec != "" && err == nil {
			t.Scene, err = a.library.Draw(t.picture)
		}
	}
	return err
}

// scene is what a run shows of a term.
func (t *writer) scene(s *Scene) {
	if s == nil {
		return
	}
	t.line("")
	for _, line := range s.Lines {
		t.line("%s", line)
	}
	t.line("")
	t.para("", s.Says+" (mc show "+s.Spec+" tells how it came to this.)")
}

// reference is a ticket or a proposal: one is as good as no other.
var reference = regexp.MustCompile(`^(?i)([a-z]+-)?\d+$`)

// Suggest is the end of the sentence that says that there is no such topic: a
// name that is a slip or two away, and none that is merely the nearest.
func (l *Library) Suggest(topic string) string {
	if reference.MatchString(topic) || caseNumber.MatchString(topic) {
		return ""
	}
	for _, e := range l.Models {
		if v := e.Variants(); v != nil && version.MatchString(topic) {
			if _, err := v.Resolve(topic); err != nil {
				return ": " + err.Error()
			}
		}
	}
	return model.Nearest(topic, slices.DeleteFunc(l.Names(), func(name string) bool { return !search.Slip(topic, name) }))
}

var version = regexp.MustCompile(`^\d+(\.\d+)+$`)
