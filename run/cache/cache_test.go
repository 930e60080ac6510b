package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

type result struct{ Verdict string }

func open(t *testing.T, dir string) *Cache {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhatWasPutIsFound(t *testing.T) {
	dir := t.TempDir()
	c := open(t, dir)
	key := Key([]any{"spec", map[string]string{"b": "1", "a": "2"}})
	if key != Key([]any{"spec", map[string]string{"a": "2", "b": "1"}}) {
		t.Error("the order of a map changes the key")
	}
	var got result
	if c.Get(key, &got) {
		t.Error("something was found before it was put")
	}
	if err := c.Put(key, result{"holds"}); err != nil {
		t.Fatal(err)
	}
	if !open(t, dir).Get(key, &got) || got.Verdict != "holds" {
		t.Errorf("got %+v, want holds", got)
	}
	if c.Get(Key("another"), &got) {
		t.Error("another key finds it too")
	}
}

// TestDamageIsNotBelieved changes every byte of an entry in turn, and cuts the
// file at every length: no change may yield another result.
func TestDamageIsNotBelieved(t *testing.T) {
	c := open(t, t.TempDir())
	key := Key("k")
	if err := c.Put(key, result{"holds"}); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(c.file(key))
	if err != nil {
		t.Fatal(err)
	}
	try := func(data []byte, what string) {
		t.Helper()
		if err := os.WriteFile(c.file(key), data, 0o644); err != nil {
			t.Fatal(err)
		}
		var got result
		if c.Get(key, &got) && got.Verdict != "holds" {
			t.Errorf("%s is read as %+v", what, got)
		}
	}
	for i := range whole {
		changed := append([]byte{}, whole...)
		changed[i] ^= 1
		try(changed, fmt.Sprintf("an entry with byte %d changed", i))
		try(whole[:i], fmt.Sprintf("an entry cut to %d bytes", i))
	}
	var got result
	try(whole, "the whole entry")
	if !c.Get(key, &got) {
		t.Error("the whole entry is not found")
	}
}

// TestAnotherKeysEntryIsNotBelieved puts a sound entry under a wrong name.
func TestAnotherKeysEntryIsNotBelieved(t *testing.T) {
	c := open(t, t.TempDir())
	if err := c.Put(Key("a"), result{"holds"}); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(c.file(Key("a")), c.file(Key("b"))); err != nil {
		t.Fatal(err)
	}
	var got result
	if c.Get(Key("b"), &got) {
		t.Error("the result of a is believed of b")
	}
}

// TestOldBinariesGo holds that the results of the last few builds are kept,
// and that nothing else in the directory is touched.
func TestOldBinariesGo(t *testing.T) {
	dir := t.TempDir()
	for i := range binaries + 3 {
		old := filepath.Join(dir, fmt.Sprintf("%032x", i))
		if err := os.Mkdir(old, 0o755); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(time.Duration(i-100) * time.Hour)
		if err := os.Chtimes(old, when, when); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "notes"), 0o755); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != binaries+1 {
		t.Errorf("%d directories are left, want %d builds and the notes", len(left), binaries)
	}
	if _, err := os.Stat(filepath.Join(dir, fmt.Sprintf("%032x", binaries+2))); err != nil {
		t.Errorf("the newest of the old builds is gone: %v", err)
	}
}

// TestNoCache holds that a nil cache keeps nothing and complains of nothing.
func TestNoCache(t *testing.T) {
	var c *Cache
	if err := c.Put(Key("k"), result{}); err != nil {
		t.Error(err)
	}
	var got result
	if c.Get(Key("k"), &got) {
		t.Error("a nil cache has a result")
	}
}

// TestBounded: of more than there is room for the oldest go, of whatever build, and
// what a writer has abandoned; what is being written stays.
func TestBounded(t *testing.T) {
	dir := t.TempDir()
	var builds []aged
	for i, name := range []string{"a", "b"} {
		build := filepath.Join(dir, name)
		if err := os.Mkdir(build, 0o755); err != nil {
			t.Fatal(err)
		}
		builds = append(builds, aged{path: build})
		for j := range 5 {
			hours := -2*j - i // b's are an hour older than a's
			file(t, filepath.Join(build, fmt.Sprint(j, ".json")), 10, time.Duration(hours)*time.Hour)
		}
	}
	file(t, filepath.Join(dir, "a", "new-1"), 1, -2*abandoned)
	file(t, filepath.Join(dir, "a", "new-2"), 1, 0)
	if err := bound(builds, 45); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range left {
		left[i], _ = filepath.Rel(dir, left[i])
	}
	if got, want := fmt.Sprint(left), "[a/0.json a/1.json a/new-2 b/0.json b/1.json]"; filepath.ToSlash(got) != want {
		t.Errorf("%s are left, want %s", got, want)
	}
}

func file(t *testing.T, name string, size int, age time.Duration) {
	t.Helper()
	if err := os.WriteFile(name, make([]byte, size), 0o644); err != nil {
		t.Fatal(err)
	}
	when := time.Now().Add(age)
	if err := os.Chtimes(name, when, when); err != nil {
		t.Fatal(err)
	}
}

// TestDamageIsTold: what is damaged is told from what is not there, and replaced.
func TestDamageIsTold(t *testing.T) {
	c := open(t, t.TempDir())
	var got result
	if err := c.Read("k", &got); !errors.Is(err, ErrNone) {
		t.Errorf("nothing was put, and it is %v", err)
	}
	for _, damage := range []string{"", "{}", `{"key":"k","sum":"x","body":{}}`} {
		if err := os.WriteFile(c.file("k"), []byte(damage), 0o644); err != nil {
			t.Fatal(err)
		}
		var damaged *Damaged
		if err := c.Read("k", &got); !errors.As(err, &damaged) || damaged.File != c.file("k") {
			t.Errorf("%q is %v", damage, err)
		}
	}
	if err := c.Put("k", result{"holds"}); err != nil {
		t.Fatal(err)
	}
	if err := c.Read("k", &got); err != nil || got.Verdict != "holds" {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestTogether has many who write and read the same results at once, and prune: all
// read what one of them wrote, or nothing.
func TestTogether(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			c, err := Open(dir)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range 100 {
				key := fmt.Sprint("k", i%7)
				if err := c.Put(key, result{key}); err != nil {
					t.Error(err)
				}
				var got result
				if err := c.Read(key, &got); err != nil || got.Verdict != key {
					t.Errorf("%s is %+v, %v", key, got, err)
				}
			}
		})
	}
	all.Wait()
}
