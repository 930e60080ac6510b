package recorded

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
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
	more, _ := filepath.Glob("../cluster/testdata/*.tar.gz")
	if packed = append(packed, more...); err != nil || len(more) == 0 {
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

// lost are the claims about records that the recordings break, as README of each run says.
var lost = map[string]string{
	"d01-clean-stop-4.4.0":                      "acked-all-never-lost committed-on-leader",
	"d02-last-known-leader-fenced-4.0.0":        "",
	"d03-last-replica-standing-4.0.0":           "acked-all-never-lost committed-on-leader",
	"d04-last-known-leader-fenced-4.3.1":        "",
	"d05-one-stall-4.4.0":                       "acked-all-never-lost committed-on-leader",
	"d07-one-stall-waits-4.4.0":                 "acked-all-never-lost committed-on-leader",
	"d06-one-stall-control-4.4.0":               "",
	"e01-append-follower-kill":                  "",
	"e02-acks1-suffix-truncated":                "acked-one-lost",
	"e03-lag-shrink":                            "",
	"e04-elr-kill-all":                          "",
	"e05-elr-clean-stops":                       "acked-one-lost",
	"e07b-last-replica-frozen-followers-4.0.0":  "acked-all-never-lost committed-on-leader",
	"e08-last-known-leader-fenced-4.0.0":        "",
	"e11-reelected-leader-keeps-remotes-4.4.0":  "acked-all-never-lost committed-on-leader",
	"reelected-leader-after-a-clean-stop-4.4.0": "acked-all-never-lost committed-on-leader",
}

// claims are those that lost speaks of.
var claims = []string{"acked-all-never-lost", "acked-one-lost", "committed-on-leader"}

// TestAccepted: every recording is a run of its release, and what was lost is known.
func TestAccepted(t *testing.T) {
	seen := 0
	for _, dir := range folders(t) {
		r, m, out, err := validate(t, dir, nil, 0)
		name := filepath.Base(dir)
		if err != nil || !out.Found {
			t.Errorf("%s: not accepted: %v; stuck at %s", name, err, told(r, out))
			continue
		}
		if got := strings.Join(broken(m, out), " "); got != lost[name] {
			t.Errorf("%s breaks %q, want %q", name, got, lost[name])
		}
		seen++
		t.Logf("%s: %d steps, %d of them inferred; %d lines without news; %d places", name, len(out.Path.Steps), out.Unseen(), len(out.Stale), out.Nodes)
	}
	if seen != len(lost) {
		t.Errorf("%d recordings were accepted, and %d are known", seen, len(lost))
	}
}

// broken are the claims that the course breaks somewhere.
func broken(m *model.Model[kafka.State], out *retrace.Outcome[kafka.State]) (names []string) {
	for _, name := range claims {
		p, _ := m.Property(name)
		for n := range out.Path.Steps {
			if decided, _ := m.DecidedAt(p, model.Path[kafka.State]{Start: out.Path.Start, Steps: out.Path.Steps[:n+1]}); decided {
				names = append(names, name)
				break
			}
		}
	}
	return names
}

// TestWrongRules: a true recording is no run of rules that its brokers did not have.
func TestWrongRules(t *testing.T) {
	wrong := map[string][]map[string]string{
		"d05": {{"reelection_resets_remotes": "on"}},
		"d07": {{"reelection_resets_remotes": "on"}, {"fetch_waits": "off"}},
		"e02": {{"generation": "kip-497"}, {"diverge_skips_hw": "off"}},
		"e04": {{"generation": "kip-903", "elr": "off", "recovery": "none"}, {"rereg_removes_isr": "off"}},
		"e05": {{"clean_shutdown_detection": "off"}},
		"e07": {{"generation": "kip-966"}},
		"e08": {{"last_known_leader_must_be_alive": "on"}},
		"e11": {{"reelection_resets_remotes": "on"}},
	}
	for _, dir := range folders(t) {
		for _, set := range wrong[filepath.Base(dir)[:3]] {
			r, _, out, err := validate(t, dir, set, 0)
			if err != nil || out.Found || out.Cut {
				t.Errorf("%s under %v is not refused: %v", filepath.Base(dir), set, err)
				continue
			}
			t.Logf("%s under %v: refused at %s", filepath.Base(dir), set, told(r, out))
		}
	}
}

// TestInfoOnly: of the default level, leaders, epochs, ISR and ELR are held against the model;
// what depends on records is said to be open. Without the right rules it is refused as well.
func TestInfoOnly(t *testing.T) {
	for _, dir := range folders(t) {
		logs, _ := filepath.Glob(filepath.Join(dir, "n?.log*"))
		for _, file := range logs {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var kept []string
			for line := range strings.Lines(string(text)) {
				if level := strings.Fields(line); len(level) > 1 && (level[1] == "INFO" || level[1] == "WARN") {
					kept = append(kept, line)
				}
			}
			if err := os.WriteFile(file, []byte(strings.Join(kept, "")), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r, _, out, err := validate(t, dir, nil, 0)
		if err != nil || !out.Found || !strings.Contains(strings.Join(r.Partial, "; "), "logs are taken as empty") {
			t.Errorf("%s: not accepted: %v; stuck at %s", filepath.Base(dir), err, told(r, out))
		}
		if !strings.Contains(dir, "e08") {
			continue
		}
		if _, _, out, err := validate(t, dir, map[string]string{"last_known_leader_must_be_alive": "on"}, 0); err != nil || out.Found || out.Cut {
			t.Errorf("e08 is not refused with the fault closed: %v", err)
		}
	}
}

func told(r *evidence.Recording[kafka.State], out *retrace.Outcome[kafka.State]) string {
	if out == nil || out.Stuck < 0 {
		return "nothing"
	}
	l := r.Lines[out.Stuck]
	return l.File + ": " + r.Told(l.Stream, l.Fact) + ": " + l.Text
}

// TestLong: a hundred thousand lines without news change nothing.
func TestLong(t *testing.T) {
	for _, dir := range folders(t) {
		if !strings.Contains(dir, "e11") {
			continue
		}
		file := filepath.Join(dir, "n1.log")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, after, found := strings.Cut(string(text), "23:29:49.181 ")
		if !found {
			t.Fatal("the recording is another")
		}
		var idle strings.Builder
		for i := range 100_000 {
			fmt.Fprintf(&idle, "23:29:%02d.%03d DEBUG Partition [Partition t-0 broker=1] Recorded replica %d log end offset (LEO) position 0 and log start offset 0. [h]\n",
				48, 860+i/1000, 2+i%2)
		}
		if err := os.WriteFile(file, []byte(before+idle.String()+"23:29:49.181 "+after), 0o644); err != nil {
			t.Fatal(err)
		}
		r, m, out, err := validate(t, dir, nil, 0)
		if err != nil || !out.Found || len(r.Lines) < 100_000 {
			t.Fatalf("not accepted: %v; stuck at %s", err, told(r, out))
		}
		if got := strings.Join(broken(m, out), " "); got != lost[filepath.Base(dir)] {
			t.Errorf("breaks %q", got)
		}
		t.Logf("%d lines, %d places", len(r.Lines), out.Nodes)
	}
}
