package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// About is what a manual page says beside commands and flags.
type About struct {
	Version  string
	Sections []Section // after the commands
}

// Section is a section of a manual page: paragraphs, or terms with what they mean.
type Section struct {
	Name  string
	Terms []Term
}

// Term is a term and what it means; without a term it is a paragraph.
type Term struct{ Word, Means string }

// Page writes the manual page, as roff with the macros of man(7). It has no date, so
// that one program has one page.
func Page(out io.Writer, app *kong.Application, about About) error {
	p := &page{name: app.Name}
	name := strings.ToUpper(app.Name)
	p.line(".TH %s 1 \"\" %q", escape(name), escape(about.Version))
	p.line(".SH NAME\n%s \\- %s", escape(app.Name), escape(strings.TrimSuffix(app.Help, ".")))
	p.line(".SH SYNOPSIS")
	for _, c := range leaves(app.Node) {
		p.line(".B %s\n.br", escape(app.Name+" "+strings.TrimPrefix(c.Summary(), app.Name+" ")))
	}
	p.line(".SH COMMANDS")
	for _, c := range leaves(app.Node) {
		p.command(c)
	}
	p.line(".SH OPTIONS")
	p.flags(app.Node)
	for _, s := range about.Sections {
		p.section(s)
	}
	_, err := io.WriteString(out, p.text.String())
	return err
}

// page is a page under way.
type page struct {
	name string
	text strings.Builder
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

// command tells a command with its arguments and its own flags.
func (p *page) command(c *kong.Node) {
	p.line(".SS %s\n%s", escape(p.name+" "+c.Path()), escape(c.Help))
	for _, a := range c.Positional {
		p.term(a.Summary(), a.Help)
	}
	p.flags(c)
}

func (p *page) flags(c *kong.Node) {
	for _, f := range c.Flags {
		if f.Hidden {
			continue
		}
		said := "--" + f.Name
		if f.Short != 0 {
			said = fmt.Sprintf("-%c, %s", f.Short, said)
		}
		if !f.IsBool() && !f.IsCounter() {
			said += "=" + f.FormatPlaceHolder()
		}
		p.term(said, f.Help)
	}
}

func (p *page) section(s Section) {
	p.line(".SH %s", escape(strings.ToUpper(s.Name)))
	for _, t := range s.Terms {
		if t.Word == "" {
			p.line(".PP\n%s", escape(t.Means))
			continue
		}
		p.term(t.Word, t.Means)
	}
}

func (p *page) term(word, means string) {
	p.line(".TP\n.B %s\n%s", escape(word), escape(means))
}

// leaves are the commands that do something, in their order.
func leaves(n *kong.Node) (list []*kong.Node) {
	for _, c := range n.Children {
		switch {
		case c.Hidden:
		case len(c.Children) > 0:
			list = append(list, leaves(c)...)
		default:
			list = append(list, c)
		}
	}
	return list
}

// escape has roff take text as it is: no line of it begins a request, and hyphens are
// those that one types.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ", "\t", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
