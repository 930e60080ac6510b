package pipeline

import (
	"fmt"
	"io"
	"strings"
)

// annotations are the commands by which a step of GitHub's runners marks lines:
// https://docs.github.com/actions, "Workflow commands".
func annotations(w io.Writer, s *Suite) error {
	all, _ := s.claims()
	for _, c := range all {
		if c.state == met {
			continue
		}
		level, place := "error", ""
		if c.state == open {
			level = "warning"
		}
		if c.of.File != "" {
			place = "file=" + property(c.of.File) + ","
			if c.line > 0 {
				place += fmt.Sprintf("line=%d,", c.line)
			}
		}
		_, err := fmt.Fprintf(w, "::%s %stitle=%s::%s\n", level, place, property(c.title()), message(c.said+"\n\n"+c.story()))
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "::notice::%s\n", message(s.Summary()))
	return err
}

// message is the text of a command, which is one line.
func message(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(strings.TrimRight(text, "\n"))
}

// property is a value before the text.
func property(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(message(text))
}
