package model

import "fmt"

// Witness is what a property finds wrong: a sentence, and what of the view it
// speaks of, so that pictures and explanations can point at it. Any error will
// do as a witness; Wrong makes one with parts.
type Witness struct {
	Text    string
	Lanes   []string // by their names
	Records []string // by the texts of their cells
	Offsets []int
}

// Error is the sentence.
func (w *Witness) Error() string { return w.Text }

// What can be part of a witness.
type (
	LaneName   string // a lane of the view
	RecordName string // the text of a cell
	Offset     int    // a place in a log
)

// Several stands for several parts of a witness: a set of brokers, say.
type Several interface{ Parts() []any }

// Wrong words a witness as fmt.Errorf words an error. Arguments that can be
// parts of a witness are kept as what it speaks of:
//
//	model.Wrong("%s leads without %s at offset %d",
//		model.LaneName("b2"), model.RecordName("r1"), model.Offset(3))
func Wrong(format string, args ...any) error {
	return NewWitness(fmt.Sprintf(format, args...), args...)
}

// NewWitness is a witness in these words that speaks of parts; what is no part
// among them is passed over.
func NewWitness(text string, parts ...any) *Witness {
	w := &Witness{Text: text}
	w.keep(parts)
	return w
}

func (w *Witness) keep(parts []any) {
	for _, p := range parts {
		switch p := p.(type) {
		case LaneName:
			w.Lanes = append(w.Lanes, string(p))
		case RecordName:
			w.Records = append(w.Records, string(p))
		case Offset:
			w.Offsets = append(w.Offsets, int(p))
		case Several:
			w.keep(p.Parts())
		}
	}
}

// AsWitness is err as a witness; one that speaks of nothing if it is another
// error.
func AsWitness(err error) Witness {
	if w, ok := err.(*Witness); ok {
		return *w
	}
	return Witness{Text: err.Error()}
}
