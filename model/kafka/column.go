package kafka

import (
	"strings"

	"mc/model"
)

const (
	needsAlter   = "isr_update=alter-partition"
	needsZk      = "isr_update=zk-cas"
	needsOnFetch = "truncation=on-fetch"
	needsLookup  = "truncation=epoch-offset|epoch-pair"
	needsEpochs  = "truncation=epoch-offset|epoch-pair|on-fetch"

	// What is needed of the bounds.
	restarts  = "kills or lossy_crashes or clean_stops or half_appends or dir_failures"
	asProcess = "reassignment=process"
	starts    = "deletes or retentions"
)

// setting is a constant with the part of a Protocol that it sets.
type setting struct {
	model.Constant
	set func(p *Protocol, v int)
}

// Column is an axis or a switch with its value in every generation.
type Column struct {
	setting
	Cells []string // one per generation; notThere where the key has no meaning
	needs string   // the axis, and the values of it, that give the key a meaning
}

// notThere marks a cell in which a key does not apply.
const notThere = "n/a"

// flag is a switch: its field, its cells, what it goes back to, what it says.
func flag(name string, field func(*Protocol) *bool, cells, ref, doc string) Column {
	c := model.Constant{Name: name, Doc: doc, Switch: true, Ref: ref, Role: model.OfVariant}
	return Column{setting: setting{c, func(p *Protocol, v int) { *field(p) = v != 0 }}, Cells: spread(cells)}
}

// axis is a choice: its field, its values in the order of their numbers, and
// the rest as for a flag.
func axis[T ~uint8](name string, field func(*Protocol) *T, values, cells, ref, doc string) Column {
	c := flag(name, nil, cells, ref, doc)
	c.Switch, c.Choices = false, strings.Split(values, " | ")
	c.set = func(p *Protocol, v int) { *field(p) = T(v) }
	return c
}

// either is an axis of two values whose field says whether it is the second.
func either(name string, field func(*Protocol) *bool, values, cells, ref, doc string) Column {
	c := flag(name, field, cells, ref, doc)
	c.Switch, c.Choices = false, strings.Split(values, " | ")
	return c
}

// when gives the axis values without which a key has no meaning.
func (c Column) when(needs string) Column {
	c.needs = needs
	return c
}

// needing gives the conditions without which another value than the default
// does nothing.
func (c Column) needing(needs ...string) Column {
	c.Needs = needs
	return c
}

// ofScenario marks what says how a scenario is looked at, or how its cluster
// is set up, rather than which protocol runs.
func (c Column) ofScenario() Column {
	c.Role = model.OfScenario
	return c
}

// spread reads a row of cells; a single one stands for all generations.
func spread(cells string) []string {
	f := strings.Fields(strings.ReplaceAll(cells, "--", notThere))
	for len(f) < len(Generations) {
		f = append(f, f[len(f)-1])
	}
	return f
}
