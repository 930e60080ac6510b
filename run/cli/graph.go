package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"mc/model"
	"mc/report/graph"
	"mc/run/verdict"
	"mc/traces"
)

// graphCommand is mc graph.
type graphCommand struct {
	Spec  string   `arg:"" optional:"" name:"spec" help:"A spec file, or the name of an embedded spec (mc list specs)."`
	Model string   `placeholder:"NAME" help:"Draw a model without a spec (mc list models)."`
	Check []string `name:"check" placeholder:"PROPERTY" help:"Mark what decides these properties, separated by commas; none marks nothing."`
	variation
	asking

	Around    string `placeholder:"TRACE" help:"Draw only the states of this trace, and those a few steps from it: a trace file; - for standard input; or an embedded spec, for what it breaks."`
	Steps     *int   `placeholder:"K" help:"How many steps from the trace a state may be. Default: 1."`
	MaxStates *int   `placeholder:"N" help:"Draw no more states than this, the first in breadth-first order; of a trace all are drawn. Default: 200."`
	Strict    bool   `help:"Exit with 3 where the limit left states out."`

	Format string `placeholder:"FORMAT" help:"One of dot, svg, json (mc.graph/1). Default: what the name of the file to write asks for, or dot."`
	Output string `short:"o" placeholder:"FILE" help:"Write to this file instead of standard output."`
}

// Help is what the command says of itself beyond a sentence.
func (c *graphCommand) Help() string {
	return "Every state is drawn for itself, also where the spec asks for symmetry. A state that breaks a property is no failure here: " +
		"it is marked, and mc check judges it."
}

// What is drawn if nothing else is said, and the most that may be asked for.
const (
	defaultDrawn = 200
	mostDrawn    = 2000
	mostAway     = 1000
)

// graphFormats are the ways to write a graph.
var graphFormats = []struct {
	name  string
	write func(*graph.Graph, io.Writer) error
}{{"dot", (*graph.Graph).DOT}, {"svg", (*graph.Graph).SVG}, {"json", (*graph.Graph).JSON}}

// Run draws.
func (c *graphCommand) Run(w *world) error {
	write, err := c.writer()
	if err != nil {
		return err
	}
	if err := c.contradictions(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	g, err := c.graph(ctx, w)
	if errors.Is(err, context.Canceled) {
		return ended{verdict.Interrupted}
	}
	if err != nil {
		return err
	}
	if g.Note = c.note(g); g.Note != "" {
		fmt.Fprintf(w.err, "mc: %s\n", g.Note)
	}
	if c.Output != "" {
		err = create(c.Output, func(f io.Writer) error { return write(g, f) })
	} else {
		err = written(write(g, w.out))
	}
	if err == nil && c.Strict && g.Cut {
		return ended{verdict.Inconclusive}
	}
	return err
}

// writer is that of the format which is asked for, by name or by that of the file.
func (c *graphCommand) writer() (func(*graph.Graph, io.Writer) error, error) {
	name := c.Format
	if name == "" {
		name = "dot"
		for _, f := range graphFormats {
			if filepath.Ext(c.Output) == "."+f.name {
				name = f.name
			}
		}
	}
	var names []string
	for _, f := range graphFormats {
		if f.name == name {
			return f.write, nil
		}
		names = append(names, f.name)
	}
	return nil, usage("--format %s: a graph has no such format%s; one of %s", name, model.Nearest(name, names), strings.Join(names, ", "))
}

// contradictions refuses flags that cannot both be meant.
func (c *graphCommand) contradictions() error {
	around := c.Around != ""
	switch {
	case around && c.Spec != "":
		return usage("--around draws the surroundings of a trace, which names its model, but %s is given too; drop one of them", c.Spec)
	case around && (c.Model != "" || len(c.Set)+len(c.Check)+len(c.Without) > 0):
		return usage("--around takes model, constants and property from the trace; drop --model, --set, --check and --without")
	case c.Model != "" && c.Spec != "":
		return usage("--model draws a model without a spec, but %s is given too; drop one of them", c.Spec)
	case !around && c.Model == "" && c.Spec == "":
		return usage("nothing to draw; name a spec (mc list specs), a model (--model, mc list models) or a trace (--around)")
	case c.Steps != nil && !around:
		return usage("--steps is how far from a trace a state may be; name the trace with --around, or drop it")
	case c.Steps != nil && (*c.Steps < 0 || *c.Steps > mostAway):
		return usage("--steps must be 0..%d, got %d", mostAway, *c.Steps)
	case c.MaxStates != nil && (*c.MaxStates < 1 || *c.MaxStates > mostDrawn):
		return usage("--max-states must be 1..%d, got %d: nobody reads a larger drawing", mostDrawn, *c.MaxStates)
	}
	return nil
}

// graph collects what is to be drawn.
func (c *graphCommand) graph(ctx context.Context, w *world) (*graph.Graph, error) {
	if c.Around != "" {
		return c.around(ctx, w)
	}
	p, err := one(w, "draw", c.Spec, c.Model, overrides{variation: c.variation, asking: c.asking, Check: c.Check})
	if err != nil {
		return nil, err
	}
	g, err := p.entry.Graph(ctx, p.job, given(c.MaxStates, defaultDrawn))
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err != nil {
		return nil, failed(p.spec.Name, err)
	}
	g.Heading = p.spec.Name
	return g, nil
}

// around collects the states of a trace and those near it.
func (c *graphCommand) around(ctx context.Context, w *world) (*graph.Graph, error) {
	f, err := w.openTrace(c.Around)
	if err != nil {
		return nil, err
	}
	entry, err := owner(w, c.Around, f)
	if err != nil {
		return nil, err
	}
	g, err := entry.GraphAround(ctx, f, given(c.Steps, 1), given(c.MaxStates, defaultDrawn))
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err != nil {
		return nil, refused(c.Around, err)
	}
	g.Heading = heading(f)
	return g, nil
}

// heading is what a trace is of.
func heading(f *traces.File) string {
	if f.Spec.Name != "" {
		return f.Spec.Name
	}
	return f.Model
}

// given is the value of a flag, or what stands for it.
func given(flag *int, otherwise int) int {
	if flag != nil {
		return *flag
	}
	return otherwise
}

// note says what lies beyond the drawing, and how to have more of it.
func (c *graphCommand) note(g *graph.Graph) string {
	beyond := fmt.Sprintf("%d more are one step away", g.Beyond)
	if g.Beyond == 1 {
		beyond = "1 more is one step away"
	}
	most := given(c.MaxStates, defaultDrawn)
	switch {
	case g.Beyond == 0:
		return ""
	case g.Cut && most < mostDrawn:
		return fmt.Sprintf("cut at %d states, %s; --max-states %d draws more", len(g.Nodes), beyond, min(2*len(g.Nodes), mostDrawn))
	case g.Cut:
		return fmt.Sprintf("cut at %d states, %s; a drawing has no more", len(g.Nodes), beyond)
	}
	return fmt.Sprintf("%s; --steps %d draws them", beyond, given(c.Steps, 1)+1)
}
