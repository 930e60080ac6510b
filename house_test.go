package mc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mostFiles is how many files a package may have, tests apart.
const mostFiles = 25

// more is what one package has beyond that: model/kafka is one protocol, a
// question of it to a file, and its doc.go says which.
var more = map[string]int{"model/kafka": 12}

// TestPackageSizes holds packages to a size that a reader finds the way in.
func TestPackageSizes(t *testing.T) {
	files := map[string]int{}
	each(t, ".", func(path string, _ *ast.File) { files[filepath.Dir(path)]++ })
	for dir, n := range files {
		if most := mostFiles + more[filepath.ToSlash(dir)]; n > most {
			t.Errorf("%s has %d files, more than %d; divide it by purpose", dir, n, most)
		}
	}
}

// generic are the folders that know no concrete model.
var generic = []string{"run", "report", "traces", "explorer"}

// kafkaWords are what only a concrete model may be asked for by name.
var kafkaWords = []string{"generation", "max_epoch", "max_leader_epoch", "lag_timeouts", "kafka"}

// TestNoModelIsKnownByName holds that what serves any model names nothing of
// one: where a variant, a constant or a rule has a meaning, its model says so.
func TestNoModelIsKnownByName(t *testing.T) {
	for _, dir := range generic {
		each(t, dir, func(path string, file *ast.File) {
			if strings.HasPrefix(filepath.ToSlash(path), "run/bench/") {
				return // what it measures by default is the ladder and the flagship
			}
			ast.Inspect(file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				text, err := strconv.Unquote(lit.Value)
				for _, word := range kafkaWords {
					if err == nil && strings.HasPrefix(text, word) {
						t.Errorf("%s has the literal %s", path, lit.Value)
					}
				}
				return true
			})
		})
	}
}

// flag is what a flag of the command line looks like in a text.
var flag = regexp.MustCompile("(^|[ \"`])(--[a-z]|-[a-z][ \"])")

// TestNoLibraryNamesAFlag holds that only the command line speaks of its flags:
// whoever uses a package from elsewhere has none.
func TestNoLibraryNamesAFlag(t *testing.T) {
	for _, dir := range []string{"run", "report", "traces", "explorer", "model", "invariants"} {
		each(t, dir, func(path string, file *ast.File) {
			if strings.HasPrefix(filepath.ToSlash(path), "run/cli/") || filepath.ToSlash(path) == "run/suite/changed.go" {
				return // the latter types those of git
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if _, tag := n.(*ast.Field); tag {
					return false
				}
				lit, ok := n.(*ast.BasicLit)
				if ok && lit.Kind == token.STRING && flag.MatchString(lit.Value) {
					t.Errorf("%s has the literal %s", path, lit.Value)
				}
				return true
			})
		})
	}
}

// each parses every Go file below a folder, tests apart.
func each(t *testing.T, dir string, visit func(path string, file *ast.File)) {
	t.Helper()
	files, seen := token.NewFileSet(), 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err == nil {
			seen++
			visit(path, file)
		}
		return err
	})
	if err != nil || seen == 0 {
		t.Fatalf("%s: %d files, %v", dir, seen, err)
	}
}

// TestModuleOutside holds that the example which is a module of its own knows
// the sums of all that the product imports: a module that the product takes on
// is missing there until `go mod tidy` is run in it, and nothing else tells.
func TestModuleOutside(t *testing.T) {
	cmd := exec.Command("go", "list", "-mod=readonly", "-deps", "./...")
	cmd.Dir = filepath.Join("examples", "lock")
	if told, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v; run go mod tidy in %s:\n%s", err, cmd.Dir, told)
	}
}

// vector is an instruction that names a register of 128 bits or more.
var vector = regexp.MustCompile(`^\s+([A-Z][A-Z0-9]*)\s.*\b[XYZ][0-9]{1,2}\b`)

// TestVectorCode holds the assembly of x86 to one encoding of vector
// instructions: an old one between those with Y registers can cost more than all
// else that a run does, on some processors only, and nothing else tells. What
// uses Y registers clears their upper halves before it returns.
func TestVectorCode(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_amd64.s") {
			return err
		}
		text, err := os.ReadFile(path)
		wide := false
		for i, line := range strings.Split(string(text), "\n") {
			code, _, _ := strings.Cut(line, "//")
			if m := vector.FindStringSubmatch(code); m != nil {
				seen++
				wide = wide || !strings.Contains(code, " X")
				if !strings.HasPrefix(m[1], "V") {
					t.Errorf("%s:%d: %s, not V%s", path, i+1, m[1], m[1])
				}
			}
			switch strings.TrimSpace(code) {
			case "VZEROUPPER":
				wide = false
			case "RET":
				if wide {
					t.Errorf("%s:%d: no VZEROUPPER before RET", path, i+1)
				}
			}
		}
		return err
	})
	if err != nil || seen == 0 {
		t.Fatalf("%d vector instructions, %v", seen, err)
	}
}
