package kafkaspec

import (
	"fmt"

	"mc/model"
)

// lane is a broker as the view calls it, for a witness that speaks of it.
func lane(b Broker) model.LaneName { return model.LaneName(b.String()) }

// record is a record as the view calls it.
func record(x Record) model.RecordName { return model.RecordName(x.String()) }

// isrOf is an ISR by whose it is, for a witness that speaks of them.
type isrOf struct {
	words string // with %s for the lane
	lane  model.LaneName
}

func (i isrOf) String() string { return fmt.Sprintf(i.words, i.lane) }

// Parts is the lane.
func (i isrOf) Parts() []any { return []any{i.lane} }

// ofController is the ISR that the controller has.
var ofController = isrOf{"the %s's ISR", controllerLane}

// members are the brokers of an ISR that a witness speaks of.
type members struct{ ISR }

// Parts are the brokers.
func (m members) Parts() (out []any) {
	for rest := m.ISR; rest != 0; {
		var b Broker
		b, rest = rest.Pop()
		out = append(out, lane(b))
	}
	return out
}
