package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// write says what was found, as text or as one line of JSON.
func (t *tally) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(t)
	}
	fmt.Fprintf(w, "Kafka %s: %d schedules, %d steps compared, %.2f ms a step\n", t.Kafka, t.Walks, t.Steps, t.Ms)
	for _, end := range ends {
		if t.Ends[end] > 0 || end == agreed {
			fmt.Fprintf(w, "%7d  %s\n", t.Ends[end], end)
		}
	}
	var counts []string
	for _, rule := range t.rules() {
		counts = append(counts, fmt.Sprintf("%s %d", rule, t.Rules[rule]))
	}
	fmt.Fprintf(w, "steps: %s\n", strings.Join(counts, ", "))
	for _, f := range t.sorted() {
		f.write(w)
	}
	return nil
}

func (f *finding) write(w io.Writer) {
	fmt.Fprintf(w, "\ndifferent in %d, so in number %d%s: %s\n", f.Walks, f.Walk, f.of(), f.Key)
	fmt.Fprintf(w, "%d steps: %s\n", len(f.Schedule), strings.Join(f.Schedule, "; "))
	for _, d := range f.Differences {
		fmt.Fprintf(w, "  %s\n", d)
	}
	for _, where := range f.where() {
		fmt.Fprintf(w, "  %-10s in the model    %s\n  %-10s at the brokers  %s\n", where, oneLine(f.Model.at(where)), "",
			oneLine(f.Brokers.at(where)))
	}
}

// of names the profile, if it was a walk's.
func (f *finding) of() string {
	if f.Profile == "" {
		return ""
	}
	return " (" + f.Profile + ")"
}

// where lists what differs, each once.
func (f *finding) where() (list []string) {
	for _, d := range f.Differences {
		if d.Where != "brokers" && !slices.Contains(list, d.Where) {
			list = append(list, d.Where)
		}
	}
	return list
}

// at is the part of a snapshot that a difference names.
func (s *snapshot) at(where string) any {
	switch where {
	case "controller":
		return s.Controller
	case "client":
		return []any{s.Client, s.Acknowledged, s.RefusedLate}
	}
	return s.Brokers[int(where[1]-'1')]
}

// oneLine is a value as JSON without the marks that only machines need.
func oneLine(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return strings.NewReplacer(`"`, "", "null", "[]").Replace(string(text))
}
