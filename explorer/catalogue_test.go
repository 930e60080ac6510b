package explorer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCatalogueIsWired: what a row promises, its constructor can make.
func TestCatalogueIsWired(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Stores() {
		if s.Name == "" || s.Doc == "" || s.open == nil || seen[s.Name] {
			t.Errorf("store %q has no name of its own, no doc or no constructor", s.Name)
			continue
		}
		seen[s.Name] = true
		set, err := s.open(2, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if set.Name() != s.Name {
			t.Errorf("the constructor of %q makes %q", s.Name, set.Name())
		}
		set.Free()
		if (s.keep != nil) != s.Spills || s.Spills != s.Resumes || s.Spills && !s.Files {
			t.Errorf("store %s: spills %v, resumes %v, but keeps a directory: %v", s.Name, s.Spills, s.Resumes, s.keep != nil)
		}
	}
	for _, s := range Searches() {
		if s.Name == "" || s.Doc == "" || seen[s.Name] {
			t.Errorf("search %q has no name of its own or no doc", s.Name)
		}
		seen[s.Name] = true
		if byLevel := s.frontier == nil; byLevel != s.Shortest || byLevel != s.Stores || s.promising && byLevel {
			t.Errorf("search %s: level by level %v, shortest traces %v, every store %v", s.Name, byLevel, s.Shortest, s.Stores)
		}
	}
}

// TestConstructorsHaveRows: a kind of set or frontier that nobody can ask for
// is not there.
func TestConstructorsHaveRows(t *testing.T) {
	catalogue, err := os.ReadFile("catalogue.go")
	if err != nil {
		t.Fatal(err)
	}
	for dir, marks := range map[string]string{"store": "EndLevel", "frontier": "Pop"} {
		found := 0
		for _, name := range constructors(t, filepath.Join("internal", dir), marks) {
			found++
			if !strings.Contains(string(catalogue), dir+"."+name) {
				t.Errorf("no row of the catalogue has %s.%s", dir, name)
			}
		}
		if found < 2 {
			t.Errorf("%d constructors in %s: is this the way to look for them?", found, dir)
		}
	}
}

// constructors are the functions of a package, named New..., that return a
// type with the given method, or an interface of the package.
func constructors(t *testing.T, dir, method string) (names []string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	makes, has := map[string]string{}, map[string]bool{"Frontier": true}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			switch {
			case !ok:
			case fn.Recv != nil && fn.Name.Name == method:
				has[base(fn.Recv.List[0].Type)] = true
			case fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "New") && fn.Type.Results != nil:
				makes[fn.Name.Name] = base(fn.Type.Results.List[0].Type)
			}
		}
	}
	for name, made := range makes {
		if has[made] {
			names = append(names, name)
		}
	}
	return names
}

func base(e ast.Expr) string {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// TestNoFlags: the engine is a library; what its errors advise is not the flag
// of one command.
func TestNoFlags(t *testing.T) {
	flag := regexp.MustCompile(`(^|[ (])--[a-z]`)
	for _, root := range []string{".", "../model"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && flag.MatchString(lit.Value) {
					t.Errorf("%s: %s names a flag", path, lit.Value)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
