package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// JSON writes the report as one line.
func (r *Report) JSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// Text writes the report as tables.
func (r *Report) Text(w io.Writer) error {
	var padded strings.Builder
	if err := r.tables(&padded); err != nil {
		return err
	}
	for line := range strings.Lines(padded.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

func (r *Report) tables(w io.Writer) error {
	m := r.Machine
	fmt.Fprintf(w, "mc %s, %s, %d processors, %s, %s; load %.2f before, %.2f after; medians of %d\n",
		r.Version, m.CPU, m.Processors, m.System, m.Go, m.LoadBefore, m.LoadAfter, r.Runs)
	if m.busy() {
		fmt.Fprintf(w, "the machine is busy: wall times and scaling say little, user times are longer than on a quiet one\n")
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "\ncase\tstates\tdepth\twall s\tuser s\tsystem s\tstates/s\tstates/user-s\tns/generated\tB/state\tallocs/state\t\n")
	for i := range r.Cases {
		r.Cases[i].row(tab)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	if len(r.Targets) > 0 {
		r.targetTable(w)
	}
	return r.peerTable(w)
}

func (s *Series) row(w io.Writer) {
	m := s.Median
	if m.Distinct == 0 {
		fmt.Fprintf(w, "%s, %.1f MB\t\t\t\t\t\t\t\t\t\t\t\n", s.Name, float64(m.PeakRSS)/1e6)
		return
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%s\t%s\t%.0f\t%.1f\t%.2g\t\n", s.Name, m.Distinct, m.Depth, m.Wall, m.User, m.System,
		millions(s.PerSecond), millions(s.PerUserSecond), s.NsPerGenerated, s.BytesPerState, s.PerState)
}

func millions(perSecond float64) string { return fmt.Sprintf("%.2f M", perSecond/1e6) }

func (r *Report) targetTable(w io.Writer) {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "\n\tmeasured\ttarget\t\n")
	for _, t := range r.Targets {
		met := "met"
		if !t.Met {
			met = "missed"
		}
		fmt.Fprintf(tab, "%s\t%.3g %s\t%s\t%s\n", t.What, t.Measured, t.Unit, t.bound(), met)
	}
	tab.Flush()
}

func (r *Report) peerTable(w io.Writer) error {
	if len(r.Peers) == 0 {
		return nil
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "\nother tools on kip-320, measured once, elsewhere\t737,794 states\t9,985,570 states\t\n")
	for _, p := range r.Peers {
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\n", p.Tool, p.Small, p.Middle, p.Omissions)
	}
	return tab.Flush()
}
