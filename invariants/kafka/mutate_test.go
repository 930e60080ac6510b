package kafka

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
)

// mutant is one small change of one claim, or of what several claims use.
type mutant struct {
	id     int
	where  string // file:line
	in     string // the function, or the claim
	what   string
	claims []string // whom it concerns
}

// site is a piece of source that mutants replace. first is the number of its
// first mutant.
type site struct {
	from, to     int
	first        int
	open, middle string   // what stands before the piece and behind it
	alternatives []string // in the order of the mutants
	closed       string
}

// mutator rewrites the sources of the catalogue so that one binary has every
// mutant in it, and MC_MUTANT says which of them lives.
type mutator struct {
	files   *token.FileSet
	src     []byte
	name    string // the file
	in      string // the function
	sites   []site
	mutants []mutant
	uses    map[string][]string // by function: the functions that it names
	claims  map[string][]string // by claim: the functions that its row names
	premise map[string]bool     // by claim: it has one
}

// selectors is what the rewritten sources call.
const selectors = `package kafka

import (
	"os"
	"strconv"

	"mc/model"
)

var living = func() int { n, _ := strconv.Atoi(os.Getenv("MC_MUTANT")); return n }()

func either(first int, is func() bool, others ...func() bool) bool {
	if i := living - first; i >= 0 && i < len(others) {
		return others[i]()
	}
	return is()
}

func instead[T any](first int, is T, others ...T) T {
	if i := living - first; i >= 0 && i < len(others) {
		return others[i]
	}
	return is
}

func fewer[T ~int | ~uint8](id int, n T) T {
	if living == id && n > 0 {
		n--
	}
	return n
}

// twisted negates or blinds a whole claim, or its premise.
func twisted(list []property) []property {
	for i := range list {
		if first := twists[list[i].Name]; first > 0 && living >= first {
			twist(&list[i], living-first)
		}
	}
	return list
}

// twist makes mutant n of those of a whole claim. One that is made for each
// broker is twisted for all of them.
func twist(p *property, n int) {
	switch {
	case n < 2:
		turn(p, n == 0)
		for i := range p.Each {
			turn(&p.Each[i], n == 0)
		}
	case n == 2 && p.Premise != nil:
		p.Premise = func(*State) bool { return false }
	case n == 3:
		p.Premise = nil
	}
}

// turn negates what a claim goes by, or makes it find nothing: what is to come
// is there, what is to cease is not.
func turn(p *property, negate bool) {
	no := func(err error) error {
		if negate && err == nil {
			return model.Wrong("negated")
		}
		return nil
	}
	if was := p.State; was != nil {
		p.State = func(s *State) error { return no(was(s)) }
	}
	if was := p.Step; was != nil {
		p.Step = func(s *State, x model.Action, t *State) error { return no(was(s, x, t)) }
	}
	if was := p.Goal; was != nil {
		p.Goal = func(s *State) bool { return negate && !was(s) }
	}
	if was := p.To; was != nil {
		p.To = func(s *State) bool { return !negate || !was(s) }
	}
	if was := p.Taken; was != nil {
		p.Taken = func(s *State, x model.Action, t *State) bool { return negate && !was(s, x, t) }
	}
}
`

// mutate writes the mutated sources to a directory and returns the overlay for
// the go command, and the mutants.
func mutate(t *testing.T, dir string) (overlay string, all []mutant) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	m := &mutator{files: token.NewFileSet(), uses: map[string][]string{}, claims: map[string][]string{},
		premise: map[string]bool{}}
	replaced := []string{}
	put := func(name, text string) {
		to := filepath.Join(dir, name)
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		replaced = append(replaced, fmt.Sprintf("%q: %q", filepath.Join(here, name), to))
	}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "witness.go" {
			continue
		}
		put(name, m.file(t, name))
	}
	put("selectors.go", selectors+m.twists())
	m.attribute()
	overlay = filepath.Join(dir, "overlay.json")
	text := fmt.Sprintf("{\"Replace\": {%s}}", strings.Join(replaced, ", "))
	if err := os.WriteFile(overlay, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return overlay, m.mutants
}

// file is the text of a file with all its mutants.
func (m *mutator) file(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(m.files, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	m.src, m.name, m.sites = src, name, nil
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name != "withProperties" && d.Name.Name != "fenced" {
				m.function(d)
			}
		case *ast.GenDecl:
			m.variables(d)
		}
	}
	sort.Slice(m.sites, func(i, j int) bool {
		a, b := m.sites[i], m.sites[j]
		return a.from < b.from || a.from == b.from && a.to > b.to
	})
	text := m.render(0, len(src), m.sites)
	return strings.Replace(text, "\treturn c.list\n", "\treturn twisted(c.list)\n", 1)
}

// function makes the mutants of a function.
func (m *mutator) function(f *ast.FuncDecl) {
	m.in = f.Name.Name
	m.note(f)
	for _, s := range f.Body.List {
		if strings.HasSuffix(f.Name.Name, "Family") {
			m.enter(s)
		}
		ast.Inspect(s, m.visit)
	}
}

// variables makes those of the functions that variables of the package have.
func (m *mutator) variables(d *ast.GenDecl) {
	for _, s := range d.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		m.in = v.Names[0].Name
		for _, x := range v.Values {
			ast.Inspect(x, func(n ast.Node) bool {
				f, is := n.(*ast.FuncLit)
				if is {
					ast.Inspect(f, m.visit)
				}
				return !is
			})
		}
	}
}

// render is the source from one place to another, the sites within it replaced.
func (m *mutator) render(from, to int, sites []site) string {
	var out strings.Builder
	for len(sites) > 0 {
		s := sites[0]
		inner := slices.IndexFunc(sites[1:], func(x site) bool { return x.from >= s.to })
		if inner < 0 {
			inner = len(sites) - 1
		}
		out.Write(m.src[from:s.from])
		out.WriteString(s.open + m.render(s.from, s.to, sites[1:1+inner]) + s.middle)
		for _, a := range s.alternatives {
			out.WriteString(a)
		}
		out.WriteString(s.closed)
		from, sites = s.to, sites[1+inner:]
	}
	out.Write(m.src[from:to])
	return out.String()
}

// twists gives every claim the numbers of its own mutants.
func (m *mutator) twists() string {
	var out strings.Builder
	out.WriteString("\nvar twists = map[string]int{\n")
	for _, claim := range sortedKeys(m.claims) {
		m.in, m.name = claim, "the claim"
		first := m.add(token.NoPos, "negated", "never broken")
		if m.premise[claim] {
			m.add(token.NoPos, "premise never true", "premise dropped")
		}
		fmt.Fprintf(&out, "\t%q: %d,\n", claim, first)
	}
	out.WriteString("}\n")
	return out.String()
}

// add makes mutants and returns the number of the first.
func (m *mutator) add(at token.Pos, what ...string) int {
	first := len(m.mutants) + 1
	where := m.name
	if at.IsValid() {
		where = fmt.Sprintf("%s:%d", m.name, m.files.Position(at).Line)
	}
	for _, w := range what {
		m.mutants = append(m.mutants, mutant{id: len(m.mutants) + 1, where: where, in: m.in, what: w})
	}
	return first
}

func sortedKeys(of map[string][]string) (keys []string) {
	for k := range of {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// note keeps which functions a function names, and which rows of the catalogue.
func (m *mutator) note(f *ast.FuncDecl) {
	row := ""
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt, *ast.AssignStmt:
			if claim, ok := m.row(n); ok {
				row = claim
			}
		case *ast.Ident:
			m.uses[f.Name.Name] = append(m.uses[f.Name.Name], n.Name)
			if row != "" {
				m.claims[row] = append(m.claims[row], n.Name)
			}
		}
		return true
	})
}

// enter says whose mutants those of a statement of a family are: the claim's
// that it adds, or the premise's that it names for claims to come; else still
// those of the claim before.
func (m *mutator) enter(s ast.Stmt) {
	a, assigns := s.(*ast.AssignStmt)
	claim, ok := m.row(s)
	if ok {
		m.in = claim
	}
	if assigns {
		if f, is := a.Lhs[0].(*ast.SelectorExpr); is && f.Sel.Name == "Premise" {
			m.premise[m.in] = true
		}
	}
	if !ok && assigns && a.Tok == token.DEFINE {
		m.in = a.Lhs[0].(*ast.Ident).Name
		m.uses[m.in] = nil
	}
}

// rows are the functions whose calls are rows of the catalogue.
var rows = []string{"always", "step", "goal", "again", "eachAgain", "CeasingStep"}

// row is the name of the claim that a statement adds to the catalogue.
func (m *mutator) row(n ast.Node) (name string, ok bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		if !is || len(call.Args) < 3 {
			return true
		}
		f, is := call.Fun.(*ast.SelectorExpr)
		text, lit := call.Args[0].(*ast.BasicLit)
		if is && lit && slices.Contains(rows, f.Sel.Name) {
			name, ok = strings.Trim(text.Value, `"`), true
		}
		return true
	})
	return name, ok
}

// attribute says of every mutant which claims it concerns.
func (m *mutator) attribute() {
	reach := map[string]map[string]bool{}
	for claim, names := range m.claims {
		seen := map[string]bool{}
		for len(names) > 0 {
			n := names[0]
			names = names[1:]
			if uses, is := m.uses[n]; is && !seen[n] {
				seen[n] = true
				names = append(slices.Clone(names), uses...)
			}
		}
		reach[claim] = seen
	}
	for i := range m.mutants {
		x := &m.mutants[i]
		for _, claim := range sortedKeys(m.claims) {
			if claim == x.in || reach[claim][x.in] || slices.Contains(x.claims, claim) {
				x.claims = append(x.claims, claim)
			}
		}
	}
}
