package specs

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "pack the files of this directory anew")

// patterns are the files that the program has.
var patterns = []string{"*.yaml", "*/*.yaml", "matrix/*.json", "matrix/rows.yml", "assess/*.yml", "symptoms/*.yml", "lessons/*.yml"}

// TestPacked holds that the program has the files of this directory, and no others.
func TestPacked(t *testing.T) {
	var names []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		for _, name := range found {
			names = append(names, filepath.ToSlash(name))
		}
	}
	slices.Sort(names)
	if *update {
		pack(t, names)
		return
	}
	var has []string
	err := fs.WalkDir(Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			has = append(has, name)
		}
		return err
	})
	if slices.Sort(has); err != nil || !slices.Equal(has, names) {
		t.Fatalf("the program has %d files, and there are %d (%v); run go test ./specs -update", len(has), len(names), err)
	}
	for _, name := range names {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fs.ReadFile(Files, name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the program has another %s (%v); run go test ./specs -update", name, err)
		}
	}
}

// pack writes the files into one, in the order of their names and without their times,
// so that the same files are the same bytes.
func pack(t *testing.T, names []string) {
	t.Helper()
	var plain, out bytes.Buffer
	z := zip.NewWriter(&plain)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	g, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Write(plain.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("packed.zip.gz", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
