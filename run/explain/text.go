package explain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/run/matrix"
	"mc/term"
)

// JSON writes the article as mc.explain/1.
func (a *Article) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(a)
}

// Text writes the article for a terminal of so many columns; 0 is 96.
func (a *Article) Text(w io.Writer, color bool, width int) error {
	t := &writer{color: color, width: cmp.Or(width, 96)}
	t.senses(a)
	for i := range a.Symptoms {
		t.symptom(&a.Symptoms[i])
	}
	for _, one := range a.Terms {
		if one.Sentence != "" { // what the word is comes before what the model calls so
			t.term(one)
		}
	}
	for i := range a.Protocols {
		t.protocol(&a.Protocols[i])
	}
	for i := range a.Keys {
		t.key(&a.Keys[i])
	}
	for _, r := range a.Rules {
		t.head(strings.Join(append([]string{r.Name}, r.Params...), " "), "a rule of "+r.Model)
		t.para("", withRef(r.Doc, r.Ref))
	}
	for _, p := range a.Properties {
		t.head(strings.Join(append([]string{p.Name}, p.Aliases...), ", "), "a property of "+p.Model+" ("+p.Kind+")")
		t.para("", withRef(p.Doc, p.Ref))
		if p.Impact != "" {
			t.para("", p.meaning())
		}
		t.mentions("Broken by:", p.Broken)
	}
	for _, f := range a.Fairness {
		t.head(f.Name, "a fairness of "+f.Model)
		t.para("", f.Doc)
		t.mentions("Broken under it:", f.Broken)
	}
	for _, m := range a.Models {
		t.head(m.Name, "a model")
		t.para("", m.Doc)
		t.para("", "Constants: "+strings.Join(m.Constants, ", ")+".")
		t.para("", "Rules: "+strings.Join(m.Rules, ", ")+".")
		t.para("", "Properties: "+strings.Join(m.Properties, ", ")+".")
	}
	for _, one := range a.Terms {
		if one.Sentence == "" {
			t.term(one)
		}
	}
	for i := range a.Scenarios {
		t.told(&a.Scenarios[i])
	}
	if len(a.Related) > 0 {
		t.line("")
		t.mentions("See also:", a.Related)
	}
	t.hits(a.Hits)
	_, err := io.WriteString(w, t.out.String())
	return err
}

// senses says what a topic means that is several things.
func (t *writer) senses(a *Article) {
	if len(a.Senses) == 0 {
		return
	}
	t.para("", a.Topic+" is the name of:")
	for _, s := range a.Senses {
		t.para("  * ", s.Is+": "+s.Ask)
	}
}

// hits lists what else a question may be about; the first was told.
func (t *writer) hits(found []Found) {
	if len(found) < 2 {
		return
	}
	t.line("")
	t.line("Found, too, the best first (mc explain NAME):")
	for _, f := range found[1:] {
		t.para("  * ", fmt.Sprintf("%s (%s): %s", f.Topic, f.Kind, strings.TrimSuffix(f.Title, ".")))
	}
}

// writer collects paragraphs.
type writer struct {
	out   strings.Builder
	color bool
	width int
}

func (t *writer) line(format string, args ...any) { fmt.Fprintf(&t.out, format+"\n", args...) }

// head begins a section: a name and what kind of thing it is.
func (t *writer) head(name, kind string) {
	if t.out.Len() > 0 {
		t.line("")
	}
	if !t.color {
		t.para("", name+": "+kind)
		return
	}
	t.line("%s: %s", term.Paint(t.color).Text(term.Bold, name), kind)
}

// para writes text in lines of a readable length; those after the first are
// indented as deep as the mark before it.
func (t *writer) para(mark, text string) {
	indent := strings.Repeat(" ", term.Width(mark))
	for line := range term.Wrap(indent, text, t.width) {
		t.line("%s%s", mark, strings.TrimPrefix(line, indent))
		mark = indent
	}
}

// article is a word with its article.
func article(word string) string {
	if strings.ContainsAny(word[:1], "aeiou") {
		return "an " + word
	}
	return "a " + word
}

func (t *writer) mentions(title string, list []Mention) {
	if len(list) == 0 {
		return
	}
	t.line("%s", title)
	for _, m := range list {
		t.para("  * ", fmt.Sprintf("%s: %s (%s)", m.Name, strings.TrimSuffix(m.Title, "."), m.Expects))
	}
}

func (t *writer) values(list []Value) {
	for _, v := range list {
		t.para("  * ", strings.TrimSpace(fmt.Sprintf("%s: %s there, %s here. %s", v.Key, v.Value, v.Was, withRef(v.Doc, v.Ref))))
	}
}

func withRef(doc, ref string) string {
	if ref == "" {
		return doc
	}
	return doc + " (" + ref + ")"
}

func (t *writer) protocol(p *Protocol) {
	t.head(p.Name, article(p.Kind)+" of "+p.Subject)
	if p.Said != "" {
		t.para("", p.Said+".")
	}
	t.para("", p.Doc)
	switch {
	case p.Of != "" && len(p.Changes) == 0:
		t.para("", "It is "+p.OfKind+" "+p.Of+".")
	case p.Of != "":
		t.para("", "It is "+p.OfKind+" "+p.Of+", but for:")
	case p.Since != "" && len(p.Changes) > 0:
		t.para("", "What it changed in "+p.Since+":")
	}
	for _, v := range p.Changes {
		t.para("  * ", fmt.Sprintf("%s: %s, not %s. %s", v.Key, v.Value, v.Was, withRef(v.Doc, v.Ref)))
	}
	if len(p.Hit) > 0 {
		t.para("", fmt.Sprintf("Of the scenarios of mc matrix it withstands %d; these break their claim:", p.Spared))
	}
	for _, h := range p.Hit {
		words := fmt.Sprintf("%s, in %d states%s: %s.", h.Scenario, h.Length, h.supposing(), strings.TrimSuffix(h.Title, "."))
		t.para("  * ", strings.TrimSuffix(words+h.cause(), "."))
	}
}

// supposing is the fairness of a claim about runs that go on for ever.
func (h *Hit) supposing() string {
	if h.Fairness == "" {
		return ""
	}
	return " of a run that goes on for ever, fairness " + h.Fairness
}

// cause says what breaks the claim that is not, or not only, what the scenario
// is about.
func (h *Hit) cause() string {
	switch h.Credit {
	case matrix.Part:
		return " Here it takes more to close it: " + h.Blame + h.whose() + "."
	case matrix.Other, matrix.Scenario:
		return " Here it is not this that breaks it, but " + h.Blame + h.whose() + "."
	case matrix.Open:
		return " Here " + h.Blame + "."
	}
	return ""
}

// whose are the scenarios that are about what breaks the claim.
func (h *Hit) whose() string {
	var specs []string
	for _, k := range h.By {
		for _, spec := range k.Whose {
			if !slices.Contains(specs, spec) {
				specs = append(specs, spec)
			}
		}
	}
	if len(specs) == 0 {
		return ""
	}
	return " (see " + strings.Join(specs, ", ") + ")"
}

func (t *writer) key(k *Key) {
	t.head(k.Name, "a constant of "+k.Model+", "+k.Range)
	t.para("", withRef(k.Doc, k.Ref))
	if p := k.Prevents; p != nil {
		t.para("", fmt.Sprintf("What %s=%s prevents: %s", k.Name, p.By, p.Words))
	}
	if k.Default != "" {
		t.para("", "Default: "+k.Default+".")
	}
	for i, c := range k.Families {
		title := "By " + c.Family.One + ": "
		if i > 0 {
			title = capital(c.Family.Name) + " that differ from their " + c.Of + ": "
		}
		t.para("", inEach(title, c.Values))
	}
	t.mentions("It decides:", k.Decides)
	t.mentions("Set otherwise than usual in:", k.Varied)
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func inEach(title string, list []Value) string {
	if len(list) == 0 {
		return ""
	}
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = v.Key + " " + v.Value
	}
	return title + strings.Join(words, ", ") + "."
}

func (t *writer) told(s *Told) {
	t.head(s.Name, s.Title)
	t.para("", s.About)
	if len(s.Formerly) > 0 {
		t.para("", "Formerly called "+strings.Join(s.Formerly, ", ")+".")
	}
	refs := slices.DeleteFunc(slices.Clone(s.Refs), caseNumber.MatchString)
	if len(refs) > 0 {
		t.para("", "See "+strings.Join(refs, ", ")+".")
	}
	if s.Generation != "" {
		t.para("", "Protocol: "+s.Generation+inEach(" with ", s.Varies)+map[bool]string{true: "."}[len(s.Varies) == 0])
	}
	for _, c := range s.Claims {
		t.para("", fmt.Sprintf("Claim %s, expected %s: %s", c.Property, c.Expects, c.Doc))
	}
	if s.Impact != "" {
		t.para("", "What it comes to: "+s.Impact+".")
	}
	if s.Fairness != "" {
		t.para("", "Fairness supposed: "+s.Fairness+".")
	}
	if len(s.Liveness) > 0 {
		t.para("", "It is also about progress, which it does not check: "+strings.Join(s.Liveness, ", ")+".")
	}
	if s.Twin != nil {
		t.para("", fmt.Sprintf("What makes the difference to %s (%s):", s.Twin.Name, s.Twin.Expects))
		t.values(s.Twin.Differs)
	}
	for _, line := range s.Where {
		t.para("", line)
	}
	if s.Story != nil {
		t.story(s.Story)
	}
	t.line("Run it:")
	for _, c := range s.Commands {
		t.line("  %s", c)
	}
}

func (t *writer) story(s *Story) {
	t.line("")
	if s.None != "" {
		t.para("", "Its story: "+s.None+".")
		return
	}
	t.para("", fmt.Sprintf("Its story, %d states:", s.Length))
	for i, words := range s.Steps {
		t.para(fmt.Sprintf("%4d. ", i+1), words)
	}
	for _, words := range s.Ending {
		t.para("", strings.TrimSuffix(words, ".")+".")
	}
	t.line("")
}
