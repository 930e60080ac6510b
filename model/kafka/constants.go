package kafka

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mc/model"
)

// sizes are the constants that size the system.
var sizes = []setting{
	bound("replicas", func(p *Protocol) *int { return &p.Brokers }, 3, 2, MaxBrokers,
		"Brokers, each with a replica of the partition."),
	bound("min_insync_replicas", func(p *Protocol) *int { return &p.MinIsr }, 2, 1, MaxBrokers,
		"Smallest ISR that acks=all accepts."),
	bound("broker_min_insync_replicas", func(p *Protocol) *int { return &p.BrokerMinIsr }, 0, 0, MaxBrokers,
		"Min ISR that brokers go by, if it differs from the controller's; 0 = the same (KAFKA-16540)."),
	bound("records", func(p *Protocol) *uint8 { return &p.records }, 1, 0, Capacity,
		"Records that producers send."),
	bound("fetch_records", func(p *Protocol) *Offset { return &p.fetchRecords }, 1, 1, Capacity,
		"Most records in one fetch answer."),
	epochs(bound("max_epoch", func(p *Protocol) *Epoch { return &p.maxEpoch }, 2, 0, MaxEpoch,
		"Highest leader epoch that the controller may reach.")),
}

// options are the choices that are no part of any protocol.
var options = []setting{
	choice("acks", "all", "all | 1 | 0 | any", (*Protocol).acceptAcks, "The acks of produce requests."),
	choice("track_acks", "off", "off | with-hw | separate", func(p *Protocol, v int) { p.TrackAcks = TrackAcks(v) },
		"Whether answers to acks=all are kept: not, in the step in which the high watermark covers them, or in steps "+
			"of their own."),
	toggle("track_restarts", func(p *Protocol) *bool { return &p.TrackRestarts },
		"Whether it is remembered who restarted after a power failure and has not caught up since."),
	toggle("restart_before_fence", func(p *Protocol) *bool { return &p.RestartBeforeFence },
		"A broker may come back before its session has expired."),
	toggle("partial_loss", func(p *Protocol) *bool { return &p.PartialLoss },
		"A power failure may keep some of what was not flushed."),
}

func bound[T ~int | ~uint8](name string, field func(*Protocol) *T, def, lo, hi int, doc string) setting {
	c := model.Constant{Name: name, Doc: doc, Default: fmt.Sprint(def), Min: lo, Max: hi, Role: model.OfBounds}
	return setting{c, func(p *Protocol, v int) { *field(p) = T(v) }}
}

// epochs lifts the bound of leader epochs where variants are compared: they
// spend epochs in different ways on the same events, and what is scarce under
// one would hide what another does. In a comparison only events are scarce.
func epochs(s setting) setting {
	s.Compared = model.Compared{Use: fmt.Sprint(s.Max)}
	return s
}

func choice(name, def, values string, set func(*Protocol, int), doc string) setting {
	return setting{model.Constant{Name: name, Doc: doc, Default: def, Choices: strings.Split(values, " | ")}, set}
}

func toggle(name string, field func(*Protocol) *bool, doc string) setting {
	c := model.Constant{Name: name, Doc: doc, Default: "off", Switch: true}
	return setting{c, func(p *Protocol, v int) { *field(p) = v != 0 }}
}

// acceptAcks takes the acks of produce requests: one kind of them, or any.
func (p *Protocol) acceptAcks(v int) {
	p.firstAcks, p.lastAcks = uint8(v), uint8(v)
	if p.firstAcks > AcksNone {
		p.firstAcks, p.lastAcks = AcksAll, AcksNone
	}
}

// read sets what the tables of constants have a field for.
func (p *Protocol) read(v model.Values) {
	for _, table := range [][]setting{sizes, options} {
		for _, s := range table {
			s.set(p, v[s.Name])
		}
	}
	for _, c := range Columns {
		c.set(p, v[c.Name])
	}
	p.readBudgets(v)
}

// fixed are the constants whose defaults are the same in every generation.
func fixed() (list []model.Constant) {
	for _, s := range sizes {
		list = append(list, s.Constant)
	}
	for _, a := range budgets {
		list = append(list, a.Constant)
	}
	for _, s := range options {
		list = append(list, s.Constant)
	}
	return list
}

// constants lists every parameter, with the defaults of the generation in
// set, and refuses keys that have no meaning there.
func constants(set map[string]string) ([]model.Constant, error) {
	name, given := set["generation"]
	if !given {
		name = Generations[len(Generations)-1].Name
	}
	row, variation, err := generation(name)
	if err != nil {
		return nil, err
	}
	list := append([]model.Constant{{Name: "generation", Doc: "A generation of the protocol, or a release.",
		Default: name, Choices: generationNames()}}, fixed()...)
	effective := map[string]string{}
	var problems []error
	for i := range Columns {
		c := Columns[i]
		c.Default = c.cell(row, set, effective)
		if v, varied := variation[c.Name]; varied {
			c.Default = v
		}
		effective[c.Name] = c.Default
		if v, overridden := set[c.Name]; overridden {
			effective[c.Name] = normal(c.Constant, v)
			problems = append(problems, c.refusal(name, row, set, effective))
		}
		list = append(list, c.Constant)
	}
	return list, errors.Join(problems...)
}

// normal is a value in its canonical spelling ("on" for "true").
func normal(c model.Constant, text string) string {
	if v, err := c.Parse(text); err == nil {
		return c.Text(v)
	}
	return text
}

// satisfied reports whether the axis that gives the key a meaning has a
// fitting value, and the axis's name.
func (c *Column) satisfied(effective map[string]string) (key string, ok bool) {
	if c.needs == "" {
		return "", true
	}
	key, values, _ := strings.Cut(c.needs, "=")
	return key, slices.Contains(strings.Split(values, "|"), effective[key])
}

// cell is the default of the column in a generation: off, or the first
// choice, where the key has no meaning. Where only an overridden axis gives it
// one, the nearest generation that has one decides.
func (c *Column) cell(row int, set, effective map[string]string) string {
	key, ok := c.satisfied(effective)
	if ok && c.Cells[row] != notThere {
		return c.Cells[row]
	}
	if _, overridden := set[key]; overridden && ok {
		for d := range len(c.Cells) {
			for _, r := range []int{row + d, row - d} {
				if r >= 0 && r < len(c.Cells) && c.Cells[r] != notThere {
					return c.Cells[r]
				}
			}
		}
	}
	if c.Switch {
		return "off"
	}
	return c.Choices[0]
}

// refusal says why the key may not be set here.
func (c *Column) refusal(name string, row int, set, effective map[string]string) error {
	key, ok := c.satisfied(effective)
	if !ok {
		return fmt.Errorf("kafka: %s has no meaning here: it needs %s, and %s is %s",
			c.Name, c.needs, key, effective[key])
	}
	if _, overridden := set[key]; c.Cells[row] == notThere && !overridden {
		return fmt.Errorf("kafka: %s does not exist in generation %s; it came later or was gone by then", c.Name, name)
	}
	return nil
}
