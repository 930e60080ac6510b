package explore

import (
	"bytes"
	"cmp"
	"fmt"

	"mc/traces/render"
)

// media are the types of what a course is saved as; all others are plain text.
var media = map[string]string{".html": "text/html", ".md": "text/markdown", ".svg": "image/svg+xml", ".json": "application/json"}

// save is a course as a file.
func (e *Engine) save(p *place, q Question) (*Saved, error) {
	f, _, err := p.record(e, q.Steps)
	if err != nil {
		return nil, err
	}
	format, known := render.Find(q.Format)
	if !known {
		return nil, fmt.Errorf("a course cannot be saved as %q", q.Format)
	}
	name := cmp.Or(p.spec.Name, "course")
	var out bytes.Buffer
	if err := render.Render(&out, f, format.Name, render.Options{Replay: "mc replay " + name + ".json"}); err != nil {
		return nil, err
	}
	return &Saved{Name: name + format.Extension, Type: cmp.Or(media[format.Extension], "text/plain"), Text: out.String()}, nil
}
