package cli

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mc/explorer"
	"mc/run/verdict"
	"mc/traces"
)

// TestEveryFlagIsRead: a field of a command that nothing looks at is a flag
// without effect.
func TestEveryFlagIsRead(t *testing.T) {
	cli, read := typed(t)
	seen := map[string]bool{}
	for _, command := range leaves(reflect.TypeFor[commands]()) {
		structs(command.Type, seen)
	}
	flags := 0
	for name := range seen {
		s := cli.Scope().Lookup(name).Type().Underlying().(*types.Struct)
		for i := range s.NumFields() {
			if f := s.Field(i); !f.Embedded() && s.Tag(i) != "" {
				if flags++; !read[f] {
					t.Errorf("nothing reads %s of %s", f.Name(), name)
				}
			}
		}
	}
	if flags < 40 {
		t.Errorf("only %d flags were found", flags)
	}
}

// leaves are the commands that have no commands below them.
func leaves(of reflect.Type) (all []reflect.StructField) {
	for f := range of.Fields() {
		if _, command := f.Tag.Lookup("cmd"); !command {
			continue
		}
		if below := leaves(f.Type); below != nil {
			all = append(all, below...)
		} else {
			all = append(all, f)
		}
	}
	return all
}

// structs collects the names of the types that a command is made of.
func structs(command reflect.Type, names map[string]bool) {
	names[command.Name()] = true
	for f := range command.Fields() {
		if f.Anonymous {
			structs(f.Type, names)
		}
	}
}

// TestEveryFlagIsDocumented: each flag has words for its help, and a story in
// which it is typed.
func TestEveryFlagIsDocumented(t *testing.T) {
	typed := stories(t)
	for _, command := range leaves(reflect.TypeFor[commands]()) {
		for _, f := range tagged(command.Type) {
			if _, hidden := f.Tag.Lookup("hidden"); hidden {
				continue
			}
			if f.Tag.Get("help") == "" {
				t.Errorf("mc %s: %s has no help", strings.ToLower(command.Name), f.Name)
			}
			if _, argument := f.Tag.Lookup("arg"); argument {
				continue
			}
			long := f.Tag.Get("name")
			if long == "" {
				long = kebab(f.Name)
			}
			short := f.Tag.Get("short")
			if !strings.Contains(typed, "--"+long) && (short == "" || !strings.Contains(typed, " -"+short)) {
				t.Errorf("mc %s: --%s is typed in no story", strings.ToLower(command.Name), long)
			}
		}
	}
}

// kebab is a field's name as kong makes a flag of it.
func kebab(name string) string {
	var out strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			out.WriteByte('-')
		}
		out.WriteRune(r)
	}
	return strings.ToLower(out.String())
}

// stories are the documents and scripts in which commands are typed.
func stories(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"../../cmd/mc/testdata/*.txt", "../../cmd/mc/*_test.go", "../../docs/*.md", "../../README.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	return all.String()
}

// tagged are the fields of a command that the command line can set, those of
// embedded structs included.
func tagged(command reflect.Type) (all []reflect.StructField) {
	for f := range command.Fields() {
		switch {
		case f.Anonymous:
			all = append(all, tagged(f.Type)...)
		case f.Tag != "":
			all = append(all, f)
		}
	}
	return all
}

// typed checks the types of this package, tests apart, and tells which fields
// its code uses.
func typed(t *testing.T) (cli *types.Package, read map[types.Object]bool) {
	t.Helper()
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset, files := token.NewFileSet(), []*ast.File(nil)
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
	c := types.Config{Importer: importer.ForCompiler(fset, "gc", exports(t))}
	if cli, err = c.Check("mc/run/cli", fset, files, info); err != nil {
		t.Fatal(err)
	}
	read = map[types.Object]bool{}
	for _, s := range info.Selections {
		read[s.Obj()] = true
	}
	return cli, read
}

// exports finds the compiled form of what this package imports.
func exports(t *testing.T) importer.Lookup {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// TestCodeOf holds the exit codes of errors.
func TestCodeOf(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want verdict.Code
	}{
		{usage("no such thing"), verdict.Usage},
		{&outputError{io.ErrShortWrite}, verdict.IO},
		{&faultError{&explorer.ModelError{Model: "m", Detail: "overflow"}}, verdict.Fault},
		{fmt.Errorf("t.json: %w", &explorer.ModelError{Model: "m", Detail: "panic: boo"}), verdict.Fault},
		{fmt.Errorf("t.json: %w", &traces.Divergence{Step: 3}), verdict.Fault},
		{&traces.FileError{Where: "line 1"}, verdict.Usage},
		{errors.Join(usage("a"), usage("b")), verdict.Usage},
	} {
		if got := codeOf(tc.err); got != tc.want {
			t.Errorf("%v: code %d, want %d", tc.err, got, tc.want)
		}
	}
}
