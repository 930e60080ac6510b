package kafka

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// wrong words a witness as fmt.Errorf does, and keeps the brokers and records
// among its arguments as what it speaks of.
func wrong(format string, args ...any) error {
	return model.NewWitness(fmt.Sprintf(format, args...), parts(args)...)
}

// parts are the arguments of a witness as lanes and records of the view.
func parts(args []any) (out []any) {
	for _, a := range args {
		switch a := a.(type) {
		case kafka.Node:
			if a != kafka.Nobody {
				out = append(out, name(a.Index()))
			}
		case kafka.Set:
			out = append(out, members(a)...)
		case kafka.Change:
			out = append(out, members(a.Brokers)...)
		case kafka.Value:
			out = append(out, record(a))
		case kafka.Values:
			for v := kafka.Value(1); a>>v != 0; v++ {
				if a.Has(v) {
					out = append(out, record(v))
				}
			}
		case kafka.Record:
			if a != 0 {
				out = append(out, record(a.Value()))
			}
		default:
			out = append(out, a)
		}
	}
	return out
}

func members(x kafka.Set) (out []any) {
	for b := range kafka.MaxBrokers {
		if x.Has(b) {
			out = append(out, name(b))
		}
	}
	return out
}

func record(v kafka.Value) model.RecordName { return model.RecordName(v.String()) }

// name is a broker, as the view calls it.
func name(b int) model.LaneName { return model.LaneName(kafka.NodeOf(b).String()) }

// at is an offset that a witness points at.
func at(o kafka.Offset) model.Offset { return model.Offset(o) }

// controller is the lane of the controller.
const controller = model.LaneName("controller")

// phrase is a part of a witness that speaks of a lane.
type phrase struct {
	words string // with %s for the lane
	lane  model.LaneName
}

func (p phrase) String() string { return fmt.Sprintf(p.words, p.lane) }

// Parts is the lane.
func (p phrase) Parts() []any { return []any{p.lane} }

func hwOf(l int) phrase { return phrase{"the high watermark of %s", name(l)} }
