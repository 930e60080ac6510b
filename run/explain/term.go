package explain

import (
	"regexp"
	"slices"
	"strings"

	"mc/model"
	"mc/run/search"
)

// Term is a word of what a model is of, and no name in it.
type Term struct {
	Name    string    `json:"name"`
	Model   string    `json:"model"`
	LeftOut bool      `json:"left_out,omitempty"`
	Doc     string    `json:"doc"`
	See     []string  `json:"see,omitempty"`
	Naming  []Mention `json:"naming,omitempty"` // scenarios whose text has one of its names
}

// terms adds the terms that the topic is a name of.
func (l *Library) terms(a *Article, topic string) {
	for _, e := range l.Models {
		for _, t := range e.Terms() {
			if !t.Named(topic) {
				continue
			}
			one := Term{Name: t.Names[0], Model: e.Name(), LeftOut: t.LeftOut, Doc: t.Doc, See: t.See}
			if !t.LeftOut {
				one.Naming = l.naming(t.Names...)
			}
			a.Terms = append(a.Terms, one)
		}
	}
}

// naming are the scenarios whose text has one of the words: what a log line, a
// metric or a piece of configuration is in a cluster.
func (l *Library) naming(words ...string) (out []Mention) {
	for i := range l.Scenarios {
		s := &l.Scenarios[i]
		text := strings.Join(strings.Fields(s.Spec.Title+" "+s.Spec.Doc+" "+s.Spec.About), " ")
		if slices.ContainsFunc(words, func(word string) bool { return hasWord(text, word) }) {
			out = append(out, s.mention())
		}
	}
	return out
}

// hasWord reports whether a text has a word, or several, of at least three
// letters, as they are and not within others.
func hasWord(text, word string) bool {
	word = strings.Join(strings.Fields(word), " ")
	if len(word) < 3 {
		return false
	}
	found, err := regexp.MatchString(`(?i)(^|[^\w.])`+regexp.QuoteMeta(word)+`($|\W)`, text)
	return found && err == nil
}

// term says what a word is, or that the model leaves it out.
func (t *writer) term(one Term) {
	if one.LeftOut {
		t.head(one.Name, "left out of "+one.Model)
		t.para("", one.Doc+" Faults there cannot be seen.")
		return
	}
	t.head(one.Name, "a word for something in "+one.Model)
	t.para("", one.Doc)
	if len(one.See) > 0 {
		t.para("", "See mc explain "+strings.Join(one.See, ", mc explain ")+".")
	}
	t.mentions("In the text of:", one.Naming)
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
