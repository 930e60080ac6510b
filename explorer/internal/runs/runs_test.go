package runs_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
)

const path = "run/level-3"

// records is what a file holds.
type records struct {
	head   runs.Header
	states []uint64
	rules  []byte // nil if the file has none
}

// made makes n records that differ from those of another salt.
func made(h runs.Header, n int, salt uint64) records {
	r := records{head: h, states: make([]uint64, n*h.Words)}
	for i := range r.states {
		r.states[i] = (uint64(i) + 1 + salt) * 0x9e3779b97f4a7c15
	}
	for i := range n {
		if h.Rules {
			r.rules = append(r.rules, byte(uint64(i)*7+salt))
		}
	}
	return r
}

// store writes r as the file at path.
func store(d runs.Disk, path string, r records) (runs.Info, error) {
	w, err := runs.Create(d, path, r.head)
	if err != nil {
		return runs.Info{}, err
	}
	defer w.Abort()
	if err := appendAll(w, r); err != nil {
		return runs.Info{}, err
	}
	return w.Close()
}

// appendAll adds every record of r, and what is left behind the last one.
func appendAll(w *runs.Writer, r records) error {
	for i := 0; len(r.states) > 0; i++ {
		n, rule := min(r.head.Words, len(r.states)), byte(0)
		if r.rules != nil {
			rule = r.rules[i]
		}
		if err := w.Append(r.states[:n], rule); err != nil {
			return err
		}
		r.states = r.states[n:]
	}
	return nil
}

// load reads the whole file at path.
func load(d runs.Disk, path string, h runs.Header) (records, error) {
	got := records{head: h}
	r, err := runs.Open(d, path, h)
	if err != nil {
		return got, err
	}
	defer r.Close()
	for s := runs.NewScanner(r); ; {
		states, rules, err := s.Next()
		if err == io.EOF {
			return got, nil
		}
		if err != nil {
			return got, err
		}
		got.states = append(got.states, states...)
		got.rules = append(got.rules, rules...)
	}
}

func (r records) equal(o records) bool {
	return fmt.Sprint(r.head, r.states) == fmt.Sprint(o.head, o.states) && bytes.Equal(r.rules, o.rules)
}

func mustStore(t testing.TB, d runs.Disk, path string, r records) runs.Info {
	t.Helper()
	info, err := store(d, path, r)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// refused tells whether an error says that the contents are not to be used,
// with a remedy.
func refused(err error) bool {
	var damaged *runs.Damaged
	var foreign *runs.Foreign
	switch {
	case errors.As(err, &damaged):
		return damaged.Path != "" && strings.Contains(err.Error(), "discard the run")
	case errors.As(err, &foreign):
		return foreign.Path != "" && strings.Contains(err.Error(), "another directory")
	}
	return false
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := runstest.NewMemory()
		h := runs.Header{
			Words: rapid.IntRange(1, 5).Draw(t, "words"),
			Rules: rapid.Bool().Draw(t, "rules"),
			Part:  rapid.Uint64().Draw(t, "part"),
		}
		n := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(1020, 1030), rapid.IntRange(2045, 2051), rapid.IntRange(0, 5000)).Draw(t, "records")
		want := made(h, n, rapid.Uint64().Draw(t, "salt"))
		info := storeInPieces(t, d, want)
		if info.Records != uint64(n) || info.Path != path {
			t.Fatalf("%d records at %s are told as %+v", n, path, info)
		}
		got, err := load(d, path, h)
		if err != nil {
			t.Fatal(err)
		}
		if !got.equal(want) {
			t.Fatalf("read %d states and %d rules that were not written", len(got.states)/h.Words, len(got.rules))
		}
		readBlocks(t, d, info, want)
	})
}

func storeInPieces(t *rapid.T, d runs.Disk, r records) runs.Info {
	w, err := runs.Create(d, path, r.head)
	if err != nil {
		t.Fatal(err)
	}
	for n := len(r.states) / r.head.Words; w.Records() < uint64(n); {
		w.Plain(rapid.Bool().Draw(t, "plain"))
		from := int(w.Records())
		to := from + rapid.IntRange(0, n-from).Draw(t, "piece")
		some := records{head: r.head, states: r.states[from*r.head.Words : to*r.head.Words]}
		if r.head.Rules {
			some.rules = r.rules[from:to]
		}
		if err := appendAll(w, some); err != nil {
			t.Fatal(err)
		}
		if got := w.Records(); got != uint64(to) {
			t.Fatalf("the writer tells %d records", got)
		}
	}
	info, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// readBlocks holds ReadBlock, in any order, against what was written.
func readBlocks(t *rapid.T, d runs.Disk, info runs.Info, want records) {
	r, err := runs.Open(d, path, want.head)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Records() != info.Records || r.Seal() != info.Seal {
		t.Fatalf("the reader tells %d records, seal %#x, the writer %+v", r.Records(), r.Seal(), info)
	}
	words := want.head.Words
	states, rules := make([]uint64, runs.BlockRecords*words), make([]byte, runs.BlockRecords)
	for range min(3, r.Blocks()) {
		i := rapid.IntRange(0, r.Blocks()-1).Draw(t, "block")
		n, err := r.ReadBlock(i, states, rules)
		if err != nil {
			t.Fatal(err)
		}
		from := i * runs.BlockRecords
		part := records{head: want.head, states: want.states[from*words : (from+n)*words]}
		got := records{head: want.head, states: states[:n*words]}
		if want.head.Rules {
			part.rules, got.rules = want.rules[from:from+n], rules[:n]
		}
		if !got.equal(part) {
			t.Fatalf("block %d is not what was written", i)
		}
	}
}

func TestManyReaders(t *testing.T) {
	d := runs.OS{}
	path := filepath.Join(t.TempDir(), "run")
	want := made(runs.Header{Words: 3, Rules: true}, 10*runs.BlockRecords+7, 1)
	mustStore(t, d, path, want)
	r, err := runs.Open(d, path, want.head)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			states, rules := make([]uint64, 3*runs.BlockRecords), make([]byte, runs.BlockRecords)
			for k := range 100 {
				i := (k*7 + g) % r.Blocks()
				n, err := r.ReadBlock(i, states, rules)
				if err != nil {
					t.Error(err)
					return
				}
				if from := i * runs.BlockRecords; states[0] != want.states[from*3] || rules[n-1] != want.rules[from+n-1] {
					t.Errorf("block %d is not what was written", i)
				}
			}
		})
	}
	wg.Wait()
}

// TestMisuse holds that calls that make no sense are refused and harm nothing.
func TestMisuse(t *testing.T) {
	d := runstest.NewMemory()
	for _, words := range []int{-1, 0, runs.MaxWords + 1} {
		if _, err := runs.Create(d, path, runs.Header{Words: words}); err == nil {
			t.Errorf("a file of states of %d words was made", words)
		}
		if _, err := runs.Open(d, path, runs.Header{Words: words}); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file of states of %d words was looked for: %v", words, err)
		}
	}
	h := runs.Header{Words: 2, Rules: true}
	for _, bad := range []records{{h, []uint64{1}, []byte{1}}, {h, []uint64{1, 2, 3}, []byte{1, 2}}} {
		if _, err := store(d, path, bad); err == nil {
			t.Errorf("%v was written", bad)
		}
	}
	if w, err := runs.Create(d, path, h); err != nil || w.Append([]uint64{1, 2, 3, 4}, 0) == nil {
		t.Error("two records were added as one", err)
	} else if _, err := w.Close(); err == nil {
		t.Error("and the file was completed")
	}
	if d.Get(path) != nil || d.Get(path+".tmp") != nil {
		t.Error("a refused file is there")
	}
	mustStore(t, d, path, made(h, 3, 0))
	r, err := runs.Open(d, path, h)
	if err != nil {
		t.Fatal(err)
	}
	room, rules := make([]uint64, 6), make([]byte, 3)
	for _, try := range []struct {
		block  int
		states []uint64
		rules  []byte
	}{{-1, room, rules}, {1, room, rules}, {0, room[:5], rules}, {0, room, rules[:2]}} {
		if n, err := r.ReadBlock(try.block, try.states, try.rules); err == nil || n != 0 || refused(err) {
			t.Errorf("block %d into %d words gives %d, %v", try.block, len(try.states), n, err)
		}
	}
	if n, err := r.ReadBlock(0, room, nil); n != 3 || err != nil {
		t.Errorf("without rules block 0 gives %d, %v", n, err)
	}
}

// TestOver holds that a writer that is done stays done.
func TestOver(t *testing.T) {
	d := runstest.NewMemory()
	want := made(runs.Header{Words: 1}, 5, 0)
	w, err := runs.Create(d, path, want.head)
	if err != nil {
		t.Fatal(err)
	}
	if err := appendAll(w, want); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	if _, err := w.Close(); err == nil {
		t.Error("a file was closed twice")
	}
	if err := appendAll(w, want); err == nil {
		t.Error("a closed file was added to")
	}
	if got, err := load(d, path, want.head); err != nil || !got.equal(want) {
		t.Errorf("the file became %v, %v", got, err)
	}
	w, err = runs.Create(d, path, want.head)
	if err != nil {
		t.Fatal(err)
	}
	w.Abort()
	if _, err := w.Close(); err == nil || d.Get(path+".tmp") != nil {
		t.Errorf("an abandoned file was completed: %v", err)
	}
	if got, err := load(d, path, want.head); err != nil || !got.equal(want) {
		t.Errorf("the file became %v, %v", got, err)
	}
}

func TestNoGarbage(t *testing.T) {
	h := runs.Header{Words: 2, Rules: true}
	some := made(h, 700, 0)
	w, err := runs.Create(devNull{}, path, h)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { err = errors.Join(err, appendAll(w, some)) }); n != 0 || err != nil {
		t.Errorf("Append allocates %v times, error %v", n, err)
	}
	d := runstest.NewMemory()
	mustStore(t, d, path, made(h, 3000, 0))
	r, err := runs.Open(d, path, h)
	if err != nil {
		t.Fatal(err)
	}
	states, rules := make([]uint64, 2*runs.BlockRecords), make([]byte, runs.BlockRecords)
	read := func() {
		_, e := r.ReadBlock(1, states, rules)
		err = errors.Join(err, e)
	}
	if n := testing.AllocsPerRun(1000, read); n >= 0.5 || err != nil {
		t.Errorf("ReadBlock allocates %v times, error %v", n, err)
	}
}

// devNull is a disk that forgets.
type devNull struct{ runs.OS }

func (devNull) Create(string) (runs.File, error) { return nullFile{}, nil }

type nullFile struct{ runs.File }

func (nullFile) Write(b []byte) (int, error) { return len(b), nil }

func (nullFile) Close() error { return nil }

func TestOSDisk(t *testing.T) {
	d, dir := runs.OS{}, filepath.Join(t.TempDir(), "a", "b")
	if _, err := runs.Open(d, filepath.Join(dir, "x"), runs.Header{Words: 1}); !errors.Is(err, fs.ErrNotExist) || refused(err) {
		t.Errorf("a file that is not there gives %v", err)
	}
	if err := d.MkdirAll(dir); err != nil {
		t.Fatal(err)
	}
	old, want := made(runs.Header{Words: 1}, 1500, 1), made(runs.Header{Words: 1}, 3, 2)
	mustStore(t, d, filepath.Join(dir, "x"), old)
	mustStore(t, d, filepath.Join(dir, "x"), want)
	if err := runs.WriteManifest(d, filepath.Join(dir, "m"), 1); err != nil {
		t.Fatal(err)
	}
	if names, err := d.ReadDir(dir); err != nil || fmt.Sprint(names) != "[m x]" {
		t.Errorf("in the directory are %v, %v", names, err)
	}
	if got, err := load(d, filepath.Join(dir, "x"), want.head); err != nil || !got.equal(want) {
		t.Errorf("read %v, %v", got, err)
	}
	if err := d.Remove(filepath.Join(dir, "x")); err != nil {
		t.Fatal(err)
	}
	if _, err := load(d, filepath.Join(dir, "x"), want.head); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a removed file gives %v", err)
	}
	if err := d.SyncDir(filepath.Join(dir, "none")); err == nil {
		t.Error("a directory that is not there was synced")
	}
}
