package cli

import (
	"fmt"
	"io"

	"mc/model/schedule"
	"mc/run/registry"
)

// wordRow is a word of the language in which scripts are written.
type wordRow struct {
	Model string `json:"model"`
	Kind  string `json:"kind"` // "command", or "sight": what expect may name
	Name  string `json:"name"`
	Usage string `json:"usage,omitempty"`
	Doc   string `json:"doc"`
}

func listCommands(models registry.Models) (listing, error) {
	rows := []wordRow{}
	for _, e := range models {
		commands, sights := e.Language()
		rows = append(rows, wordRows(e.Name(), "command", commands)...)
		rows = append(rows, wordRows(e.Name(), "sight", sights)...)
	}
	return listing{rows, func(tab io.Writer) {
		heading := map[string]string{"command": "commands of scripts", "sight": "what a step may expect"}
		var last wordRow
		for _, r := range rows {
			if r.Model != last.Model || r.Kind != last.Kind {
				fmt.Fprintf(tab, "%s: %s\n", r.Model, heading[r.Kind])
			}
			last = r
			fmt.Fprintf(tab, "  %s\t%s\t%s\n", r.Name, r.Usage, r.Doc)
		}
	}}, nil
}

func wordRows(model, kind string, words []schedule.Word) (rows []wordRow) {
	for _, w := range words {
		rows = append(rows, wordRow{model, kind, w.Name, w.Usage, w.Doc})
	}
	return rows
}
