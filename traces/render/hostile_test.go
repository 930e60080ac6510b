package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"mc/traces"
)

// hostile are texts that leave what they are put into, if they are let.
var hostile = []string{
	"\x1b]0;t\a\x1b[31m", "\u009b2J\u202e\x01\x7f\r", "\ufffe\uffff",
	`</script><script>alert(1)</script>"><svg onload=alert(1)>`,
	"`<img src=x onerror=alert(2)>", "``` <img src=x onerror=alert(2)>``",
	"\n```\n<img src=y onerror=alert(3)>\n", "\n\n# heading\n", "]]>--><!--", `\`, "'\"", "@enduml\nend", "%%{init}%%;",
}

// laced is a trace in which every text that people read ends in payload.
func laced(t testing.TB, payload string) *traces.File {
	_, f := lossFile(t)
	return f.Rewritten(func(text string) string { return text + payload })
}

// TestHostileTexts puts each into every text of a trace: in no format does it
// get out (hardening, D1 and D5 to D8).
func TestHostileTexts(t *testing.T) {
	for _, payload := range hostile {
		f := laced(t, payload)
		for _, format := range Formats() {
			var out bytes.Buffer
			err := Render(&out, f, format.Name, Options{Replay: "mc replay 'x" + payload + "'"})
			if err != nil {
				t.Logf("%s refuses %q: %v", format.Name, payload, err)
				continue
			}
			if err := contained(format.Name, out.String()); err != nil {
				t.Errorf("%s with %q: %v", format.Name, payload, err)
			}
		}
	}
}

// FuzzRender does the same with any text.
func FuzzRender(f *testing.F) {
	for _, payload := range hostile {
		f.Add(payload)
	}
	_, file := lossFile(f)
	f.Fuzz(func(t *testing.T, payload string) {
		laced := file.Rewritten(func(text string) string { return text + payload })
		for _, format := range Formats() {
			var out bytes.Buffer
			if Render(&out, laced, format.Name, Options{}) != nil {
				continue
			}
			if err := contained(format.Name, out.String()); err != nil {
				t.Errorf("%s: %v", format.Name, err)
			}
		}
	})
}

var obeyed = regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

// contained says what of a text has got out of a rendering.
func contained(format, out string) error {
	if format != "json" && format != "itf" { // those keep what they were given, escaped
		if at := obeyed.FindStringIndex(out); at != nil {
			return fmt.Errorf("a raw %q in %.60q", out[at[0]:at[1]], out[max(0, at[0]-30):])
		}
	} else if strings.ContainsAny(out, "\x1b\a\x01\r") {
		return errors.New("a raw control character")
	}
	switch format {
	case "svg":
		return readAsXML(out)
	case "html":
		if n := strings.Count(strings.ToLower(out), "<script"); n != 2 {
			return fmt.Errorf("%d scripts", n)
		}
	case "markdown":
		return noRawHTML(out)
	}
	return nil
}

func readAsXML(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// noRawHTML reads a page as CommonMark does, as far as code goes, and looks for
// a tag outside of it.
func noRawHTML(page string) error {
	fence := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence != "":
			if ticks == line && len(ticks) >= len(fence) {
				fence = ""
			}
		case len(ticks) >= 3 && !strings.Contains(line[len(ticks):], "`"):
			fence = ticks
		case strings.Contains(withoutCode(line), "<"):
			return fmt.Errorf("a tag outside of code: %q", line)
		}
	}
	if fence != "" {
		return errors.New("a fence is not closed")
	}
	return nil
}

var run = regexp.MustCompile("(?:\\\\`)|`+")

// withoutCode takes the code spans out of a line.
func withoutCode(line string) string {
	var out strings.Builder
	for {
		at := run.FindStringIndex(line)
		if at == nil {
			return out.String() + line
		}
		out.WriteString(line[:at[0]])
		ticks := line[at[0]:at[1]]
		line = line[at[1]:]
		if ticks[0] == '\\' {
			continue
		}
		if end := closing(line, ticks); end >= 0 {
			line = line[end+len(ticks):]
		}
	}
}

// closing is where a run of exactly these ticks begins.
func closing(line, ticks string) int {
	for _, at := range regexp.MustCompile("`+").FindAllStringIndex(line, -1) {
		if at[1]-at[0] == len(ticks) {
			return at[0]
		}
	}
	return -1
}
