package recorded

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mc/explorer/retrace"
	invariants "mc/invariants/kafka"
	"mc/model"
	"mc/model/evidence"
	"mc/model/kafka"
	"mc/model/kafka/recording"
)

// folders unpacks the recordings; each is a folder of its own.
func folders(t testing.TB) (list []string) {
	t.Helper()
	packed, err := filepath.Glob("testdata/*.tar.gz")
	if err != nil || len(packed) == 0 {
		t.Fatal("no recordings", err)
	}
	dir := t.TempDir()
	for _, file := range packed {
		if err := unpack(file, dir); err != nil {
			t.Fatal(err)
		}
		list = append(list, filepath.Join(dir, strings.TrimSuffix(filepath.Base(file), ".tar.gz")))
	}
	return list
}

func unpack(file, dir string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for r := tar.NewReader(zip); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		name := filepath.Join(dir, filepath.Clean("/"+head.Name))
		if head.FileInfo().IsDir() {
			continue
		}
		text, err := io.ReadAll(r)
		if err = errors.Join(err, os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, text, 0o644)); err != nil {
			return err
		}
	}
}

// validate holds a folder to the model, with some constants taken otherwise.
func validate(t testing.TB, dir string, set map[string]string, nodes int) (*evidence.Recording[kafka.State], *model.Model[kafka.State], *retrace.Outcome[kafka.State], error) {
	t.Helper()
	r, err := recording.Open(dir, evidence.Options{Set: set})
	if err != nil {
		return nil, nil, nil, err
	}
	m, _, err := invariants.Template.Build(r.Set)
	if err != nil {
		return r, nil, nil, err
	}
	out, err := retrace.Find(t.Context(), m, r, retrace.Options{Nodes: nodes})
	return r, m, out, err
}

// TestAccepted: every recording is a run of its release, and what was lost is known.
func TestAccepted(t *testing.T) {
	for _, dir := range folders(t) {
		r, m, out, err := validate(t, dir, nil, 0)
		name := filepath.Base(dir)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !out.Found {
			t.Errorf("%s: not accepted; cut %v, stuck at %s", name, out.Cut, told(r, out))
			continue
		}
		broken := ""
		for i := range m.Properties {
			p := &m.Properties[i]
			if p.Kind.Temporal() {
				continue
			}
			if decided, _ := m.DecidedAt(p, out.Path); decided {
				broken += " " + p.Name
			}
		}
		t.Logf("%s: %d steps, %d unseen, %d lines without news; %d places; broken at the end:%s", name, len(out.Path.Steps), out.Unseen(),
			len(out.Stale), out.Nodes, broken)
	}
}

func told(r *evidence.Recording[kafka.State], out *retrace.Outcome[kafka.State]) string {
	if out.Stuck < 0 {
		return "nothing"
	}
	l := r.Lines[out.Stuck]
	return l.File + ": " + r.Told(l.Stream, l.Fact) + ": " + l.Text
}
