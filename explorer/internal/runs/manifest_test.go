package runs_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
)

var errNoSpace = error(syscall.ENOSPC)

// progress is what a run might note down.
type progress struct {
	Level  int      `json:"level"`
	Counts []uint64 `json:"counts"`
	Files  []string `json:"files"`
	Spec   string   `json:"spec"`
}

func mustWrite(t testing.TB, d runs.Disk, contents any) {
	t.Helper()
	if err := runs.WriteManifest(d, path, contents); err != nil {
		t.Fatal(err)
	}
}

func TestManifest(t *testing.T) {
	d := runstest.NewMemory()
	want := progress{3, []uint64{1, 1 << 63, 18446744073709551615}, []string{"level-3", `a "b" <c> é`}, "{}"}
	for range 2 {
		mustWrite(t, d, want)
	}
	var got progress
	if err := runs.ReadManifest(d, path, &got); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("read %+v, %v", got, err)
	}
	if err := runs.ReadManifest(d, "none", &got); !errors.Is(err, fs.ErrNotExist) || refused(err) {
		t.Errorf("a manifest that is not there gives %v", err)
	}
	if err := runs.WriteManifest(d, path, func() {}); err == nil {
		t.Error("a function was written")
	}
	if text := string(d.Get(path)); !strings.HasPrefix(text, "{\"schema\": \"mc-run/4\",\n\"checksum\": \"") {
		t.Errorf("the manifest is\n%s", text)
	}
}

// TestManifestChange changes, cuts and extends a manifest everywhere.
func TestManifestChange(t *testing.T) {
	d := runstest.NewMemory()
	mustWrite(t, d, progress{Level: 3, Counts: []uint64{1, 2}})
	whole := d.Get(path)
	refuse := func(what string, text []byte) {
		d.Put(path, text)
		var got progress
		if err := runs.ReadManifest(d, path, &got); !refused(err) || got.Level != 0 {
			t.Errorf("%s: %+v, %v", what, got, err)
		}
	}
	for at, was := range whole {
		text := slices.Clone(whole)
		for v := range 256 {
			if text[at] = byte(v); text[at] != was {
				refuse(fmt.Sprintf("byte %d is %d", at, v), text)
			}
		}
		refuse(fmt.Sprintf("cut at %d", at), whole[:at])
		refuse(fmt.Sprintf("byte %d twice", at), slices.Insert(slices.Clone(whole), at, was))
	}
	for _, more := range []string{"\n", " ", "{}", "\x00", string(whole)} {
		refuse("more", append(slices.Clone(whole), more...))
	}
}

// TestManifestForeign tells manifests of other versions from damaged ones.
func TestManifestForeign(t *testing.T) {
	type less struct {
		Level int `json:"level"`
	}
	for name, contents := range map[string]any{
		"more fields":  struct{ Level, Other int }{1, 2},
		"fewer fields": less{1},
		"other type":   map[string]string{"level": "1"},
		"not a struct": []int{1},
		"other case":   struct{ LEVEL int }{1},
	} {
		d := runstest.NewMemory()
		mustWrite(t, d, contents)
		var got progress
		var foreign *runs.Foreign
		if err := runs.ReadManifest(d, path, &got); !errors.As(err, &foreign) || got.Level != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzReadManifest reads any text as a manifest: it is refused, or writing
// what was read gives the same text.
func FuzzReadManifest(f *testing.F) {
	d := runstest.NewMemory()
	mustWrite(f, d, progress{Level: 3, Counts: []uint64{1, 2}})
	f.Add(d.Get(path))
	f.Add([]byte(`{"schema": "mc-run/4", "checksum": "", "run": {}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d := runstest.NewMemory()
		d.Put(path, text)
		var got progress
		if err := runs.ReadManifest(d, path, &got); err != nil {
			if !refused(err) {
				t.Errorf("the refusal is %v", err)
			}
			return
		}
		mustWrite(t, d, got)
		if string(d.Get(path)) != string(text) {
			t.Errorf("a text that no writer writes is believed:\n%s", text)
		}
	})
}
