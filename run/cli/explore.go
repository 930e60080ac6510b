package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"

	"mc/report"
	"mc/run/explore"
	"mc/run/specfile"
	"mc/term"
)

// exploreCommand is mc explore.
type exploreCommand struct {
	What string `arg:"" optional:"" help:"A spec, a trace file (as mc check -o writes it) or a model; nothing for a list of all."`

	Text    bool        `help:"Explore here in the terminal instead of a browser."`
	Port    int         `placeholder:"N" help:"The port on loopback; any that is free if nothing is said."`
	Open    bool        `default:"true" negatable:"" help:"Open the page in a browser, or only say where it is."`
	Output  string      `short:"o" placeholder:"PATH" help:"Write the page instead of serving it: a directory for any web server, or one file (.html) that opens from disk."`
	Engine  string      `placeholder:"FILE" help:"With -o: this program built with GOOS=js GOARCH=wasm; wasm_exec.js of the same Go lies beside it."`
	Workers int         `placeholder:"N" help:"Goroutines that expand states; the default is one a processor."`
	Memory  report.Size `placeholder:"SIZE" help:"Stop a search when it needs more than this, as in 4GiB."`
	Worker  bool        `hidden:"" help:"Answer the page in whose worker this program runs."`
}

// Run serves the page, or writes it, or asks in the terminal.
func (c *exploreCommand) Run(w *world) error {
	if err := c.contradictions(); err != nil {
		return err
	}
	if c.Output != "" {
		return c.write()
	}
	e, err := c.engine(w)
	switch {
	case err != nil:
		return err
	case c.Worker:
		return e.Work()
	case c.Text:
		return e.Prompt(bufio.NewScanner(os.Stdin), w.terminal())
	}
	return c.serve(w, e)
}

// terminal is where an exploration in text is shown.
func (w *world) terminal() explore.Terminal {
	return explore.Terminal{Out: w.prose, Color: bool(w.colors), Width: w.columns, Typed: term.IsTerminal(os.Stdin)}
}

func (c *exploreCommand) contradictions() error {
	switch {
	case c.Text && c.Output != "":
		return usage("--text contradicts -o %s; give one of them", c.Output)
	case c.Engine != "" && c.Output == "":
		return usage("--engine is for the page that -o writes; a page that is served asks this program")
	case c.Output != "" && c.What != "":
		return usage("a page that is written has what comes with the program; drop %s, and choose it on the page", c.What)
	case c.Output != "" && c.Engine == "":
		return usage("-o %s needs the engine for browsers: GOOS=js GOARCH=wasm go build -o mc.wasm ./cmd/mc, and beside it a copy of "+
			"\"$(go env GOROOT)/lib/wasm/wasm_exec.js\"; then --engine mc.wasm", c.Output)
	case c.Port < 0 || c.Port > 65535:
		return usage("--port %d is no port; ports are 1 to 65535, and 0 is any that is free", c.Port)
	}
	return nil
}

// engine is ready to answer, and knows what it was started with.
func (c *exploreCommand) engine(w *world) (*explore.Engine, error) {
	e := explore.New(&w.Suite, version())
	e.Workers, e.Memory, e.Command = c.Workers, uint64(c.Memory), shown
	if c.What == "" {
		return e, nil
	}
	if _, is := w.Models.Find(c.What); is {
		e.Opening = &explore.Opening{Place: explore.Place{Model: c.What}}
		return e, nil
	}
	if _, embedded := w.Path(c.What); !embedded && filepath.Ext(c.What) == ".json" {
		f, err := w.openTrace(c.What)
		if err != nil {
			return nil, err
		}
		if e.Opening, err = e.Trace(f); err != nil {
			return nil, refused(c.What, err)
		}
		return e, nil
	}
	return e, c.spec(w, e)
}

// spec opens a spec: one that comes with the program, or a file.
func (c *exploreCommand) spec(w *world, e *explore.Engine) error {
	specs, err := w.Find(c.What)
	switch {
	case err != nil:
		return err
	case len(specs) != 1:
		return usage("%s holds %d specs; name the one to explore", c.What, len(specs))
	}
	if _, embedded := w.Path(specs[0].Name); !embedded {
		e.Own = specs[0]
	}
	e.Opening = &explore.Opening{Place: explore.Place{Spec: specs[0].Name}}
	if err := e.Ready(); err != nil {
		return usageOf(err)
	}
	return nil
}

// usageOf words what is wrong with a spec.
func usageOf(err error) error {
	if problems := specfile.ProblemsOf(err); problems != nil {
		return problems
	}
	return usage("%v", err)
}

// serve answers the page until the process is interrupted.
func (c *exploreCommand) serve(w *world, e *explore.Engine) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	server, err := e.Listen(c.Port)
	if err != nil {
		return usage("no page can be served on port %d: %v; give --port another, or take --text", c.Port, err)
	}
	if _, err := fmt.Fprintf(w.prose, "exploring at %s (Ctrl-C ends it)\n", server.URL); err != nil {
		return written(err)
	}
	if c.Open {
		if err := visit(server.URL); err != nil {
			fmt.Fprintf(w.err, "mc: no browser was opened (%v); open the address above\n", err)
		}
	}
	return server.Serve(ctx)
}

// visit opens an address as the system does.
func visit(url string) error {
	words := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if words == nil {
		words = []string{"xdg-open"}
	}
	command := exec.Command(words[0], append(words[1:], url)...)
	if err := command.Start(); err != nil {
		return errors.Unwrap(err)
	}
	return command.Process.Release()
}

// write writes the page with its engine.
func (c *exploreCommand) write() error {
	engine, err := os.ReadFile(c.Engine)
	if err != nil {
		return usage("--engine: %v", err)
	}
	loader, err := os.ReadFile(filepath.Join(filepath.Dir(c.Engine), "wasm_exec.js"))
	if err != nil {
		return usage("beside --engine %s belongs the loader of the same Go: %v; copy \"$(go env GOROOT)/lib/wasm/wasm_exec.js\" there", c.Engine, err)
	}
	if err := explore.Write(c.Output, engine, loader); err != nil {
		return &outputError{err}
	}
	return nil
}
