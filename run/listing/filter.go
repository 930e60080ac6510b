package listing

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"mc/model"
	"mc/run/registry"
	"mc/run/suite"
)

// Kind is a kind of filter.
type Kind uint8

const (
	ByProposal Kind = iota
	ByTicket
	ByVariant
	ByImpact
	ByText
)

// Filter is what a list is narrowed to; what is empty narrows nothing.
type Filter struct {
	Proposal string         // "KIP-966": it is among what a row goes back to
	Ticket   string         // "KAFKA-13141", or its number alone
	Variant  string         // "2.8": see the lists
	Impact   string         // it is in the name of what a row comes to
	Text     *regexp.Regexp // it is somewhere in what is said
}

// keeps reports whether a row with these references and texts stays.
func (f *Filter) keeps(refs []string, texts ...string) bool {
	names := tokens.FindAllString(strings.Join(refs, " "), -1)
	return (f.Proposal == "" || slices.ContainsFunc(names, f.proposal)) &&
		(f.Ticket == "" || slices.ContainsFunc(names, f.ticket)) &&
		(f.Text == nil || slices.ContainsFunc(slices.Concat(refs, texts), f.Text.MatchString))
}

// tokens are the references in a sentence about where something comes from.
var tokens = regexp.MustCompile(`[A-Za-z]+-?\d+`)

func (f *Filter) proposal(ref string) bool { return strings.EqualFold(ref, f.Proposal) }

// ticket takes the number alone for that of any tracker, but for none of the
// proposals, which have numbers of their own.
func (f *Filter) ticket(ref string) bool {
	tracker, number, _ := strings.Cut(ref, "-")
	return strings.EqualFold(ref, f.Ticket) || number == f.Ticket && !strings.EqualFold(tracker, suite.Proposals)
}

// hurts reports whether a row that comes to an impact stays.
func (f *Filter) hurts(impact string) bool {
	return f.Impact == "" || impact != "" && strings.Contains(strings.ToLower(impact), strings.ToLower(f.Impact))
}

// impacts makes sure that some model has such an impact.
func (f *Filter) impacts(models registry.Models) error {
	var names []string
	for _, e := range models {
		for _, name := range e.Impacts().Names() {
			if f.hurts(name) {
				return nil
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return &NoImpact{names, model.Nearest(f.Impact, names)}
}

// NoImpact says that there is no such impact, and which there are.
type NoImpact struct {
	names []string
	near  string
}

func (e *NoImpact) Error() string {
	if len(e.names) == 0 {
		return "of none of these models it is said what a broken claim comes to"
	}
	return "there is no such impact" + e.near + "; name one, or a part of it: " + strings.Join(e.names, ", ")
}

// variant is the variant that a filter names, of the models that have any.
type variant struct {
	model.Meant
	of *model.Variants
}

// variants resolves the name in each table of variants that knows it.
func (f *Filter) variants(models registry.Models) (found []variant, said string, err error) {
	if f.Variant == "" {
		return nil, "", nil
	}
	known := false
	var wrong []error
	for _, e := range models {
		v := e.Variants()
		if v == nil || slices.ContainsFunc(found, func(one variant) bool { return one.of == v }) {
			continue
		}
		known = true
		meant, err := v.Resolve(f.Variant)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		found = append(found, variant{meant, v})
		said = cmp.Or(said, meant.Said)
	}
	switch {
	case !known:
		return nil, "", errors.New("the models that are listed have no variants")
	case len(found) == 0:
		return nil, "", wrong[0]
	}
	if said != "" {
		said = f.Variant + ": " + said
	}
	return found, said, nil
}

// of is the variant that is one of those; false if none is.
func of(found []variant, all *model.Variants) (variant, bool) {
	i := slices.IndexFunc(found, func(one variant) bool { return one.of == all })
	if i < 0 {
		return variant{}, false
	}
	return found[i], true
}

// cell is the value that a constant has under the variant.
func (v variant) cell(constant string) string {
	if value, own := v.Set[constant]; own {
		return value
	}
	value, _ := v.of.Cell(v.Name, constant)
	return value
}
