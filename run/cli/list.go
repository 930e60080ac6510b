package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mc/model"
	"mc/run/listing"
	"mc/run/registry"
	"mc/run/suite"
)

// listCommand is mc list.
type listCommand struct {
	What  string `arg:"" optional:"" help:"One of ${lists}."`
	Model string `placeholder:"NAME" help:"Only of this model."`

	Kip     string `placeholder:"N" help:"Only what goes back to this proposal: 966, or KIP-966."`
	Ticket  string `placeholder:"TICKET" help:"Only what goes back to this ticket, or its number alone."`
	Release string `placeholder:"VARIANT" help:"Only of this release, or another variant. Specs: that run under its very rules, or are violated there by the recorded table. Properties: that are violated there. Switches and axes: that are on, or mean something there."`
	Impact  string `placeholder:"IMPACT" help:"Only what comes to this for users, or to one that has this in its name, as \"record lost\": of specs, by what they expect."`
	Grep    string `placeholder:"REGEX" help:"Only what has this somewhere in its names or texts, in upper or lower case."`

	JSON bool `name:"json" help:"Print one JSON array instead of text."`
}

// listNames are what can be listed.
func (w *world) listNames() []string { return listing.Names(listing.Lists(w.Models)) }

// Run prints the list.
func (c *listCommand) Run(w *world) error {
	models := w.Models
	if c.Model != "" {
		entry, ok := models.Find(c.Model)
		if !ok {
			return usage("--model %s: there is no such model%s; mc list models names all", c.Model, w.NoModel(c.Model))
		}
		models = registry.Models{entry}
	}
	lists := listing.Lists(w.Models)
	i := slices.IndexFunc(lists, func(l listing.List) bool { return l.Name == c.What })
	switch {
	case c.What == "":
		return usage("list what? Name one of %s", strings.Join(w.listNames(), ", "))
	case i < 0:
		return usage("list %s: there is no such list%s; name one of %s", c.What, model.Nearest(c.What, w.listNames()), strings.Join(w.listNames(), ", "))
	}
	filter, err := c.filter(lists, lists[i])
	if err != nil {
		return err
	}
	l, err := lists[i].Of(&w.Suite, models, filter)
	var none *listing.NoImpact
	if errors.As(err, &none) {
		return usage("--impact %s: %v", c.Impact, err)
	}
	if err != nil && c.Release != "" {
		return usage("--release %s: %v; mc list variants names all", c.Release, err)
	}
	if err != nil {
		return err
	}
	if l.Said != "" {
		fmt.Fprintf(w.err, "mc: %s\n", l.Said)
	}
	if l.Left == 0 && *filter != (listing.Filter{}) {
		fmt.Fprintf(w.err, "mc: of %s there is nothing like that; drop one of %s\n", c.What, strings.Join(c.given(), ", "))
	}
	if c.JSON {
		e := json.NewEncoder(w.out)
		e.SetIndent("", "  ")
		return written(e.Encode(l.Rows))
	}
	return written(l.Page.Text(w.prose, w.columns))
}

// narrowing is a flag that narrows a list.
type narrowing struct {
	by          listing.Kind
	flag, value string
}

func (c *listCommand) narrowings() []narrowing {
	all := []narrowing{{listing.ByProposal, "--kip", c.Kip}, {listing.ByTicket, "--ticket", c.Ticket},
		{listing.ByVariant, "--release", c.Release}, {listing.ByImpact, "--impact", c.Impact}, {listing.ByText, "--grep", c.Grep}}
	return slices.DeleteFunc(all, func(n narrowing) bool { return n.value == "" })
}

// given are those flags as they were typed.
func (c *listCommand) given() (all []string) {
	for _, n := range c.narrowings() {
		all = append(all, n.flag+" "+n.value)
	}
	return all
}

// filter is what the flags narrow a list to.
func (c *listCommand) filter(lists []listing.List, one listing.List) (*listing.Filter, error) {
	for _, n := range c.narrowings() {
		if !slices.Contains(one.Takes, n.by) {
			return nil, usage("%s %s: nothing of that is said of %s; it narrows %s", n.flag, n.value, one.Name,
				strings.Join(listing.Taking(lists, n.by), ", "))
		}
	}
	f := &listing.Filter{Ticket: c.Ticket, Variant: c.Release, Impact: c.Impact}
	if c.Kip != "" {
		_, number, ok := strings.Cut(c.Kip, "-")
		if !ok {
			number = c.Kip
		}
		if !proposal.MatchString(c.Kip) {
			return nil, usage("--kip %s: give the number of a proposal, as 966 or KIP-966", c.Kip)
		}
		f.Proposal = suite.Proposals + "-" + number
	}
	if c.Grep != "" {
		text, err := regexp.Compile("(?i)" + c.Grep)
		if err != nil {
			return nil, usage("--grep %s: %s; write a regular expression", c.Grep, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		}
		f.Text = text
	}
	return f, nil
}

// proposal is how a proposal is named.
var proposal = regexp.MustCompile(`^(?i)(kip-)?\d+$`)
