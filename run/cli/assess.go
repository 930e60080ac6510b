package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"mc/explorer"
	"mc/report"
	"mc/run/assess"
	"mc/run/cli/progress"
	"mc/run/verdict"
)

// assessCommand is mc assess.
type assessCommand struct {
	Settings []string `arg:"" optional:"" help:"Settings in the system's own names (min.insync.replicas=2, acks=all), and files of a broker's or a topic's properties."`

	Release string   `placeholder:"R" help:"The release that is asked about; the newest if nothing is said."`
	Factor  int      `name:"replication-factor" placeholder:"N" help:"The same as replication.factor=N."`
	Survive string   `placeholder:"EVENTS" help:"What the cluster is to survive, as in \"2 power failures, 1 session expiry\"; what is not named happens as often as usual. \"no kill\" takes an event out, \"nothing else\" all that are not named."`
	Compare []string `sep:"none" placeholder:"R" help:"Say what an upgrade closes, opens and leaves: --compare 3.9 --compare 4.1, or --compare 3.9 4.1."`
	Brief   bool     `help:"Only what can happen: neither which later release closes it, nor what helps."`
	JSON    bool     `name:"json" help:"Print one object (mc.assess/1, with --compare mc.upgrade/1) instead of text."`
	Quiet   bool     `short:"q" help:"No progress on standard error."`

	Workers   int           `placeholder:"N" help:"Goroutines that expand states; the default is one a processor."`
	Timeout   time.Duration `placeholder:"D" help:"Stop after this time, as in 5m, and say what was not looked at; about a minute if nothing is said."`
	MaxStates uint64        `placeholder:"N" help:"Most distinct states of one search; 10,000,000 if nothing is said."`
	Memory    report.Size   `placeholder:"SIZE" help:"Stop a search when it needs more than this, as in 4GiB."`
}

// Run looks for every harm, and tells what was found.
func (c *assessCommand) Run(w *world) error {
	if err := refusal(explorer.Options{Workers: c.Workers}.Validate()); err != nil {
		return err
	}
	know, err := assess.Read(&w.Suite)
	if err != nil {
		return usage("%v", err)
	}
	given, releases, err := c.given()
	if err != nil {
		return err
	}
	survive, err := know.Survives(c.Survive)
	if err != nil {
		return usage("--survive: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	line := &progress.Line{Out: w.line, Terminal: w.errTTY}
	o := assess.Options{Survive: survive, Workers: c.Workers, Timeout: c.Timeout, States: c.MaxStates, Memory: uint64(c.Memory), Brief: c.Brief,
		Command: shown}
	if !c.Quiet {
		o.Progress = func(text string) { line.Say(text) }
	}
	if len(c.Compare) > 0 {
		err = c.compare(ctx, w, know, releases, given, o)
	} else {
		err = c.assess(ctx, w, know, given, o)
	}
	line.Clear()
	var mistake *assess.Mistake
	switch {
	case errors.Is(err, context.Canceled):
		return ended{verdict.Interrupted}
	case errors.As(err, &mistake):
		return usage("%v", err)
	}
	return err
}

// given are the settings, and the releases that stand among them after --compare.
func (c *assessCommand) given() (all []assess.Given, releases []string, err error) {
	releases = slices.Clone(c.Compare)
	for _, arg := range c.Settings {
		name, value, is := strings.Cut(arg, "=")
		switch {
		case is:
			all = append(all, assess.Given{Name: strings.TrimPrefix(name, "--"), Value: value})
		case len(c.Compare) == 1 && len(releases) == 1:
			releases = append(releases, arg)
		default:
			file, err := c.file(arg)
			if err != nil {
				return nil, nil, err
			}
			all = append(all, file...)
		}
	}
	if c.Factor != 0 {
		all = append(all, assess.Given{Name: "replication.factor", Value: fmt.Sprint(c.Factor)})
	}
	if n := len(releases); n > 0 && n != 2 {
		return nil, nil, usage("--compare takes two releases, as in --compare 3.9 4.1; there are %d", n)
	}
	if len(releases) > 0 && c.Release != "" {
		return nil, nil, usage("--compare names the releases; drop --release %s", c.Release)
	}
	return all, releases, nil
}

// file reads a file of properties.
func (c *assessCommand) file(name string) ([]assess.Given, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, usage("%s is neither a setting (name=value) nor a file of properties: %v", name, err)
	}
	all, err := assess.Properties(name, string(text))
	if err != nil {
		return nil, usage("%v", err)
	}
	return all, nil
}

// assess answers for one release.
func (c *assessCommand) assess(ctx context.Context, w *world, know *assess.Know, given []assess.Given, o assess.Options) error {
	release := c.Release
	if release == "" {
		release = know.Newest()
	}
	setup, err := know.Setup(release, given)
	if err != nil {
		return usageUnless(err)
	}
	answer, err := assess.Run(ctx, know, setup, o)
	if err != nil {
		return err
	}
	if c.JSON {
		return written(answer.JSON(w.out))
	}
	return written(know.Text(w.prose, answer, w.colors, w.columns))
}

// compare says what an upgrade changes.
func (c *assessCommand) compare(ctx context.Context, w *world, know *assess.Know, releases []string, given []assess.Given, o assess.Options) error {
	upgrade, err := assess.Compare(ctx, know, releases[0], releases[1], given, o)
	if err != nil {
		return usageUnless(err)
	}
	if c.JSON {
		return written(upgrade.JSON(w.out))
	}
	return written(know.UpgradeText(w.prose, upgrade, w.colors, w.columns))
}

// usageUnless is a mistake of whoever asked, unless it was interrupted.
func usageUnless(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return usage("%v", err)
}

// shown is the command that shows a run.
func shown(set map[string]string, model, property string) string {
	words := []string{"mc check --model", quoted(model)}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		words = append(words, "--set", quoted(name+"="+set[name]))
	}
	return strings.Join(append(words, "--check", quoted(property)), " ")
}
