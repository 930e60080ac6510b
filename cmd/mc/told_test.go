package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/traces"
	"mc/traces/tell"
)

// toldSpecs are counterexamples and courses of each kind of election.
var toldSpecs = []string{
	"r24-last-replica-standing-broken", // the last replica of the ISR
	"v17-two-lossy-crashes",            // what eligible leader replicas do not close
	"reelected-leader-keeps-remotes",   // twenty states, and no release closes it
	"reelected-leader-after-a-fence",
	"kip-101-data-loss",
	"kip-279",
	"r05-kafka-7128-broken",      // a clean election
	"last-replica-is-remembered", // from the ELR
	"r34-fsync-broken",           // the last known leader
	"r40-unclean-by-default-broken",
}

// shippedTrace is the first trace of a spec that ships.
func shippedTrace(t *testing.T, name string) *traces.File {
	t.Helper()
	file, ok := shippedSpecs.Path(name)
	if !ok {
		t.Fatalf("no spec %s", name)
	}
	s := embeddedSpec(t, file)
	entry, err := shipped.Resolve(s)
	if err != nil {
		t.Fatal(err)
	}
	onlyTraces(s)
	all := tracesOf(t, s, entry)
	if len(all) == 0 {
		t.Fatalf("%s has no trace", name)
	}
	return all[0]
}

// TestToldCourses holds what is told of each of them: the summary, the chapters, and the
// steps that mean something.
func TestToldCourses(t *testing.T) {
	for _, name := range toldSpecs {
		t.Run(name, func(t *testing.T) {
			f := shippedTrace(t, name)
			var out bytes.Buffer
			if err := tell.Brief(&out, f, tell.Options{Unicode: true}); err != nil {
				t.Fatal(err)
			}
			for i, e := range f.Steps {
				if len(e.Turns) == 0 && !e.Held {
					continue
				}
				fmt.Fprintf(&out, "\n%d %s\n%s\n", i+1, e.Title, e.Words)
				for _, turn := range e.Turns {
					fmt.Fprintf(&out, "  %s: %s%s\n", turn.Kind, turn.Words, turn.Cause)
				}
			}
			path := filepath.Join("testdata", "told", name+".txt")
			if *update {
				if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v; go test ./cmd/mc -run TestToldCourses -update writes it", err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Errorf("%s: go test ./cmd/mc -run TestToldCourses -update renews it (-want +got):\n%s", path, diff)
			}
		})
	}
}

var (
	whatAndWhen = regexp.MustCompile(`Record (\S+) at offset (\d+) was committed in step (\d+)( \(.*?\))?: below the high watermark of (b\d)\.`)
	cutNow      = regexp.MustCompile(`\. Step (\d+) \((.*?)\) cut it from (b\d)\.`)
	cutBefore   = regexp.MustCompile(`(b\d) had cut it in step (\d+) \((.*?)\), before that, and step (\d+) \((.*?)\) makes`)
	neverThere  = regexp.MustCompile(`(b\d) never had it, and step (\d+) \((.*?)\) makes`)
	closing     = regexp.MustCompile(`^(Closed by (\S+): |No generation closes it by itself\. (\S+)=(\S+) does)`)
)

// TestSummaryHasTheFour reads the summaries alone, as somebody does who has no more time:
// what was lost, when and by whose action, why, and what closes it. Each is held against
// the run.
func TestSummaryHasTheFour(t *testing.T) {
	for _, name := range []string{"r24-last-replica-standing-broken", "v13-last-replica-standing", "v17-two-lossy-crashes",
		"reelected-leader-keeps-remotes", "kip-101-data-loss", "r05-kafka-7128-broken"} {
		t.Run(name, func(t *testing.T) {
			f := shippedTrace(t, name)
			summary := tell.Summary(f)
			i := slices.IndexFunc(summary, whatAndWhen.MatchString)
			if i < 0 {
				t.Fatalf("nothing says what was lost:\n%s", strings.Join(summary, "\n"))
			}
			holdLoss(t, f, summary[i])
			why := slices.IndexFunc(summary, func(s string) bool { return strings.HasPrefix(s, "Why: ") })
			if why < 0 || !strings.Contains(summary[why], "(step ") {
				t.Errorf("nothing says why:\n%s", strings.Join(summary, "\n"))
			}
			end := summary[len(summary)-1]
			if m := closing.FindStringSubmatch(end); m == nil {
				t.Errorf("nothing says what closes it: %s", end)
			} else if m[3] != "" && !strings.HasPrefix(f.Closed.Rules, m[3]+"="+m[4]) {
				t.Errorf("closed by %s, and the summary says %s", f.Closed.Rules, m[1])
			}
		})
	}
	end := tell.Closed(shippedTrace(t, "reelected-leader-keeps-remotes"))
	if len(end) != 1 || !strings.Contains(end[0], "reelection_resets_remotes=on does") {
		t.Errorf("what no release closes is closed by: %q", end)
	}
}

// holdLoss looks for the record where the sentence says that it was, and was no longer.
func holdLoss(t *testing.T, f *traces.File, sentence string) {
	m := whatAndWhen.FindStringSubmatch(sentence)
	offset, committed := number(m[2]), number(m[3])
	has := func(step int, lane string) (bool, int) {
		for _, l := range f.Frame(step).View.Lanes {
			if l.Name == lane && l.Log != nil {
				there := offset < len(l.Log.Cells) && m[1] == fmt.Sprintf("%s@e%d", l.Log.Cells[offset].Text, l.Log.Cells[offset].Epoch)
				return there, l.Log.HighWatermark
			}
		}
		return false, 0
	}
	if there, hw := has(committed, m[5]); !there || hw <= offset {
		t.Errorf("%s is not committed there: %s", m[1], sentence)
	}
	if c := cutNow.FindStringSubmatch(sentence); c != nil {
		before, _ := has(number(c[1])-1, c[3])
		after, _ := has(number(c[1]), c[3])
		if !before || after || !strings.HasPrefix(c[2], f.Title(number(c[1]))) {
			t.Errorf("%s is not cut there: %s", m[1], sentence)
		}
	} else if c := cutBefore.FindStringSubmatch(sentence); c != nil {
		before, _ := has(number(c[2])-1, c[1])
		after, _ := has(number(c[2]), c[1])
		if !before || after || !strings.HasPrefix(c[3], f.Title(number(c[2]))) || !strings.HasPrefix(c[5], f.Title(number(c[4]))) {
			t.Errorf("%s is not cut there: %s", m[1], sentence)
		}
	} else if c := neverThere.FindStringSubmatch(sentence); c != nil {
		for i := range f.States() {
			if there, _ := has(i, c[1]); there {
				t.Errorf("%s is there after step %d: %s", m[1], i, sentence)
			}
		}
	} else {
		t.Errorf("nothing says when it was lost, and by what: %s", sentence)
	}
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
