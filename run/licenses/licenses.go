package licenses

import (
	"embed"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"text/tabwriter"
)

//go:embed modules.txt texts
var recorded embed.FS

// Module is a module that a program contains.
type Module struct {
	Path, Version string
	License       string // by its short name; empty if it is not on record
	Text          string // of its license files
}

// standard is the path of Go's own library.
const standard = "std"

// Recorded are the modules on record, Go's own library first.
func Recorded() (all []Module) {
	table, _ := recorded.ReadFile("modules.txt") // it is part of the binary
	for line := range strings.Lines(string(table)) {
		f := strings.Fields(line)
		if len(f) != 3 {
			continue
		}
		text, _ := recorded.ReadFile("texts/" + fileOf(f[0]))
		all = append(all, Module{Path: f[0], Version: f[1], License: f[2], Text: string(text)})
	}
	return all
}

// fileOf is the file that holds the license of a module.
func fileOf(path string) string { return strings.ReplaceAll(path, "/", "+") + ".txt" }

// Program are the modules of the running program, as its toolchain stamped it.
// One of which no license is on record is there without, and what is on record
// and not in it is left out. Without a stamp, they are those on record.
func Program() []Module {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		return Recorded()
	}
	return of(Recorded(), info)
}

func of(known []Module, info *debug.BuildInfo) (all []Module) {
	record := map[string]Module{}
	for _, m := range known {
		record[m.Path] = m
	}
	if m, ok := record[standard]; ok {
		m.Version = info.GoVersion
		all = append(all, m)
	}
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		m := record[d.Path]
		m.Path, m.Version = d.Path, d.Version
		all = append(all, m)
	}
	return all
}

// Table writes a line for each module.
func Table(out io.Writer, modules []Module) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range modules {
		name := m.License
		if name == "" {
			name = "not on record; see its source"
		}
		fmt.Fprintf(tab, "%s\t%s\t%s\n", m.Path, m.Version, name)
	}
	return tab.Flush()
}

// Texts writes the license files of each module, one after the other.
func Texts(out io.Writer, modules []Module) error {
	for _, m := range modules {
		head := strings.TrimSpace(m.Path + " " + m.Version)
		if _, err := fmt.Fprintf(out, "%s\n%s\n\n%s\n", head, strings.Repeat("-", len(head)), m.Text); err != nil {
			return err
		}
	}
	return nil
}
