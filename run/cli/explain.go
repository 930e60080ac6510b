package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"slices"

	"mc/run/explain"
	"mc/run/verdict"
)

// explainCommand is mc explain.
type explainCommand struct {
	Topic string `arg:"" help:"A case (R05), a ticket (KAFKA-7128), a KIP, a variant (a generation, a release), a switch, a rule, a property or a spec."`
	JSON  bool   `name:"json" help:"Print one object (mc.explain/1) instead of text."`

	results
}

// Run gathers the article and prints it.
func (c *explainCommand) Run(w *world) error {
	l, err := explain.Open(&w.Suite)
	if err != nil {
		return err
	}
	l.Commands = commandsFor
	article, found := l.Find(c.Topic)
	if !found {
		return usage("there is nothing to say on %q%s; mc list variants|axes|rules|properties|specs names what there is", c.Topic, l.Suggest(c.Topic))
	}
	for _, told := range article.Scenarios {
		if slices.Contains(told.Formerly, c.Topic) {
			w.Renamed(c.Topic, told.Name)
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
