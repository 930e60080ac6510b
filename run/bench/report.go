package bench

// Schema names the form of a report as JSON.
const Schema = "mc.bench/1"

// Series is a case with its measurements.
type Series struct {
	Case
	Median         Sample   `json:"median"`
	Samples        []Sample `json:"samples"`
	PerSecond      float64  `json:"states_per_second"`
	PerUserSecond  float64  `json:"states_per_user_second"`
	NsPerGenerated float64  `json:"user_ns_per_generated"`
	BytesPerState  float64  `json:"bytes_per_state"` // peak RSS less an idle process
	PerState       float64  `json:"allocations_per_state"`
}

// Report is everything that was measured.
type Report struct {
	Schema  string   `json:"schema"`
	Version string   `json:"version"` // of mc
	Machine Machine  `json:"machine"`
	Runs    int      `json:"runs"` // of each case; medians are shown
	Cases   []Series `json:"cases"`
	Targets []Target `json:"targets,omitempty"`
	Peers   []Peer   `json:"peers_measured_once_elsewhere,omitempty"`
}

// summarise works out what a series says; idle is the memory of a process
// that does nothing.
func (s *Series) summarise(idle uint64) (err error) {
	if s.Median, err = median(s.Samples); err != nil || s.Median.Distinct == 0 {
		return err
	}
	m, n := s.Median, float64(s.Median.Distinct)
	s.PerSecond, s.PerState = n/m.Wall, float64(m.Allocations)/n
	s.BytesPerState = float64(m.PeakRSS-min(idle, m.PeakRSS)) / n
	if m.User > 0 {
		s.PerUserSecond, s.NsPerGenerated = n/m.User, m.User*1e9/float64(max(m.Generated, 1))
	}
	return nil
}

// find is the series of that case, if it was measured.
func (r *Report) find(c Case) *Series {
	for i := range r.Cases {
		if r.Cases[i].Name == c.Name {
			return &r.Cases[i]
		}
	}
	return nil
}
