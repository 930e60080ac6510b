package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// pack writes a file beside itself as the program has it.
func pack(t *testing.T, file string, data []byte) {
	t.Helper()
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = zip.Write(data)
	}
	if err := errors.Join(err, zip.Close(), os.WriteFile(file+".gz", out.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// TestMatrixPacked holds that the tables in the program are the recorded ones. They
// are packed there, since they are half of all that it has of specs.
func TestMatrixPacked(t *testing.T) {
	for _, columns := range []string{"generations", "releases"} {
		file := filepath.Join("../../specs/matrix", columns+".json")
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			pack(t, file, want)
			continue
		}
		if got, err := shippedSpecs.Data("matrix/" + columns + ".json"); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the program has another %s (%v); run go test ./cmd/mc -run TestMatrixPacked -update", file, err)
		}
	}
}
