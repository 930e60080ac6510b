package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"mc/model/kafka"
	"mc/run/registry"
)

// generationRow is a protocol generation, or a release that varies one, with
// what it changes in the row before (a release: in its generation).
type generationRow struct {
	Name    string            `json:"name"`
	Of      string            `json:"of,omitempty"` // a release's generation
	Kip     string            `json:"kip,omitempty"`
	Doc     string            `json:"doc,omitempty"`
	Changes map[string]string `json:"changes"`
}

func listGenerations(registry.Models) (listing, error) {
	var generations, releases []generationRow
	for i, g := range kafka.Generations {
		generations = append(generations, generationRow{Name: g.Name, Kip: g.Kip, Doc: g.Doc, Changes: changes(i)})
	}
	for _, r := range kafka.Releases {
		row := generationRow{Name: r.Name, Of: r.Of, Changes: map[string]string{}}
		maps.Copy(row.Changes, r.Set)
		releases = append(releases, row)
	}
	return listing{append(generations, releases...), func(tab io.Writer) {
		for _, r := range generations {
			fmt.Fprintf(tab, "%s\t%s\n", r.Name, r.Doc)
			for _, line := range lines(r.Changes) {
				fmt.Fprintf(tab, "\t  %s\n", line)
			}
		}
		fmt.Fprintf(tab, "\nReleases, as variations of a generation:\n")
		for _, r := range releases {
			fmt.Fprintf(tab, "%s\t%s\n", r.Name, strings.Join(append([]string{r.Of}, lines(r.Changes)...), " "))
		}
	}}, nil
}

// changes are the cells of a generation that differ from the row before; the
// first row has none. That a key begins to have a meaning, and is off, or has
// none any more, changes nothing that a reader would look for.
func changes(row int) map[string]string {
	out := map[string]string{}
	if row == 0 {
		return out
	}
	effective := func(cell string) string {
		if cell == "n/a" {
			return "off"
		}
		return cell
	}
	for _, c := range kafka.Columns {
		if now := effective(c.Cells[row]); now != effective(c.Cells[row-1]) && c.Cells[row] != "n/a" {
			out[c.Name] = now
		}
	}
	return out
}

func lines(changes map[string]string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		out = append(out, name+"="+changes[name])
	}
	return out
}

// axisRow is an axis or a switch with its value in each generation.
type axisRow struct {
	constantRow
	Generations map[string]string `json:"generations"`
}

func listAxes(registry.Models) (listing, error) {
	var rows []axisRow
	for _, c := range kafka.Columns {
		row := axisRow{constantRow{c.Name, c.Range(), "", c.Doc, c.Ref}, map[string]string{}}
		for i, g := range kafka.Generations {
			row.Generations[g.Name] = c.Cells[i]
		}
		rows = append(rows, row)
	}
	return listing{rows, func(tab io.Writer) { printAxes(tab, rows) }}, nil
}

// printAxes draws the table, then says what each row means.
func printAxes(tab io.Writer, rows []axisRow) {
	fmt.Fprint(tab, "axis or switch")
	for _, g := range kafka.Generations {
		fmt.Fprintf(tab, "\t%s", g.Name)
	}
	fmt.Fprintln(tab)
	for _, r := range rows {
		fmt.Fprint(tab, r.Name)
		for _, g := range kafka.Generations {
			fmt.Fprintf(tab, "\t%s", r.Generations[g.Name])
		}
		fmt.Fprintln(tab)
	}
	fmt.Fprintln(tab)
	for _, r := range rows {
		fmt.Fprintf(tab, "%s\t%s. %s\n", r.Name, r.Range, withRef(r.Doc, r.Ref))
	}
}
