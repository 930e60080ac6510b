package mctest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mc/explorer"
)

// counts are what must not change unnoticed, a line each.
func counts[S comparable](r *explorer.Result[S]) string {
	var out strings.Builder
	fmt.Fprintf(&out, "states %d\ngenerated %d\ndepth %d\n", r.States.Distinct, r.States.Generated, r.States.Depth)
	for _, a := range r.Actions {
		fmt.Fprintf(&out, "rule %s %d\n", a.Rule, a.Fired)
	}
	for _, p := range r.Properties {
		fmt.Fprintf(&out, "property %s %s", p.Name, p.Verdict)
		if p.Path != nil {
			fmt.Fprintf(&out, " %d", 1+len(p.Path.Steps))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// golden holds the counts of a whole run to its file, if there is one.
func golden[S comparable](t *testing.T, dir string, r *explorer.Result[S]) {
	t.Helper()
	file := filepath.Join(dir, "counts.txt")
	if len(r.Cut.Reasons) > 0 {
		t.Skipf("cut by %v", r.Cut.Reasons)
	}
	now := counts(r)
	if updating() {
		if err := replace(file, []byte(now)); err != nil {
			t.Error(err)
		}
		return
	}
	was, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Skipf("there is no %s; -mc.update writes it", file)
	case err != nil:
		t.Error(err)
	case string(was) != now:
		t.Errorf("not as in %s (- there, + now; -mc.update if that is meant):\n%s", file, differing(string(was), now))
	}
}

// differing are the lines that only one of two texts has.
func differing(was, now string) string {
	var out strings.Builder
	only := func(sign, a, b string) {
		for line := range strings.Lines(a) {
			if !strings.Contains("\n"+b, "\n"+strings.TrimSuffix(line, "\n")+"\n") {
				out.WriteString(sign + " " + line)
			}
		}
	}
	only("-", was, now)
	only("+", now, was)
	return out.String()
}
