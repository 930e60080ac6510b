package lesson

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"

	"mc/traces/render"
)

//go:embed print.html
var printHTML string

var printTemplate = template.Must(template.New("print").Funcs(template.FuncMap{"paragraphs": paragraphs,
	"add": func(a, b int) int { return a + b }}).Parse(printHTML))

// Print writes a lesson as one page of HTML for paper, with the answers on its last
// sheet. It needs nothing beside it, and no script.
func Print(w io.Writer, l *Told) error {
	page := struct {
		*Told
		Pictures []template.URL
	}{Told: l}
	for i := range l.Parts {
		var url template.URL
		if l.Parts[i].Whole() { // of shorter stretches the logs are enough, and take less paper
			var err error
			if url, err = picture(&l.Parts[i]); err != nil {
				return err
			}
		}
		page.Pictures = append(page.Pictures, url)
	}
	return printTemplate.Execute(w, page)
}

// picture is the picture of a scene, within the page itself.
func picture(p *Part) (template.URL, error) {
	var out bytes.Buffer
	if err := SVG(&out, p); err != nil || out.Len() == 0 {
		return "", err
	}
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(out.Bytes())), nil
}

// SVG draws the run of a scene as far as it is told, or all of it beside other rules;
// nothing where there is none.
func SVG(w io.Writer, p *Part) error {
	switch {
	case p.Comparison != nil:
		return render.Render(w, p.Comparison.File, "svg", render.Options{Comparison: p.Comparison})
	case p.Course != nil:
		return render.Render(w, p.Course, "svg", render.Options{})
	}
	return nil
}
