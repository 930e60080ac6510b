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
	"github.com/alecthomas/kong":           {"mc/run/cli"},
	"github.com/goccy/go-yaml":             {"mc/run/specfile", "mc/run/matrix", "mc/run/assess", "mc/run/explain", "mc/run/lesson", "mc/cmd/mc", "mc/run/drive"},
	"github.com/agnivade/levenshtein":      {"mc/run/search"},
	"github.com/kljensen/snowball":         {"mc/run/search"},
	"github.com/google/go-cmp":             {"mc/traces/internal/toy"}, // which only tests import
	"github.com/emirpasic/gods":            {"mc/explorer"},
	"github.com/klauspost/compress":        {"mc/explorer/internal/runs"},
	"golang.org/x/sys":                     {"mc/explorer/internal"},
	"github.com/clipperhouse/displaywidth": {"mc/term"},
	"golang.org/x/term":                    {"mc/term"},
}

// testOnly are the modules that only tests may import.
var testOnly = []string{
	"pgregory.net/rapid", "github.com/rogpeppe/go-internal",
	"github.com/cockroachdb/datadriven", "github.com/google/jsonschema-go",
	"github.com/google/go-cmp", "gonum.org/v1/gonum",
	"github.com/magiconair/properties",
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

// layers are the parts of the module from the command down to the vocabulary:
// a part may depend on those below it. Concrete models are no layer; see
// concrete.
var layers = [][]string{
	{"mc/cmd", "mc/brokers"}, // whoever runs something; neither knows the other
	{"mc/run", "mc/mctest"},  // a command, and go test
	{"mc/report"},
	{"mc/traces", "mc/explorer"}, // beside each other: neither knows the other
	{"mc/term"},
	{"mc/model/schedule", "mc/model/evidence", "mc/model/modeltest", "mc/model/small"},
	{"mc/model/ask"}, // which scripts have words for
	{"mc/model"},
}

// layer is the index of the part that a package belongs to, or -1.
func layer(path string) int {
	for i, parts := range layers {
		for _, part := range parts {
			if path == part || part != "mc/model" && within(path, part) {
				return i
			}
		}
	}
	return -1
}

// concrete reports whether a package belongs to a concrete model: its rules,
// its properties, its specs.
func concrete(path string) bool {
	return layer(path) < 0 && (within(path, "mc/model") || within(path, "mc/invariants") || within(path, "mc/specs"))
}

// forbidden says why from must not depend on to, or "".
func forbidden(from, to string) string {
	switch {
	case within(from, "mc/model") && layer(from) >= 0 && strings.Contains(to, ".") && !ours(to):
		return "the vocabulary knows only the standard library"
	case !ours(to) || from == to:
		return ""
	case layer(to) == 0:
		if layer(from) != 0 || part(from) != part(to) {
			return "nothing imports a command"
		}
	case concrete(to):
		if layer(from) != 0 && !concrete(from) && !within(from, "mc/run/bench/byhand") {
			return "only commands know concrete models"
		}
		if within(from, "mc/model") && within(to, "mc/invariants") {
			return "a model does not know the properties that are kept apart"
		}
	case concrete(from):
		if !within(to, "mc/model") {
			return "a model knows neither engine nor traces nor what drives them"
		}
	case layer(to) < layer(from):
		return "it lies above"
	case layer(to) == layer(from) && part(from) != part(to):
		return "they lie beside each other"
	case within(to, "mc/run/cli") && from != "mc/run" && !within(from, "mc/cmd") && !within(from, "mc/run/cli"):
		return "only Main knows flags and terminals"
	}
	return backwards(from, to)
}

// part is the entry of layers that a package belongs to.
func part(path string) string {
	for _, p := range layers[layer(path)] {
		if within(path, p) {
			return p
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
		{"mc/model/small", "mc/model/examples/paxos"},
		{"mc/model/kafka", "mc/explorer"},
		{"mc/model/kafka", "mc/traces"},
		{"mc/model/kafka", "mc/invariants/kafka"},
		{"mc/explorer", "mc/model/kafkaspec"},
		{"mc/explorer/internal/store", "mc/model/examples/diehard"},
		{"mc/explorer", "mc/traces"},
		{"mc/explorer", "mc/report"},
		{"mc/explorer", "mc/run/registry"},
		{"mc/traces", "mc/explorer"},
		{"mc/traces", "mc/model/kafka"},
		{"mc/report", "mc/run/specfile"},
		{"mc/report", "mc/model/kafka"},
		{"mc/run/matrix", "mc/model/kafka"},
		{"mc/run/matrix", "mc/specs"},
		{"mc/run/suite", "mc/run/cli"},
		{"mc/run", "mc/cmd/mc"},
		{"mc/run/suite", "mc/brokers/conform"},
		{"mc/cmd/mc", "mc/brokers/conform"},
		{"mc/brokers/conform", "mc/cmd/mc"},
		{"mc/traces", "mc/traces/tell"},
		{"mc/traces", "mc/traces/render"},
		{"mc/traces/tell", "mc/traces/render"},
		{"mc/traces/tell", "mc/traces/render/itf"},
		{"mc/traces/internal/views", "mc/traces"},
		{"mc/traces/render", "mc/model/kafka"},
		{"mc/term", "mc/traces"},
		{"mc/mctest", "mc/run/suite"},
		{"mc/mctest", "mc/model/kafka"},
		{"mc/run/suite", "mc/mctest"},
		{"mc/invariants/kafka", "mc/explorer"},
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
