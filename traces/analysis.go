package traces

// Analysis is what became of the records of a trace. It reads the pictures of
// the logs only, so there is one for every model that keeps logs; for the
// others it is empty.
type Analysis struct {
	// Losses are the committed records that the trace cuts, each once; or, if
	// it cuts none, those that the violation finds missing.
	Losses []Loss

	Cuts     []Loss   // every step at which a replica cuts committed records for good
	Missing  []Loss   // the committed records that the violation finds missing
	Timeline []Moment // what was committed, acknowledged and cut, in the order of steps
}

// Analysis is made at the first call and kept: f must not be changed after it,
// other than by its own methods.
func (f *File) Analysis() *Analysis {
	if f.analysis == nil {
		a := &Analysis{Cuts: cuts(f), Missing: absent(f)}
		a.Losses = once(a.Cuts)
		if len(a.Cuts) == 0 {
			a.Losses = a.Missing
		}
		a.Timeline = timeline(f, a.Cuts)
		f.analysis = a
	}
	return f.analysis
}

// Moment is a step after which records were for the first time below a high
// watermark, or acknowledged, or were cut although they had been.
type Moment struct {
	Step    int
	What    string // MomentCommitted, MomentAcked or MomentCut
	Records []string
	Lane    string // whose high watermark or log, or who was told
}

// What a Moment can be.
const (
	MomentCommitted = "committed"
	MomentAcked     = "acknowledged"
	MomentCut       = "cut"
)

// timeline merges the commits, acknowledgements and losses of f, in the order
// of steps.
func timeline(f *File, losses []Loss) []Moment {
	committed := commits{}
	var out []Moment
	for i := range f.States() {
		for _, m := range committed.note(f.Frame(i).View, i) {
			if n := len(out); n > 0 && out[n-1].Step == i && out[n-1].What == MomentCommitted && out[n-1].Lane == m.lane {
				out[n-1].Records = append(out[n-1].Records, m.record)
				continue
			}
			out = append(out, Moment{i, MomentCommitted, []string{m.record}, m.lane})
		}
		if m, any := f.acked(i); any {
			out = append(out, m)
		}
		for _, l := range losses {
			if l.Cut == i {
				out = append(out, Moment{i, MomentCut, l.Records, l.From})
			}
		}
	}
	return out
}
