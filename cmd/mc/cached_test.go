package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"mc/run/cli"
	"mc/run/suite"
	"mc/run/verdict"
)

// mixtures are what may be said of a check; each comes with probability one half or
// less, as one of its forms.
var mixtures = [][]string{
	{"--continue"}, {"--coverage"}, {"--minimize"}, {"--strict"}, {"--symmetry=on", "--symmetry=off"},
	{"--search=depth-first", "--search=guided"}, {"--store=interned", "--store=fp64", "--store=fp128"},
	{"--max-depth=3", "--max-depth=4"}, {"--max-states=20"}, {"--workers=1", "--workers=3"}, {"--jobs=1", "--jobs=3"},
	{"--check=consistent", "--check=deadlock", "--check=none"}, {"--set=managers=2", "--set=changes_mind=on"},
	{"--expect=consistent=violated", "--expect=consistent=holds"}, {"--without=Abort *", "--without=Hear rm1"},
	{"--fairness=none"},
}

// suiteOf are small specs, each of something else.
func suiteOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"fickle": "model: two-phase-commit\nvariant: fickle\nset: {managers: 2}\n",
		"honest": "title: Managers.\nmodel: two-phase-commit\nset: {managers: 2}\nexpect: {consistent: holds}\n",
		"played": "model: two-phase-commit\nvariant: fickle\ncheck: [consistent]\nsteps:\n- {do: Prepare rm1}\n- {do: Abort rm2}\n",
	} {
		file := filepath.Join(dir, name+".yaml")
		if err := os.WriteFile(file, []byte("name: "+name+"\n"+text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// results are those of a suite, by name, without what a run cost.
func results(t *testing.T, out string) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for line := range strings.Lines(out) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		for _, cost := range []string{"seconds", "states_per_second", "bytes_per_state", "peak_rss", "memory", "workers", "cached"} {
			delete(one, cost)
		}
		if graph, has := one["graph"].(map[string]any); has {
			one["graph"] = graph["edges"]
		}
		all[fmt.Sprint(one["spec"])] = one
	}
	return all
}

// TestCachedIsFresh holds that whatever is asked of a suite, an answer from the cache is
// that of a run: results of all mixtures are kept in one place, so that one which lacked
// something that decides it would be found under another mixture.
func TestCachedIsFresh(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 4))
	dir, kept, reports := suiteOf(t), t.TempDir(), t.TempDir()
	bare := suite.Suite{Models: shipped.Models} // without specs among which a violation is looked for
	run := func(args ...string) (string, string, verdict.Code) {
		var out, errs bytes.Buffer
		code := cli.Main(bare, append([]string{"check", "-q", dir}, args...), &out, &errs)
		return out.String(), errs.String(), code
	}
	hits, refused := 0, 0
	for range 60 {
		args := []string{"--json"}
		for _, forms := range mixtures {
			if r.IntN(5) == 0 {
				args = append(args, forms[r.IntN(len(forms))])
			}
		}
		fresh, said, code := run(append(args, "--no-cache")...)
		if code == verdict.Usage {
			refused++
			continue
		}
		report := func(name string) []string {
			return append(args, "--cache", kept, "--report=junit="+filepath.Join(reports, name+".xml"),
				"--report=sarif="+filepath.Join(reports, name+".sarif"))
		}
		first, _, code1 := run(report("a")...)
		second, _, code2 := run(report("b")...)
		hits += strings.Count(second, `"cached":true`)
		if code != code1 || code != code2 {
			t.Errorf("%q: exit codes %d, %d and %d\n%s", args, code, code1, code2, said)
		}
		want := results(t, fresh)
		for name, got := range map[string]string{"the first run": first, "the cache": second} {
			if got := results(t, got); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: %s says\n%v\nand a run says\n%v", args, name, got, want)
			}
		}
		if strings.Count(second, "\n") == strings.Count(second, `"cached":true`) {
			sameFiles(t, filepath.Join(reports, "a.xml"), filepath.Join(reports, "b.xml"))
			sameFiles(t, filepath.Join(reports, "a.sarif"), filepath.Join(reports, "b.sarif"))
		}
	}
	if hits < 50 || refused > 30 {
		t.Errorf("%d answers from the cache, %d mixtures refused", hits, refused)
	}
}

func sameFiles(t *testing.T, a, b string) {
	t.Helper()
	one, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	two, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Errorf("%s and %s differ", a, b)
	}
}

// took are the times in a text.
var took = regexp.MustCompile(`[0-9.]+s`)

// TestJobs: how many specs are checked at a time, and with how much memory, changes
// neither what is said nor its order.
func TestJobs(t *testing.T) {
	want, codes := "", map[verdict.Code]bool{}
	for _, args := range [][]string{{"--jobs=1"}, {}, {"--jobs=8", "--workers=2"}, {"--jobs=8", "--memory=32MiB"}} {
		var out, errs bytes.Buffer
		code := mc(append([]string{"check", "-q", "../../specs/examples", suiteOf(t)}, args...), &out, &errs)
		codes[code] = true
		got := took.ReplaceAllString(out.String(), "T")
		if want == "" {
			want = got
		}
		if got != want || errs.String() != "" {
			t.Errorf("%q: %s\n%s\nand one after the other\n%s", args, errs.String(), got, want)
		}
	}
	if len(codes) != 1 {
		t.Errorf("exit codes %v", maps.Keys(codes))
	}
}
