package render_test

import (
	"bytes"
	"errors"
	"testing"

	"mc/model"
	"mc/model/kafkaspec"
	"mc/traces"
	"mc/traces/render"
	"mc/traces/tracetest"
)

// mutated is a small trace of the ladder, its model, and the one that mends it.
type mutated struct {
	file      *traces.File
	m, mended *model.Model[kafkaspec.State]
}

func toMutate(t testing.TB) *mutated {
	t.Helper()
	set := constants("2", "1", "1", "1")
	m, f := counterexample(t, "truncate-to-hw", set, "WeakIsr", false)
	mended, _ := ladder(t, "kip-101", set)
	return &mutated{f, m, mended}
}

// TestMutants goes through a few of what FuzzMutant tries.
func TestMutants(t *testing.T) {
	x, made := toMutate(t), 0
	for n := range 24 {
		if mutant := tracetest.Mutant(x.file, []byte{byte(n), byte(n), byte(37 * n), byte(11 * n)}); mutant != nil {
			made++
			x.survives(t, mutant, render.Formats())
		}
	}
	if made < 8 {
		t.Errorf("only %d mutants had the form of a trace", made)
	}
}

// FuzzMutant changes what a trace says and seals it again, so that whatever
// lies behind the checksums has to cope: reading, every format, replay under
// either rules, and minimising.
func FuzzMutant(f *testing.F) {
	x := toMutate(f)
	for op := range byte(8) {
		f.Add(op, []byte{op, 0, 40, 3, op, 2, 9, 17})
	}
	formats := render.Formats()
	f.Fuzz(func(t *testing.T, which uint8, program []byte) { // one format each: all would be ten times as slow
		one := formats[int(which)%len(formats)]
		if mutant := tracetest.Mutant(x.file, program); mutant != nil {
			x.survives(t, mutant, []render.Format{one})
		}
	})
}

// survives asks all that takes a trace to take this one, or to refuse it.
func (x *mutated) survives(t *testing.T, f *traces.File, formats []render.Format) {
	t.Helper()
	var text bytes.Buffer
	if f.Write(&text) != nil {
		return
	}
	back, err := render.Read(bytes.NewReader(text.Bytes()))
	if err != nil {
		var refused *traces.FileError
		if !errors.As(err, &refused) {
			t.Errorf("what is wrong with a file is no FileError: %v", err)
		}
		return
	}
	for _, format := range formats {
		out := shown(t, format, back, nil)
		if out != nil && format.ReadsBack {
			readsBack(t, format.Name, out, text.Bytes())
		}
	}
	x.replays(t, back, formats)
}

// shown is the trace in a format that takes it; nothing gets out of that.
func shown(t *testing.T, format render.Format, f *traces.File, beside *traces.Comparison) []byte {
	t.Helper()
	var out bytes.Buffer
	if render.Render(&out, f, format.Name, render.Options{Comparison: beside}) != nil {
		return nil
	}
	if err := render.Contained(format.Name, out.String()); err != nil {
		t.Errorf("%s: %v", format.Name, err)
	}
	return out.Bytes()
}

// readsBack reads a rendering. A text that no model writes, as half a character,
// may come back as another: then the checksums see it. It is never believed.
func readsBack(t *testing.T, format string, text, want []byte) {
	t.Helper()
	again, err := render.Read(bytes.NewReader(text))
	var refused *traces.FileError
	switch {
	case errors.As(err, &refused):
		return
	case err != nil:
		t.Errorf("%s: what is wrong with it is no FileError: %v", format, err)
		return
	}
	var got bytes.Buffer
	if err := again.Write(&got); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s loses something: %v", format, err)
	}
}

// replays takes the steps again, and what follows from that.
func (x *mutated) replays(t *testing.T, f *traces.File, formats []render.Format) {
	t.Helper()
	r, err := traces.Replay(x.m, f)
	if err != nil {
		return
	}
	for i := range f.States() {
		r.Choices(x.m, f, i)
	}
	if c, err := traces.Compare(x.m, f, x.mended, [2]string{"here", "there"}); err == nil {
		for _, format := range formats {
			if format.Beside {
				shown(t, format, f, c)
			}
		}
	}
	if r.Broken && f.Property.Name != "" {
		if _, err := traces.Minimize(x.m, f.Property.Name, &r.Path, traces.MinimizeOptions{States: 300}); err != nil {
			t.Errorf("what was seen to break %s does not when it is minimised: %v", f.Property.Name, err)
		}
	}
}
