// Package specs holds the spec files that come with mc, embedded in the
// binary, and the recorded tables of mc matrix (matrix/*.json.gz, of the
// files that people read) with the list of their rows (matrix/rows.yml). A spec is found by its name, which is the name
// of its file without .yaml; the directories only group them.
package specs

import "embed"

// Files are the specs and tables.
//
//go:embed *.yaml */*.yaml matrix/*.json.gz matrix/rows.yml assess/*.yml
var Files embed.FS
