package mc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// The longest that code may be, in lines. A rule of a model is what is given
// the steps of a state to fill.
const (
	longestFile     = 399
	longestFunction = 60
	longestRule     = 40
)

// TestSizes holds the files and functions of the module, tests apart, to
// lengths that a reader takes in at once.
func TestSizes(t *testing.T) {
	files := token.NewFileSet()
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		seen++
		if n := files.File(file.FileStart).LineCount(); n > longestFile {
			t.Errorf("%s has %d lines, more than %d", path, n, longestFile)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch f := n.(type) {
			case *ast.FuncDecl:
				measure(t, files, f, f.Type, f.Name.Name)
			case *ast.FuncLit:
				measure(t, files, f, f.Type, "without a name")
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Error("no files")
	}
}

func measure(t *testing.T, files *token.FileSet, f ast.Node, signature *ast.FuncType, name string) {
	from, to := files.Position(f.Pos()), files.Position(f.End())
	longest, kind := longestFunction, "function"
	if isRule(signature) {
		longest, kind = longestRule, "rule"
	}
	if n := to.Line - from.Line + 1; n > longest {
		t.Errorf("%s: %s %s has %d lines, more than %d", from, kind, name, n, longest)
	}
}

// isRule reports whether a function has steps to fill among its parameters.
func isRule(signature *ast.FuncType) bool {
	for _, p := range signature.Params.List {
		name, _, _ := strings.Cut(types.ExprString(p.Type), "[")
		if strings.HasSuffix(strings.ToLower(name), "steps") {
			return true
		}
	}
	return false
}
