// Package mc holds the tests that span the whole module.
package mc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// pkg is one package as go list describes it.
type pkg struct {
	ImportPath   string
	Standard     bool
	Module       *struct{ Path string }
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

// homes are the packages that may import a third-party module, tests apart.
// A home is a path with all below it.
var homes = map[string][]string{
	"github.com/alecthomas/kong":    {"mc/cmd/mc"},
	"github.com/goccy/go-yaml":      {"mc/cmd/mc"},
	"github.com/google/go-cmp":      {"mc/traces/internal/toy"}, // which only tests import
	"github.com/emirpasic/gods":     {"mc/explorer"},
	"github.com/klauspost/compress": {"mc/explorer/internal"},
	"golang.org/x/sys":              {"mc/explorer/internal"},

	"github.com/clipperhouse/displaywidth": {"mc/term"},
	"golang.org/x/term":                    {"mc/term"},
}

// testOnly are the modules that only tests may import.
var testOnly = []string{
	"pgregory.net/rapid", "github.com/rogpeppe/go-internal",
	"github.com/cockroachdb/datadriven", "github.com/google/jsonschema-go",
	"github.com/google/go-cmp", "gonum.org/v1/gonum",
}

// TestArrows holds the direction of imports that the design gives.
func TestArrows(t *testing.T) {
	all := list(t)
	for _, p := range all {
		if !ours(p.ImportPath) {
			continue
		}
		for _, dep := range p.Deps {
			if why := forbidden(p.ImportPath, dep); why != "" {
				t.Errorf("%s depends on %s: %s", p.ImportPath, dep, why)
			}
		}
	}
}

// TestHomes holds that a third-party module is imported only where it is at
// home.
func TestHomes(t *testing.T) {
	all := list(t)
	for _, p := range all {
		if !ours(p.ImportPath) {
			continue
		}
		for _, imported := range p.Imports {
			if m := module(all, imported); m != "" && !atHome(p.ImportPath, homes[m]) {
				t.Errorf("%s imports %s, whose home is %v", p.ImportPath, imported, homes[m])
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			m := module(all, imported)
			if m != "" && !slices.Contains(testOnly, m) && !atHome(p.ImportPath, homes[m]) {
				t.Errorf("the tests of %s import %s, which is neither a test library nor at home there", p.ImportPath, imported)
			}
		}
	}
}

// forbidden says why from must not depend on to, or "".
func forbidden(from, to string) string {
	concrete := func(path string) bool {
		return strings.HasPrefix(path, "mc/model/") && path != "mc/model/modeltest"
	}
	switch {
	case within(to, "mc/cmd"):
		if !within(from, "mc/cmd") {
			return "nothing imports the command"
		}
	case from == "mc/model" || from == "mc/model/modeltest":
		if to != "mc/model" && strings.Contains(to, ".") || ours(to) && to != "mc/model" {
			return "the vocabulary knows only the standard library"
		}
	case concrete(from):
		if within(to, "mc/explorer") || within(to, "mc/traces") || within(to, "mc/invariants") {
			return "a model knows neither engine nor traces nor properties kept apart"
		}
	case within(from, "mc/explorer"), within(from, "mc/traces"):
		if concrete(to) || within(to, "mc/invariants") {
			return "engine and traces know no concrete model"
		}
		if within(from, "mc/traces") && within(to, "mc/explorer") {
			return "traces do not know the engine"
		}
		return backwards(from, to)
	case within(from, "mc/term"):
		if ours(to) && !within(to, "mc/term") {
			return "the terminal knows nothing of models"
		}
	case within(from, "mc/invariants"):
		if within(to, "mc/explorer") || within(to, "mc/traces") {
			return "properties know neither engine nor files"
		}
	}
	return ""
}

// order is that of the packages of traces: each knows those before it.
var order = []string{"mc/traces/internal", "mc/traces", "mc/traces/tell", "mc/traces/render"}

// backwards says why from must not depend on to, if both are of traces and to
// comes after from in their order.
func backwards(from, to string) string {
	place := func(path string) int {
		for i := len(order) - 1; i >= 0; i-- {
			if i != 1 && within(path, order[i]) || path == order[i] {
				return i
			}
		}
		return -1
	}
	if place(from) >= 0 && place(to) > place(from) {
		return "a trace does not know how it is told, nor its story how it is rendered"
	}
	return ""
}

func ours(path string) bool { return path == "mc" || strings.HasPrefix(path, "mc/") }

// within reports whether path is dir or below it.
func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

func atHome(path string, home []string) bool {
	return slices.ContainsFunc(home, func(dir string) bool { return within(path, dir) })
}

// module is the third-party module that a package belongs to, or "".
func module(all map[string]pkg, path string) string {
	p, known := all[path]
	if !known || p.Standard || p.Module == nil || ours(p.Module.Path) {
		return ""
	}
	return p.Module.Path
}

// list asks go list for every package of the module and all they depend on.
func list(t *testing.T) map[string]pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-pgo=off", "-e", "-deps", "-test", "-json=ImportPath,Standard,Module,Imports,TestImports,XTestImports,Deps", "./...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	all := map[string]pkg{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		// The variants that -test adds ("mc/model [mc/model.test]") repeat the
		// package with its test files; the plain form says it all.
		if !strings.ContainsAny(p.ImportPath, " ") && !strings.HasSuffix(p.ImportPath, ".test") {
			all[p.ImportPath] = p
		}
	}
	if len(all) < 20 || !slices.Contains(all["mc/cmd/mc"].Deps, "mc/model") {
		t.Fatalf("go list gives %d packages, and mc/cmd/mc without mc/model; is this the module?", len(all))
	}
	return all
}

// TestForbidden makes sure that each arrow is held: a wrong one is refused.
func TestForbidden(t *testing.T) {
	for _, arrow := range [][2]string{
		{"mc/model", "mc/traces"},
		{"mc/model", "github.com/google/go-cmp/cmp"},
		{"mc/model/modeltest", "mc/model/kafka"},
		{"mc/model/kafka", "mc/explorer"},
		{"mc/model/kafka", "mc/traces"},
		{"mc/explorer", "mc/model/kafkaspec"},
		{"mc/explorer/internal/store", "mc/model/examples/diehard"},
		{"mc/traces", "mc/explorer"},
		{"mc/traces", "mc/traces/tell"},
		{"mc/traces", "mc/traces/render"},
		{"mc/traces/tell", "mc/traces/render"},
		{"mc/traces/tell", "mc/traces/render/itf"},
		{"mc/traces/internal/views", "mc/traces"},
		{"mc/traces/render", "mc/model/kafka"},
		{"mc/term", "mc/traces"},
		{"mc/invariants/kafka", "mc/explorer"},
		{"mc/explorer", "mc/cmd/mc/internal/report"},
	} {
		if forbidden(arrow[0], arrow[1]) == "" {
			t.Errorf("%s may depend on %s", arrow[0], arrow[1])
		}
	}
	for _, arrow := range [][2]string{
		{"mc/traces/tell", "mc/traces"}, {"mc/traces/render", "mc/traces/tell"}, {"mc/traces/render", "mc/traces"},
		{"mc/traces/render", "mc/traces/internal/fold"}, {"mc/traces", "mc/traces/internal/views"},
	} {
		if why := forbidden(arrow[0], arrow[1]); why != "" {
			t.Errorf("%s may not depend on %s: %s", arrow[0], arrow[1], why)
		}
	}
	if why := forbidden("mc/invariants/kafka", "mc/model/kafka"); why != "" {
		t.Errorf("properties must know their model: %s", why)
	}
}
