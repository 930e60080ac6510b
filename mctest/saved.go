package mctest

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mc/model"
	"mc/traces"
	"mc/traces/render"
	"mc/traces/tell"
)

// home is the directory for what is kept of a test, beside its source.
func home(t *testing.T) string {
	return filepath.Join("testdata", "mc", filepath.FromSlash(plain(t.Name())))
}

// plain is a name that files can have.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`<>:"\|?*`, r) || r < ' ' {
			return '_'
		}
		return r
	}, strings.ReplaceAll(name, "..", "__"))
}

// saved is the file for the trace of a property.
func saved(dir, property string) string { return filepath.Join(dir, plain(property)+".json") }

// breaksAgain reports whether the trace that was saved of a property still breaks it,
// and that is not what is expected.
func (c *checking[S]) breaksAgain(t *testing.T, property string) bool {
	t.Helper()
	file := saved(c.dir, property)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) || c.o.expect[property] == model.Violated {
		return false
	}
	var f *traces.File
	if err == nil {
		f, err = render.Read(bytes.NewReader(text))
	}
	if err != nil {
		t.Errorf("%s is no trace: %v", file, err)
		return false
	}
	if f.Property.Name != property {
		t.Errorf("%s is a trace of %q, not of %s", file, f.Property.Name, property)
		return false
	}
	r, err := traces.Replay(c.m, f)
	var parted *traces.Divergence
	switch {
	case errors.As(err, &parted) && parted.Kind == traces.NotBroken:
		t.Logf("%s: these steps do no harm any more", file)
	case err != nil:
		t.Logf("%s: the model does not take these steps any more: %v", file, err)
	case !r.Broken:
		t.Logf("%s: these steps do no harm", file)
	default:
		f.Property.Witness = r.Witness
		c.known[property] = f
	}
	return err == nil && r.Broken
}

// save keeps a trace for the next run.
func save(t *testing.T, dir, property string, f *traces.File) {
	t.Helper()
	file := saved(dir, property)
	if err := put(file, f, "json"); err != nil {
		t.Logf("the trace is not saved: %v", err)
		return
	}
	t.Logf("saved in %s; the next run takes these steps first", file)
}

// leave writes the page and the trace of a failure to where artifacts go.
func leave(t *testing.T, f *traces.File) {
	t.Helper()
	dir := filepath.Join(*artifacts, filepath.FromSlash(plain(t.Name())))
	if *artifacts == "" {
		if kept := flag.Lookup("test.artifacts"); kept == nil || kept.Value.String() != "true" {
			return
		}
		dir = t.ArtifactDir()
	}
	for _, format := range []string{"html", "json"} {
		file := filepath.Join(dir, "trace."+format)
		if err := put(file, f, format); err != nil {
			t.Errorf("an artifact cannot be written: %v", err)
			return
		}
		t.Logf("artifact: %s", file)
	}
}

// put writes a trace in a format, beside and renamed.
func put(file string, f *traces.File, format string) error {
	var out bytes.Buffer
	if err := render.Render(&out, f, format, render.Options{Text: tell.Options{Unicode: true}}); err != nil {
		return err
	}
	return replace(file, out.Bytes())
}

// replace gives a file another text; whoever reads it finds one of the two.
func replace(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
