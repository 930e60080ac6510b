package pipeline

import (
	"fmt"
	"io"
	"strings"

	"mc/term"
)

// markdown is a table of the specs, what is not as expected, and the stories of
// that, folded.
func markdown(w io.Writer, s *Suite) error {
	var out strings.Builder
	fmt.Fprintf(&out, "## %s\n\n%s; %.1f s of runs.\n\n", cell(s.Program), s.Summary(), s.Took())
	out.WriteString("| | spec | claim | found | states | s |\n|---|---|---|---|--:|--:|\n")
	all, _ := s.claims()
	for _, c := range all {
		states, took := "", ""
		if r := c.of.Report; r != nil && c.took > 0 {
			states, took = fmt.Sprint(r.Outcome.States.Distinct), fmt.Sprintf("%.1f", c.took)
		}
		fmt.Fprintf(&out, "| %v | %s | %s | %s | %s | %s |\n", c.state, cell(term.Visible(c.of.Name)), cell(c.name), cell(c.said), states, took)
	}
	for _, c := range all {
		if story := c.story(); story != "" && c.state != met {
			fmt.Fprintf(&out, "\n<details><summary>%s</summary>\n\n%s\n</details>\n", cell(c.title()), fenced(story))
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// cell is text that ends no cell of a table and begins no markup.
func cell(text string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "|", `\|`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "`", "\\`", "*", `\*`,
		"_", `\_`, "[", `\[`, "]", `\]`, `\`, `\\`).Replace(text)
}

// fenced is text in a fence that it cannot close.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + strings.TrimRight(text, "\n") + "\n" + fence
}
