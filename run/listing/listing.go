package listing

import (
	"slices"

	"mc/run/registry"
	"mc/run/suite"
)

// List is what can be listed.
type List struct {
	Name  string
	Takes []Kind // the filters that can apply to it
	of    func(s *suite.Suite, models registry.Models, f *Filter) (Listing, error)
}

// Listing is a list in both its forms.
type Listing struct {
	Rows any // for JSON
	Page Page
	Left int    // how many rows the filter left
	Said string // what is to be said of the filter, if anything
}

// Variants is the list of the variants of all models; the name of a family
// is that of the variants of the models that have it.
const Variants = "variants"

// Lists are all of them, in the order in which help names them.
func Lists(models registry.Models) []List {
	words, refs := []Kind{ByText}, []Kind{ByProposal, ByTicket, ByText}
	all := []List{
		{"models", words, anywhere(listModels)},
		{Variants, refs, anywhere(listVariants(""))},
	}
	for _, f := range models.Families() {
		if f != Variants {
			all = append(all, List{f, refs, anywhere(listVariants(f))})
		}
	}
	values := []Kind{ByProposal, ByTicket, ByVariant, ByText}
	claims := append(slices.Clone(values), ByImpact)
	return append(all,
		List{"axes", values, anywhere(listAxes)},
		List{"switches", values, anywhere(listSwitches)},
		List{"rules", refs, anywhere(listRules)},
		List{"properties", claims, listProperties},
		List{"glossary", words, anywhere(listGlossary)},
		List{"terms", words, anywhere(listTerms)},
		List{"fairness", words, anywhere(listFairness)},
		List{"commands", words, anywhere(listCommands)},
		List{"specs", claims, listSpecs})
}

// Names are the names of lists.
func Names(lists []List) (names []string) {
	for _, l := range lists {
		names = append(names, l.Name)
	}
	return names
}

// Of is the list of what some of a suite's models have.
func (l List) Of(s *suite.Suite, models registry.Models, f *Filter) (Listing, error) {
	return l.of(s, models, f)
}

// Taking are the names of the lists to which a filter can apply.
func Taking(lists []List, by Kind) (names []string) {
	for _, l := range lists {
		if slices.Contains(l.Takes, by) {
			names = append(names, l.Name)
		}
	}
	return names
}

// anywhere is a list that needs nothing but the models.
func anywhere(of func(registry.Models, *Filter) (Listing, error)) func(*suite.Suite, registry.Models, *Filter) (Listing, error) {
	return func(_ *suite.Suite, models registry.Models, f *Filter) (Listing, error) { return of(models, f) }
}
