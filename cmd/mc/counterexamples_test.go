package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/report"
	"mc/run/cure"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
	"mc/run/verdict"
	"mc/traces"
	"mc/traces/render"
	"mc/traces/render/itf/itfcheck"
)

// TestExpectedCounterexamples has the expected traces of embedded specs found,
// written, read and replayed: every violation, every goal and every script.
// From mc.trace/1 and from ITF what is read is what was written, and it
// replays to the same end. In a quick run every eighth spec is enough, without
// those that asBrokersDo; CI takes all.
func TestExpectedCounterexamples(t *testing.T) {
	t.Parallel()
	specs, taken, kept := 0, 0, 0
	for _, file := range shippedSpecs.Paths() {
		s := embeddedSpec(t, file)
		entry, err := shipped.Resolve(s)
		if err != nil {
			t.Fatal(err)
		}
		if !onlyTraces(s) {
			continue
		}
		if specs++; !thorough && (specs%8 != 1 || asBrokersDo(s)) {
			continue
		}
		taken++
		t.Run(s.Name, func(t *testing.T) {
			for _, f := range tracesOf(t, s, entry) {
				kept++
				survives(t, entry, f)
			}
		})
	}
	if kept < taken*3/4 || taken < 20 {
		t.Errorf("only %d traces were found in %d specs", kept, taken)
	}
	t.Logf("%d traces of %d specs among %d", kept, taken, specs)
}

func embeddedSpec(t *testing.T, file string) *specfile.Spec {
	t.Helper()
	data, err := shippedSpecs.Data(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := specfile.Parse(file, data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// onlyTraces drops from what s checks all that comes without a trace, so that
// the search ends with the last of them, and reports whether there are any.
func onlyTraces(s *specfile.Spec) bool {
	if s.Script() != nil {
		return true
	}
	s.Check = []string{}
	for property, e := range s.Expect {
		if e.HasTrace() {
			s.Check = append(s.Check, property)
		}
	}
	slices.Sort(s.Check)
	return len(s.Check) > 0
}

// asBrokersDo reports whether s is another spec but for the news of an equal
// partition epoch. There are some thirty of them, which take as long as all
// others.
func asBrokersDo(s *specfile.Spec) bool { return strings.HasSuffix(s.Name, "-with-equal-epoch-news") }

// tracesOf runs s and returns every trace that comes out of it, as long as the
// spec expects it to be.
func tracesOf(t *testing.T, s *specfile.Spec, entry registry.Entry) (all []*traces.File) {
	out, err := suite.Run(context.Background(), entry, s, suite.Job(s, suite.Options(s), "test"))
	if err != nil {
		t.Fatal(err)
	}
	if err := cure.Tell(shipped.Models, entry, out); err != nil {
		t.Fatal(err)
	}
	if sc := out.Script; sc != nil {
		all = append(all, sc.Trace)
	}
	for _, v := range out.Properties {
		e := s.Expect[v.Name]
		if e.HasTrace() && (v.Trace == nil || e.Length > 0 && v.Trace.States() != e.Length) {
			t.Errorf("%s is %s, expected %s", v.Name, v.Verdict, e)
		}
		if v.Trace != nil && !v.Script {
			all = append(all, v.Trace)
		}
	}
	return all
}

// long is how many steps a trace may have to go through ITF as well in every
// run of the tests; with -tags oracle all do.
const long = 11

// survives sends f through both file formats, one after the other, and replays
// what comes back.
func survives(t *testing.T, entry registry.Entry, f *traces.File) {
	t.Helper()
	formats := []string{"json", "itf"}
	if len(f.Steps) > long && !thorough {
		formats = formats[:1]
	}
	for _, format := range formats {
		named := namedIn(t, entry, f)
		text := rendered(t, f, format, named)
		back, err := render.Read(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s of %s: %v", format, f.Property.Name, err)
		}
		if !bytes.Equal(text, rendered(t, back, format, named)) {
			t.Errorf("%s of %s: what is read is written in another way", format, f.Property.Name)
		}
		if format == "itf" {
			if err := itfcheck.Trace(text); err != nil {
				t.Errorf("%s: %v", f.Property.Name, err)
			}
		}
		f = back
	}
	r, err := entry.Replay(f)
	if err != nil {
		t.Fatalf("%s: %v", f.Property.Name, err)
	}
	ends := f.Verdict == model.Violated || f.Verdict == model.Reached
	if f.Property.Name != "" && r.Broken != ends {
		t.Errorf("%s is %s, but the replay ends with it broken: %v", f.Property.Name, f.Verdict, r.Broken)
	}
}

// namedIn are the names in the states of f.
func namedIn(t *testing.T, entry registry.Entry, f *traces.File) func(i int) (*traces.Named, error) {
	t.Helper()
	r, err := entry.Replay(f)
	if err != nil {
		t.Fatal(err)
	}
	return r.Named
}

func rendered(t *testing.T, f *traces.File, format string, named func(i int) (*traces.Named, error)) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := render.Render(&text, f, format, render.Options{Named: named}); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// TestEveryFormatOfEveryKindOfTrace renders traces of different making (found
// in the model, in the ladder, and played), and asks of each format that it
// tells the last step.
func TestEveryFormatOfEveryKindOfTrace(t *testing.T) {
	for _, name := range []string{"kip-101-data-loss", "kip-279", "acks-one-lost-acks-all-kept"} {
		file, ok := shippedSpecs.Path(name)
		if !ok {
			t.Fatalf("no spec %s", name)
		}
		s := embeddedSpec(t, file)
		entry, err := shipped.Resolve(s)
		if err != nil {
			t.Fatal(err)
		}
		f := tracesOf(t, s, entry)[0]
		for _, format := range render.Names(func(f render.Format) bool { return !f.Drives }) {
			n := len(f.Steps)
			if text := string(rendered(t, f, format, nil)); !said(text, n, f.Steps[n-1]) {
				t.Errorf("%s as %s does not tell step %d, %q", name, format, n, f.Steps[n-1].Title)
			}
		}
	}
}

// said reports whether a rendering tells a step: by its action or title, or, in
// a diagram of messages, by number.
func said(text string, n int, e traces.Event) bool {
	for _, what := range []string{e.Action, e.Title, fmt.Sprintf(">%.12s", e.Title), fmt.Sprintf(": %d. ", n)} {
		if strings.Contains(text, what) {
			return true
		}
	}
	return false
}

// TestColorsSayWhatTheExitCodeSays: before the trace begins, in whose pictures
// colours are of records, nothing is red where a failure was expected, and
// nothing green where it was not.
func TestColorsSayWhatTheExitCodeSays(t *testing.T) {
	const red, green = "31m", "32m"
	file, _ := shippedSpecs.Path("kip-101-data-loss")
	s := embeddedSpec(t, file)
	entry, err := shipped.Resolve(s)
	if err != nil {
		t.Fatal(err)
	}
	out, err := suite.Run(context.Background(), entry, s, suite.Job(s, suite.Options(s), "test"))
	if err != nil {
		t.Fatal(err)
	}
	for _, expected := range []bool{true, false} {
		if !expected {
			s.Expect = nil
		}
		judged := verdict.Judge(out, s.Expect, false)
		r := &report.Report{Outcome: out, Findings: judged.Told(), Met: judged.Expected,
			Subject: report.Subject{Name: s.Name, Announced: expected}}
		var text strings.Builder
		if err := r.Text(&text, report.Style{Color: true, Whole: true}); err != nil {
			t.Fatal(err)
		}
		first, _, found := strings.Cut(text.String(), "mstart\x1b")
		if !found || expected == strings.Contains(first, red) || expected != strings.Contains(first, green) {
			t.Errorf("expected %v, and the first screen is %q", expected, first)
		}
	}
}
