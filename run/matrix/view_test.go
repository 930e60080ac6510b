package matrix

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/report"
)

// impactsOfTests are the worst first.
var impactsOfTests = []string{"record lost", "unavailable", "internal only"}

// tables draws tables of which all is random but that rows can be told apart.
func tables(t *rapid.T) *Table {
	table := &Table{Schema: Schema, Impacts: rapid.SampledFrom([][]string{nil, impactsOfTests}).Draw(t, "impacts"),
		Set: rapid.SampledFrom([]string{"", "releases"}).Draw(t, "set")}
	for j := range rapid.IntRange(1, 6).Draw(t, "columns") {
		table.Columns = append(table.Columns, Column{Name: fmt.Sprint("v", j, ".0")})
	}
	impact := rapid.SampledFrom(append([]string{""}, impactsOfTests...))
	for i := range rapid.IntRange(0, 8).Draw(t, "rows") {
		l := Line{Spec: fmt.Sprint("spec-", i/2), Title: "A title.", Property: fmt.Sprint("claim-", i), Limit: 500,
			Impact: impact.Draw(t, "impact"), Fairness: rapid.SampledFrom([]string{"", "", "all"}).Draw(t, "fairness")}
		for range table.Columns {
			l.Cells = append(l.Cells, cells(t))
		}
		table.Rows = append(table.Rows, l)
	}
	return table
}

func cells(t *rapid.T) Cell {
	n := rapid.IntRange(1, 2).Draw(t, "n")
	by := &Closed{Keys: []Turned{{Key: "key", Value: fmt.Sprint(n)}}}
	return rapid.SampledFrom([]Cell{
		{Verdict: Holds, States: 7, Within: []string{"kills <= 1"}}, {Verdict: Holds}, {Verdict: Bound, Depth: n},
		{Verdict: Violated, Length: n + 2}, {Verdict: Violated, Length: 3, Credit: Own, Closed: by},
		{Verdict: Violated, Length: 3, Credit: Other, Closed: by}, {Verdict: Violated, Length: 5, Stem: n, Turn: 5 - n},
		{Verdict: NotApplicable, Reason: fmt.Sprint("no such thing ", n)}, {Verdict: Waits, Waits: []string{"kills <= 1"}},
		{Verdict: "reachable", Length: n, Again: "mc again", Page: "page.html"},
	}).Draw(t, "cell")
}

// differing is the slow way: every cell against every other.
func differingRows(table *Table) (labels []string) {
	for _, r := range table.Rows {
		said := map[string]bool{}
		for _, c := range r.Cells {
			said[fmt.Sprint(c.Verdict, " ", c.Length, " ", c.Stem, " ", c.Turn)] = true
		}
		if len(said) > 1 {
			labels = append(labels, table.Label(r))
		}
	}
	return labels
}

// shown is a row as a reader finds it: what stands under each column, with its note.
type shown map[string]map[string]string

// meant is what each row is to say, the obvious way.
func meant(table *Table) shown {
	out := shown{}
	for _, r := range table.Rows {
		row := map[string]string{}
		for j, c := range r.Cells {
			row[table.Columns[j].Name] = c.full()
		}
		out[table.Label(r)] = row
	}
	return out
}

// numbers of notes and marks behind a cell's text.
var (
	numberOfNote = regexp.MustCompile(`^(.*?)(?: \[(\d+)\])?(?: \*)?$`)
	noteInText   = regexp.MustCompile(`(?m)^(?:\* )?\[(\d+)\] (.*)$`)
	noteInHTML   = regexp.MustCompile(`(?m)^<li id="note-(\d+)">(.*)</li>$`)
)

// read is a cell with its note in the place of the number.
func read(cell string, notes map[string]string) string {
	parts := numberOfNote.FindStringSubmatch(cell)
	if parts[2] == "" {
		return parts[1]
	}
	return parts[1] + " (" + notes[parts[2]] + ")"
}

func notesIn(text string, pattern *regexp.Regexp) map[string]string {
	out := map[string]string{}
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		out[m[1]] = html.UnescapeString(m[2])
	}
	return out
}

// asTable reads the text with columns.
func asTable(text string) (columns []string, rows shown, order []string) {
	rows, notes := shown{}, notesIn(text, noteInText)
	head, _, _ := strings.Cut(text, "\n\n")
	for line := range strings.Lines(head) {
		f := regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(line), -1)
		switch {
		case columns == nil:
			columns = f[1:]
		case len(f) == len(columns)+1:
			rows[f[0]] = map[string]string{}
			for i, cell := range f[1:] {
				rows[f[0]][columns[i]] = read(cell, notes)
			}
			order = append(order, f[0])
		default:
			order = append(order, "# "+strings.TrimSpace(line))
		}
	}
	return columns, rows, order
}

// asListing reads the text in which each row says where its verdicts are.
func asListing(text string, columns []string) shown {
	rows, notes := shown{}, notesIn(text, noteInText)
	head, _, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "  ") {
			continue
		}
		row := map[string]string{}
		for said := range strings.SplitSeq(strings.TrimSpace(line), "; ") {
			cell, where, _ := strings.Cut(said, ": ")
			for name := range strings.SplitSeq(where, ", ") {
				from, to, some := strings.Cut(name, " to ")
				if !some {
					to = from
				}
				for j := slices.Index(columns, from); j <= slices.Index(columns, to); j++ {
					row[columns[j]] += read(cell, notes)
				}
			}
		}
		rows[lines[i-1]] = row
	}
	return rows
}

// asMarkdown reads the tables of a page; rows are by scenario and claim.
func asMarkdown(text string) shown {
	rows, notes := shown{}, notesIn(text, noteInText)
	var columns []string
	for line := range strings.Lines(text) {
		f := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		switch {
		case !strings.HasPrefix(line, "| "):
		case strings.HasPrefix(line, "| scenario |"):
			columns = f[2:]
		default:
			row := map[string]string{}
			for i, cell := range f[2:] {
				cell = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(cell), "**", ""), `\*`, "*")
				row[strings.TrimSpace(columns[i])] = read(cell, notes)
			}
			rows[strings.TrimSpace(f[0])+"/"+strings.TrimSpace(f[1])] = row
		}
	}
	return rows
}

// asHTML reads the page's table.
func asHTML(text string) shown {
	rows, notes := shown{}, notesIn(text, noteInHTML)
	tag := regexp.MustCompile(`<[^>]*>`)
	words := func(s string) string { return html.UnescapeString(tag.ReplaceAllString(s, "")) }
	var columns []string
	for _, m := range regexp.MustCompile(`<th scope="col"[^>]*>(.*?)</th>`).FindAllStringSubmatch(text, -1) {
		columns = append(columns, words(m[1]))
	}
	for _, m := range regexp.MustCompile(`<th scope="row"[^>]*>(.*?)</th>\n?(.*?)</tr>`).FindAllStringSubmatch(text, -1) {
		row := map[string]string{}
		for i, cell := range regexp.MustCompile(`<td[^>]*>(.*?)</td>`).FindAllStringSubmatch(m[2], -1) {
			row[columns[i+1]] = read(words(cell[1]), notes)
		}
		rows[words(m[1])] = row
	}
	return rows
}

// claims are rows by scenario and claim.
func claims(table *Table) shown {
	out, all := shown{}, meant(table)
	for _, r := range table.Rows {
		out[r.Spec+"/"+r.claim()] = all[table.Label(r)]
	}
	return out
}

func same(t *rapid.T, what string, got, want shown, text string) {
	t.Helper()
	if !maps.EqualFunc(got, want, maps.Equal) {
		t.Fatalf("%s: %v, want %v\n%s", what, got, want, text)
	}
}

// TestRenderersSayTheCells holds every format of random tables against the cells: each
// is there with its verdict and its note under its column, ranges mean the same as
// cells, newest columns and the worst impacts come first, and the rows that are
// changed are exactly those that differ.
func TestRenderersSayTheCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := tables(t)
		differ, all := differingRows(table), len(table.Rows)
		want, wantClaims := meant(table), claims(table)
		mode := rapid.SampledFrom([]string{"whole", "parted", "changed"}).Draw(t, "mode")
		switch mode {
		case "parted":
			table.DifferFirst()
		case "changed":
			labels := map[string]string{}
			for _, r := range table.Rows {
				labels[r.Spec+"/"+r.claim()] = table.Label(r)
			}
			table.OnlyDiffering()
			maps.DeleteFunc(wantClaims, func(claim string, _ map[string]string) bool { return !slices.Contains(differ, labels[claim]) })
			want = meant(table) // a label is shorter where there is nothing to tell apart
			if len(want) != len(differ) || table.Alike != all-len(differ) {
				t.Fatalf("%d rows and %d alike; those that differ are %q", len(want), table.Alike, differ)
			}
		}
		if len(table.Rows) == 0 {
			return
		}
		text := rendered(t, func(w *bytes.Buffer) error { return table.Text(w, report.Style{}) })
		columns, rows, order := asTable(text)
		same(t, "text", rows, want, text)
		var names []string
		for _, c := range table.Columns {
			names = append(names, c.Name)
		}
		listing := rendered(t, func(w *bytes.Buffer) error { return table.Text(w, report.Style{Width: 1}) })
		same(t, "listing", asListing(listing, names), want, listing)
		markdown := rendered(t, func(w *bytes.Buffer) error { return table.Markdown(w) })
		same(t, "markdown", asMarkdown(markdown), wantClaims, markdown)
		page := rendered(t, func(w *bytes.Buffer) error { return table.HTML(w) })
		same(t, "page", asHTML(page), want, page)
		if table.Set != "" {
			slices.Reverse(names)
		}
		if !slices.Equal(columns, names) {
			t.Fatalf("columns %q, want %q", columns, names)
		}
		inOrder(t, table, mode, order, differ, text)
	})
}

// inOrder holds the rows of a text: those that differ before the others, each part
// with the worst first, and each row below the heading of its impact.
func inOrder(t *rapid.T, table *Table, mode string, order, differ []string, text string) {
	t.Helper()
	byLabel := map[string]Line{}
	for _, r := range table.Rows {
		byLabel[table.Label(r)] = r
	}
	last, part, heading := -1, 0, ""
	for _, name := range order {
		if name == "# "+sameEverywhere+":" {
			last, part = -1, 1
			continue
		}
		if strings.HasPrefix(name, "# ") {
			heading = name
			continue
		}
		r := byLabel[name]
		rank := slices.Index(table.Impacts, r.Impact)
		if rank < 0 {
			rank = len(table.Impacts)
		}
		at := 2 * rank
		if r.Fairness != "" {
			at++
		}
		if at < last {
			t.Fatalf("%s comes behind what is less bad:\n%s", name, text)
		}
		last = at
		if rank < len(table.Impacts) && !strings.HasPrefix(strings.ToLower(heading), "# "+r.Impact) {
			t.Fatalf("%s is below %q:\n%s", name, heading, text)
		}
		if mode == "parted" && slices.Contains(differ, name) != (part == 0) {
			t.Fatalf("%s is in the wrong part, of %q:\n%s", name, differ, text)
		}
	}
}

func rendered(t *rapid.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestListingIsForNarrowTerminals: the cells stand in columns as long as no line of
// them is wider than the terminal.
func TestListingIsForNarrowTerminals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, width := tables(t), rapid.IntRange(1, 120).Draw(t, "width")
		if len(table.Rows) == 0 {
			return
		}
		plain := rendered(t, func(w *bytes.Buffer) error { return table.Text(w, report.Style{}) })
		at := rendered(t, func(w *bytes.Buffer) error { return table.Text(w, report.Style{Width: width}) })
		head, _, _ := strings.Cut(plain, "\n\n")
		widest := 0
		for line := range strings.Lines(head) {
			if !strings.HasSuffix(line, ":\n") {
				widest = max(widest, len(strings.TrimRight(line, "\n")))
			}
		}
		if columns := strings.HasPrefix(at, nameOfRows); columns && widest > width {
			t.Fatalf("%d columns of %d:\n%s", widest, width, at)
		}
	})
}

// FuzzRead: whatever is read can be written in every format, and says the same when
// it is read again.
func FuzzRead(f *testing.F) {
	var out bytes.Buffer
	if err := example().JSON(&out); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Add([]byte(`{"schema":"mc.matrix/1","set":"s","impacts":["a"],"columns":[{"name":"c"}],"rows":[{"spec":"s","impact":"a","cells":[{"credit":"part"}]}]}`))
	f.Add([]byte(`{"schema":"mc.matrix/1","columns":[{"name":"c"}],"rows":[{"cells":[{"verdict":"violated","credit":"scenario","closed":{}}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Read(data)
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := table.JSON(&first); err != nil {
			t.Fatal(err)
		}
		again, err := Read(first.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if again.JSON(&second); first.String() != second.String() {
			t.Errorf("%s is read as %s", first.String(), second.String())
		}
		for _, parted := range []bool{false, true} {
			if parted {
				table.DifferFirst()
			}
			for _, write := range []func(*bytes.Buffer) error{
				func(w *bytes.Buffer) error { return table.Text(w, report.Style{Width: 40, Color: true}) },
				func(w *bytes.Buffer) error { return table.Markdown(w) }, func(w *bytes.Buffer) error { return table.HTML(w) },
			} {
				if err := write(&bytes.Buffer{}); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
