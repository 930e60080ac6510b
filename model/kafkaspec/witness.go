package kafkaspec

import "mc/model"

// lane is a broker as the view calls it, for a witness that speaks of it.
func lane(b Broker) model.LaneName { return model.LaneName(b.String()) }

// record is a record as the view calls it.
func record(x Record) model.RecordName { return model.RecordName(x.String()) }

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
