package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"strings"

	"mc/run/explain"
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
