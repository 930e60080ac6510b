package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"

	"mc/run/explain"
	"mc/run/suite"
	"mc/run/verdict"
)

// explainCommand is mc explain.
type explainCommand struct {
	Topic string `arg:"" help:"A case (R05), a ticket (KAFKA-7128), a KIP, a variant (a generation, a release), a switch, a rule, a property or a spec; or what a cluster shows: a line of its log, a metric, an error, a setting, or words for it."`

	article
}

// whyCommand is mc why.
type whyCommand struct {
	Words []string `arg:"" help:"A line of a log, a metric, an error, a setting, or a question in your own words."`

	article
}

// article is how the two tell what they find.
type article struct {
	JSON bool `name:"json" help:"Print one object (mc.explain/1) instead of text."`

	results
}

// Run gathers the article and prints it.
func (c *explainCommand) Run(w *world) error { return c.tell(w, c.Topic) }

// Run does the same; the words need no quotation marks.
func (c *whyCommand) Run(w *world) error { return c.tell(w, strings.Join(c.Words, " ")) }

// tell prints what there is to say on a topic.
func (c *article) tell(w *world, topic string) error {
	l, err := explain.Open(&w.Suite)
	if err != nil {
		return err
	}
	l.Commands = commandsFor
	article, found := l.Find(topic)
	if !found {
		return usage("there is nothing to say on %q%s; mc list variants|axes|rules|properties|specs names what there is, and "+
			"mc why takes a line of a log, a metric, an error or a setting as it stands", topic, l.Suggest(topic))
	}
	for _, sense := range w.several(topic) {
		article.Senses = append(article.Senses, explain.Sense{Is: sense.Is, Ask: commandFor(sense)})
	}
	for _, told := range article.Scenarios {
		if slices.Contains(told.Formerly, topic) {
			w.Renamed(topic, told.Name)
		}
	}
	kept, err := c.results.open(w)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err = article.Tell(ctx, kept, runtime.GOMAXPROCS(0))
	switch {
	case errors.Is(err, context.Canceled):
		return ended{verdict.Interrupted}
	case err != nil:
		return &faultError{err}
	}
	if c.JSON {
		return written(article.JSON(w.out))
	}
	return written(article.Text(w.prose, bool(w.colors), w.columns))
}

// commandsFor are what a reader may type to go on with a scenario; a model with
// variants has more to show.
func commandsFor(s *explain.Scenario, breaks bool) []string {
	name := s.Spec.Name
	all := []string{"mc check " + name}
	if breaks && s.HasVariants() {
		families := s.Entry.Variants().Families
		all = append(all, "mc check "+name+" -o trace.json", "mc show trace.json --format html -o trace.html",
			"mc matrix "+name+" --columns "+families[len(families)-1].Name)
	}
	return all
}

// several are the things that a name means; what is but one needs no telling apart.
func (w *world) several(name string) []suite.Sense {
	all := w.Senses(name)
	if len(all) < 2 {
		return nil
	}
	return all
}

// commandFor is the command that asks for one of the things that a name means.
func commandFor(s suite.Sense) string {
	switch {
	case s.Spec != "":
		return "mc check " + s.Spec
	case s.Set != "":
		return "mc check --model " + s.Model + " --set " + s.Set
	case s.Model != "":
		return "mc check --model " + s.Model
	}
	if number, is := strings.CutPrefix(s.Ref, suite.Proposals+"-"); is {
		return "mc list specs --kip " + number
	}
	return "mc list specs --ticket " + s.Ref
}

// tellApart says of names that were typed for specs what else could be meant by them, and
// how to ask for that; that it is a model of that name, too, is nothing else.
func (w *world) tellApart(names []string, plans []plan) {
	for _, p := range plans {
		if !slices.Contains(names, p.spec.Name) {
			continue
		}
		var here string
		var others []string
		for _, s := range w.Senses(p.spec.Name) {
			switch {
			case s.Spec == p.spec.Name:
				here = s.Is
			case s.Ref == "" && s.Model != p.spec.Model:
				others = append(others, s.Is+": "+commandFor(s))
			}
		}
		if here != "" && len(others) > 0 {
			fmt.Fprintf(w.err, "mc: %s is %s here; it is also %s\n", p.spec.Name, here, strings.Join(others, ", and "))
		}
	}
}
