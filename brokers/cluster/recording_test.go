package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// unpacked is a recording of a run, testdata/NAME.tar.gz, in a folder of its own.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for files := tar.NewReader(z); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(files)
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			write(t, filepath.Join(dir, filepath.Base(h.Name)), string(text))
		}
	}
}

// TestRecording reads again what a cluster of 4.4.0 wrote while it lost a record, and holds
// what is seen in its logs to what the recording says of each step.
func TestRecording(t *testing.T) {
	dir := unpacked(t, "reelected-leader-after-a-clean-stop-4.4.0")
	text, err := os.ReadFile(filepath.Join(dir, "steps.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var last entry
	for line := range strings.Lines(string(text)) {
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatal(err)
		}
	}
	if last.Step != "verdict" || !strings.HasPrefix(last.Result, "LOST: of 1 records") {
		t.Errorf("the last step is %+v", last)
	}
	c := cold(t)
	for name, n := range map[string]*node{"n100": c.controller, "n1": c.brokers[1], "n2": c.brokers[2]} {
		log, err := os.ReadFile(filepath.Join(dir, name+".log"))
		if err != nil {
			t.Fatal(err)
		}
		write(t, n.log(), string(log))
	}
	if err := c.seen.look(); err != nil {
		t.Fatal(err)
	}
	if got := c.seen.describe(); got != last.Describe {
		t.Errorf("the logs say %s, the recording %s", got, last.Describe)
	}
}
