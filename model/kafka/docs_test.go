package kafka_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/model"
	"mc/model/kafka"
	"mc/model/modeltest"
)

var update = flag.Bool("update", false, "rewrite the generated parts of docs/02-the-model.md")

const chapter = "../../docs/02-the-model.md"

// TestChapter keeps the tables of the documentation equal to the model's.
func TestChapter(t *testing.T) {
	text, err := os.ReadFile(chapter)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	for name, part := range map[string]string{"generations": generations(), "releases": releases(), "constants": bounds(t), "columns": columns(), "rules": rules(t)} {
		want = fill(t, want, name, part)
	}
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s is not up to date; run go test ./model/kafka -run Chapter -update\n%s", chapter, cmp.Diff(string(text), want))
	}
	if err := os.WriteFile(chapter, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fill replaces what is between the marks of a generated part.
func fill(t *testing.T, text, name, part string) string {
	begin, end := "<!-- generated: "+name+" -->\n", "<!-- end -->\n"
	head, rest, ok := strings.Cut(text, begin)
	if !ok {
		t.Fatalf("%s has no part %q", chapter, name)
	}
	_, tail, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("part %q of %s has no end", name, chapter)
	}
	return head + begin + part + end + tail
}

func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

func header(cells ...string) string {
	return row(cells...) + strings.Repeat("| --- ", len(cells)) + "|\n"
}

func generations() string {
	head := []string{"key"}
	for _, g := range kafka.Generations {
		head = append(head, g.Name)
	}
	out := header(head...)
	for _, c := range kafka.Columns {
		out += row(append([]string{"`" + c.Name + "`"}, c.Cells...)...)
	}
	return out
}

func releases() string {
	out := header("release", "is", "except")
	for _, r := range kafka.Releases {
		var differs []string
		for _, c := range kafka.Columns {
			if v, ok := r.Set[c.Name]; ok {
				differs = append(differs, "`"+c.Name+"` "+v)
			}
		}
		out += row(r.Name, r.Of, strings.Join(differs, ", "))
	}
	return out
}

func columns() string {
	out := header("key", "values", "meaning", "what is prevented, and by which value", "reference")
	for _, c := range kafka.Columns {
		prevents := ""
		if p := c.Prevents; p.By != "" {
			prevents = p.By + ": " + p.Words
		}
		out += row("`"+c.Name+"`", strings.ReplaceAll(c.Range(), "|", "/"), c.Doc, prevents, c.Ref)
	}
	return out
}

// bounds are the constants that are not columns of the table.
func bounds(t *testing.T) string {
	list, err := kafka.Template.Constants(nil)
	if err != nil {
		t.Fatal(err)
	}
	out := header("constant", "values", "default", "meaning")
	for _, c := range list[1:] {
		if !isColumn(c) {
			out += row("`"+c.Name+"`", strings.ReplaceAll(c.Range(), "|", "/"), c.Default, c.Doc)
		}
	}
	return out
}

func isColumn(c model.Constant) bool {
	for _, col := range kafka.Columns {
		if col.Name == c.Name {
			return true
		}
	}
	return false
}

func rules(t *testing.T) string {
	m, _, err := kafka.Template.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	out := header("rule", "arguments", "what happens", "reference")
	for _, r := range m.Rules {
		var params []string
		for _, p := range r.Params {
			params = append(params, p.Name)
		}
		out += row(r.Name, strings.Join(params, ", "), r.Doc, r.Ref)
	}
	return out
}

// TestVariants builds every row and preset of the table, and holds it to the
// defaults that constants have there.
func TestVariants(t *testing.T) { modeltest.ConformVariants(t, kafka.Template) }

// TestTableIsWellFormed checks that every cell of the table is a value of its
// column or says that there is none.
func TestTableIsWellFormed(t *testing.T) {
	for _, c := range kafka.Columns {
		if c.Doc == "" || len(c.Cells) != len(kafka.Generations) {
			t.Errorf("%s: no sentence, or %d cells", c.Name, len(c.Cells))
		}
		for _, cell := range c.Cells {
			if _, err := c.Parse(cell); err != nil && cell != "n/a" {
				t.Errorf("%v", err)
			}
		}
	}
	if len(kafka.Columns) < 20 {
		t.Errorf("the table has lost columns: %d are left", len(kafka.Columns))
	}
}
