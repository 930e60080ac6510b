package suite

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/cache"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/traces"
)

// apart are the options of a search that are in no key, and why not.
var apart = map[string]string{
	"Workers":    "no result depends on it",
	"Timeout":    "what it cuts is not kept",
	"Memory":     "what it cuts is not kept",
	"Dir":        "a run with files of its own is not kept",
	"Resume":     "as Dir",
	"Checkpoint": "as Dir",
	"Identity":   "as Dir",
	"Keep":       "as Dir",
	"Note":       "as Dir",
	"Progress":   "it is told while the run lasts",
}

// Key names all that decides what comes of a spec, and what is said of that: its
// text, the constants that these give, all that is asked of the search, and what is
// expected, since what nobody expected is told with more words. The program is not in
// it: a cache belongs to one build.
func Key(entry registry.Entry, s *specfile.Spec, job registry.Job, strict bool) (string, error) {
	values, err := registry.Values(entry, job.Set)
	if err != nil {
		return "", err
	}
	parts := map[string]any{
		"form": "mc.check/1", "model": entry.Name(), "values": values, "script": s.Script(), "questions": s.Questions,
		"expect": s.Expect, "strict": strict,
	}
	fields(parts, "job.", reflect.ValueOf(job))
	delete(parts, "job.Options")
	fields(parts, "option.", reflect.ValueOf(job.Options))
	for name := range apart {
		delete(parts, "option."+name)
	}
	return cache.Key(parts), nil
}

// fields are the fields of a struct that others can set.
func fields(parts map[string]any, prefix string, of reflect.Value) {
	for f := range of.Type().Fields() {
		if f.IsExported() {
			parts[prefix+f.Name] = of.FieldByIndex(f.Index).Interface()
		}
	}
}

// Keepable reports whether the same job has the same result whenever it is done, and
// wherever: nothing ended it but what it was asked for.
func Keepable(out *report.Outcome) bool {
	for _, reason := range out.Cut.Reasons {
		if reason.Kind != explorer.MaxDepth {
			return false
		}
	}
	for _, p := range out.Properties {
		if p.Short != traces.Complete {
			return false
		}
	}
	return out.Run.Kept == nil && out.Run.Checkpoint == ""
}

// kept is an outcome with what its JSON has no place for.
type kept struct {
	Outcome report.Outcome
	Reasons []reason
	Traces  []aside // in their order
}

// aside is what a file of a trace has not.
type aside struct {
	About   model.Witness
	Changes []changed // of all steps
	Turns   [][]model.Turn
	Held    []bool
	Lost    [][]model.Arrow
}

type changed struct {
	What   traces.Aspect
	Offset int
}

type reason struct {
	Kind  explorer.ReasonKind
	Limit uint64
}

// tracesOf are all traces of an outcome.
func tracesOf(out *report.Outcome) (all []*traces.File) {
	for i := range out.Properties {
		if t := out.Properties[i].Trace; t != nil {
			all = append(all, t)
		}
	}
	if out.Script != nil && out.Script.Trace != nil {
		all = append(all, out.Script.Trace)
	}
	return all
}

// Put keeps an outcome.
func Put(c *cache.Cache, key string, out *report.Outcome) error {
	k := kept{Outcome: *out}
	k.Outcome.Cut.Reasons = nil
	for _, r := range out.Cut.Reasons {
		k.Reasons = append(k.Reasons, reason(r))
	}
	for _, t := range tracesOf(out) {
		one := aside{About: t.Property.About}
		for _, step := range t.Steps {
			one.Turns, one.Held, one.Lost = append(one.Turns, step.Turns), append(one.Held, step.Held), append(one.Lost, step.Lost)
			for _, c := range step.Changes {
				one.Changes = append(one.Changes, changed{c.What, c.Offset})
			}
		}
		k.Traces = append(k.Traces, one)
	}
	var text bytes.Buffer
	zip := gzip.NewWriter(&text)
	e := json.NewEncoder(zip)
	e.SetEscapeHTML(false) // states stay as they are
	err := e.Encode(k)
	if closed := zip.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return c.Put(key, text.Bytes())
}

// Get is what is kept under a key. The error is cache.ErrNone if that is nothing, or
// says that it is damaged.
func Get(c *cache.Cache, key string) (*report.Outcome, error) {
	var text []byte
	if err := c.Read(key, &text); err != nil {
		return nil, err
	}
	zip, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, &cache.Damaged{File: key}
	}
	var k kept
	if err := json.NewDecoder(zip).Decode(&k); err != nil {
		return nil, &cache.Damaged{File: key}
	}
	for i, t := range tracesOf(&k.Outcome) {
		t.Property.About = k.Traces[i].About
		n := 0
		for s := range t.Steps {
			step := &t.Steps[s]
			step.Turns, step.Held, step.Lost = k.Traces[i].Turns[s], k.Traces[i].Held[s], k.Traces[i].Lost[s]
			for j := range step.Changes {
				step.Changes[j].What, step.Changes[j].Offset = k.Traces[i].Changes[n].What, k.Traces[i].Changes[n].Offset
				n++
			}
		}
	}
	for _, r := range k.Reasons {
		k.Outcome.Cut.Reasons = append(k.Outcome.Cut.Reasons, explorer.Reason(r))
	}
	return &k.Outcome, nil
}

// Apart are the options of a search that decide no result that is kept, and why not.
func Apart() map[string]string { return maps.Clone(apart) }
