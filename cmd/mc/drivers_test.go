package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mc/run/verdict"
)

// driverSpecs are the specs whose drivers are kept: with brokers/cluster, whose tests read them.
var driverSpecs = []string{"reelected-leader-after-a-clean-stop", "r24-last-replica-standing-broken", "r26-kafka-19522-broken"}

// TestDrivers keeps the drivers of some counterexamples as they are. Run it with -update
// to write them.
func TestDrivers(t *testing.T) {
	for _, name := range driverSpecs {
		var out, errs bytes.Buffer
		if code := mc([]string{"show", name, "--format", "cluster"}, &out, &errs); code != verdict.OK {
			t.Fatalf("%s: %v: %s", name, code, errs.String())
		}
		file := filepath.Join("..", "..", "brokers", "cluster", "testdata", name+".driver")
		if *update {
			if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(want, out.Bytes()) {
			t.Errorf("%s is out of date (%v); run go test ./cmd/mc -run TestDrivers -update\n%s", file, err, out.String())
		}
	}
}

// TestNoDriver holds that what no driver can do is refused, with the reason.
func TestNoDriver(t *testing.T) {
	for name, want := range map[string]string{
		"reelected-leader-after-a-fence": "step 10 (Fence b2): the session of b2 expires while b1 has been held since step 5, so as not to learn",
		"kip-101":                        "nothing is known of how to bring about the steps of kafkaspec/kip-101",
		"r05-kafka-7128-broken":          "step 5 (Shrink b1 b2): nothing that is done to a cluster brings about Shrink",
		"r16-kafka-13091-broken":         "hw-raised-when-possible is a claim about steps or whole runs",
	} {
		var out, errs bytes.Buffer
		code := mc([]string{"show", name, "--format", "cluster"}, &out, &errs)
		if code != verdict.Usage || !strings.Contains(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%s: %v: %s%s", name, code, errs.String(), out.String())
		}
	}
}
