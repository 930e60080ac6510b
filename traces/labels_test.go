package traces

import (
	"bytes"
	"maps"
	"strings"
	"testing"
)

// TestLabels: a reader sees the labels everywhere, the file keeps them, and
// the states stay as they are, so that the trace is replayed, here and under
// other rules.
func TestLabels(t *testing.T) {
	m, plain := lossFile(t)
	_, f := lossFile(t)
	labels := map[string]string{"m0": "order-7"}
	f.Label(labels)
	if title := f.Steps[0].Title; !strings.Contains(title, "order-7") {
		t.Errorf("the first step should speak of order-7: %q", title)
	}
	read, err := Read(strings.NewReader(written(t, f)))
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(read.Labels, labels) {
		t.Errorf("the file has the labels %v", read.Labels)
	}
	for i := range read.Steps {
		if !bytes.Equal(read.Steps[i].State, plain.Steps[i].State) {
			t.Fatalf("step %d has another state", i+1)
		}
	}
	c, err := Compare(m, read, m, [2]string{"one", "the same"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Parting >= 0 {
		t.Errorf("under the same rules it parts at %d: %+v", c.Parting, c.Pairs[c.Parting].Changes)
	}
}
