package graph

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
)

var update = flag.Bool("update", false, "rewrite the files that tests generate")

// small is a graph with one of everything.
func small() *Graph {
	view := func(name, value string) model.View {
		return model.View{Lanes: []model.Lane{{Name: name, Badge: "up", Fields: []model.Field{{Name: "holds", Value: value}}}}}
	}
	long := model.View{Lanes: []model.Lane{{Name: "p", Log: &model.Log{Cells: []model.Cell{{Text: "m0"}}, HighWatermark: 1},
		Fields: []model.Field{{Name: "waits", Value: strings.Repeat("for another ", 12)}}}}}
	g := &Graph{Heading: "a lock", Model: "lock", Run: "one-holds", Beyond: 1, Cut: true, Note: "cut at 4 states, 1 more is one step away",
		Unmarked: []string{"all-enter"}}
	for i, v := range []model.View{view("p", ""), view("p", "the lock"), long, view("q", "the lock")} {
		n := Node{Level: []int{0, 1, 1, 2}[i], Text: Text(v), View: v}
		var from *model.View
		if i > 0 {
			from = &g.Nodes[0].View
		}
		n.Label = Label(i, v, from)
		g.Nodes = append(g.Nodes, n)
	}
	g.Nodes[0].Initial, g.Nodes[0].OnRun, g.Nodes[1].OnRun, g.Nodes[3].OnRun = true, true, true, true
	g.Nodes[3].Broken, g.Nodes[2].Deadlock, g.Nodes[1].Reached = []string{"one-holds"}, true, []string{"can-hold"}
	g.Nodes[1].Beyond, g.Nodes[2].Outside = 1, 2
	g.Edges = []Edge{
		{From: 0, To: 1, OnRun: true, Actions: []string{"Take p", "Steal p"}}, {From: 0, To: 2, Actions: []string{"Wait p"}},
		{From: 1, To: 2, Actions: []string{"Wait p"}, Broken: []string{"no-wait"}}, {From: 1, To: 0, Actions: []string{"Drop p"}},
		{From: 1, To: 3, OnRun: true, Actions: []string{"Take q"}}, {From: 3, To: 0, Actions: []string{"Drop q"}},
		{From: 3, To: 3, Actions: []string{"Look q"}},
	}
	return g
}

// TestGolden holds the small graph to the files of testdata.
func TestGolden(t *testing.T) {
	for name, write := range map[string]func(*Graph, io.Writer) error{"small.dot": (*Graph).DOT, "small.svg": (*Graph).SVG, "small.json": (*Graph).JSON} {
		var out bytes.Buffer
		if err := write(small(), &out); err != nil {
			t.Fatal(err)
		}
		file := "testdata/" + name
		if *update {
			if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%s is not what is drawn; run go test ./report/graph -run TestGolden -update and look at what changed", file)
		}
	}
}

// hostile are texts that leave what they are put into, if they are let.
var hostile = []string{
	"\x1b]0;t\a\x1b[31m", "\u009b2J\u202e\x01\x7f\r", "\ufffe\uffff", "\xff\xfe", "a\nb\tc",
	`</text><script>alert(1)</script>"><svg onload=alert(1)>`, "]]>--><!--", `\`, `\\"`, `"];x->y;`, `\N\G\l`, "'\"", "&lt;&#0;",
}

// laced is the small graph with a text in every place that takes one.
func laced(text string) *Graph {
	g := small()
	g.Heading, g.Run, g.Note, g.Unmarked = text, text, text, []string{text}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		n.View.Lanes[0].Name, n.View.Lanes[0].Badge, n.View.Lanes[0].Fields[0].Value = text, text, text
		n.Text, n.Label, n.Broken, n.Reached = Text(n.View), Label(i, n.View, &small().Nodes[0].View), []string{text}, []string{text}
	}
	for i := range g.Edges {
		g.Edges[i].Actions, g.Edges[i].Broken = []string{text, text}, []string{text}
	}
	return g
}

// TestAnyText: whatever a text holds, the picture is well-formed and has no
// element that a harmless text has not, and DOT has no other tokens.
func TestAnyText(t *testing.T) {
	elements, tokens := drawn(t, laced("harmless"))
	check := func(t fataler, text string) {
		gotElements, gotTokens := drawn(t, laced(text))
		if extra := slices.DeleteFunc(gotElements, func(e string) bool { return slices.Contains(elements, e) }); len(extra) > 0 {
			t.Fatalf("%q: elements %v", text, extra)
		}
		if !slices.Equal(gotTokens, tokens) {
			t.Fatalf("%q: tokens %v", text, gotTokens)
		}
	}
	for _, text := range hostile {
		check(t, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		if rapid.Bool().Draw(t, "text") {
			check(t, rapid.String().Draw(t, "text"))
		} else {
			check(t, string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
		}
	})
}

// FuzzAnyText does the same with texts that a fuzzer finds.
func FuzzAnyText(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		elements, tokens := drawn(t, laced(text))
		_, want := drawn(t, laced("harmless"))
		if slices.Contains(elements, "script") || !slices.Equal(tokens, want) {
			t.Fatalf("%q: %v, %v", text, elements, tokens)
		}
	})
}

type fataler interface{ Fatalf(string, ...any) }

// drawn is what of a graph is no text: the elements of the picture with their
// attributes, each once, and DOT without what stands in quotes.
func drawn(t fataler, g *Graph) (elements, tokens []string) {
	var svg, dot bytes.Buffer
	if err := errors.Join(g.SVG(&svg), g.DOT(&dot)); err != nil {
		t.Fatalf("%v", err)
	}
	obeyed := regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)
	if at := obeyed.FindIndex(append(svg.Bytes(), dot.Bytes()...)); at != nil {
		t.Fatalf("a control character at %v", at)
	}
	seen := map[string]bool{}
	for d := xml.NewDecoder(&svg); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
		if start, is := token.(xml.StartElement); is {
			text := start.Name.Local
			for _, a := range start.Attr {
				text += " " + a.Name.Local
			}
			if !seen[text] {
				seen[text], elements = true, append(elements, text)
			}
		}
	}
	for i, part := range split(t, dot.String()) {
		if i%2 == 0 {
			tokens = append(tokens, strings.Fields(part)...)
		}
	}
	return elements, tokens
}

// split takes DOT apart at its quotes: every second part is what is in them.
func split(t fataler, dot string) (parts []string) {
	part, quoted := "", false
	for i := 0; i < len(dot); i++ {
		switch {
		case dot[i] == '"':
			parts, part, quoted = append(parts, part), "", !quoted
		case quoted && dot[i] == '\\':
			if i++; !strings.ContainsRune(`\"n`, rune(dot[i])) {
				t.Fatalf("the escape \\%c", dot[i])
			}
			part += map[byte]string{'\\': `\`, '"': `"`, 'n': "\n"}[dot[i]]
		case quoted && dot[i] == '\n':
			t.Fatalf("a quoted text ends a line")
		default:
			part += dot[i : i+1]
		}
	}
	if quoted {
		t.Fatalf("a quote is not closed")
	}
	return append(parts, part)
}

// TestLayout draws random graphs: no two states cover one another, every state
// lies in the picture, and a level lies to the right of those before it.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &Graph{Heading: "random"}
		for i := range rapid.IntRange(1, 40).Draw(t, "states") {
			n := Node{Label: []string{"state " + strconv.Itoa(i)}}
			if i > 0 {
				from := rapid.IntRange(max(0, i-5), i-1).Draw(t, "from")
				n.Level = g.Nodes[from].Level + 1
				g.Edges = append(g.Edges, Edge{From: from, To: i, Actions: []string{"Go"}})
			}
			g.Nodes = append(g.Nodes, n)
		}
		for range rapid.IntRange(0, 40).Draw(t, "more") {
			end := rapid.IntRange(0, len(g.Nodes)-1)
			g.Edges = append(g.Edges, Edge{From: end.Draw(t, "from"), To: end.Draw(t, "to"), Actions: []string{"Back", "Again"}})
		}
		l := newLayout(g, 50)
		for i, a := range l.boxes {
			if a.x < 0 || a.y < 50 || a.x+a.w > l.w || a.y+a.h > l.h {
				t.Fatalf("state %d lies at %v, and the picture has %v by %v", i, a, l.w, l.h)
			}
			for j, b := range l.boxes[:i] {
				if (area{a.x, a.y, a.w, a.h}).common(area{b.x, b.y, b.w, b.h}) > 0 {
					t.Fatalf("states %d and %d cover one another", i, j)
				}
				if g.Nodes[j].Level < g.Nodes[i].Level && b.x+b.w >= a.x {
					t.Fatalf("state %d of level %d is not to the right of state %d", i, g.Nodes[i].Level, j)
				}
			}
		}
	})
}

// TestOrder: two pairs of states that cross as they are found are put beside
// those that they belong to.
func TestOrder(t *testing.T) {
	g := &Graph{Nodes: []Node{{}, {}, {Level: 1}, {Level: 1}}}
	g.Edges = []Edge{{From: 0, To: 3, Actions: []string{"A"}}, {From: 1, To: 2, Actions: []string{"B"}}}
	l := newLayout(g, 0)
	if (l.boxes[0].y < l.boxes[1].y) != (l.boxes[3].y < l.boxes[2].y) {
		t.Errorf("the steps cross: columns %v", l.columns)
	}
}

// TestLabel: a short state is its own label, a long one what changed.
func TestLabel(t *testing.T) {
	g := small()
	if got := g.Nodes[1].Label; !slices.Equal(got, []string{"p: up, holds the lock"}) {
		t.Errorf("the label is %q", got)
	}
	if got := g.Nodes[2].Label; len(got) < 2 || got[0] != "state 2" || !strings.HasPrefix(got[1], "p role: ") {
		t.Errorf("the label is %q", got)
	}
	if got := Label(7, g.Nodes[2].View, nil); !slices.Equal(got, []string{"state 7"}) {
		t.Errorf("the label is %q", got)
	}
	wide := model.View{Lanes: []model.Lane{{Name: "state"}}}
	for i := range 20 {
		wide.Lanes[0].Fields = append(wide.Lanes[0].Fields, model.Field{Name: fmt.Sprintf("field%d", i), Value: "value"})
	}
	if got := Label(7, wide, &model.View{Lanes: []model.Lane{{Name: "state"}}}); len(got) != mostLines || got[4] != "and 17 changes more" {
		t.Errorf("the label is %q", got)
	}
}

// TestJSONPage: docs/json.md names every field.
func TestJSONPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## The state graph: "+Schema+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, from := range []any{graphJSON{}, nodeJSON{}, edgeJSON{}} {
		for f := range reflect.TypeOf(from).NumField() {
			name, _, _ := strings.Cut(reflect.TypeOf(from).Field(f).Tag.Get("json"), ",")
			if !strings.Contains(section, "`"+name+"`") {
				t.Errorf("docs/json.md does not name the field `%s` of a graph", name)
			}
		}
	}
	var out bytes.Buffer
	var back map[string]any
	if err := errors.Join(small().JSON(&out), json.Unmarshal(out.Bytes(), &back)); err != nil || back["schema"] != Schema {
		t.Errorf("the object is %v, %v", back["schema"], err)
	}
}
