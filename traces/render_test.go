package traces

import (
	"bytes"
	"strings"
	"testing"
)

func rendered(t testing.TB, f *File, format string, o RenderOptions) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, f, format, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var goldenNames = map[string]string{
	"text": "loss.render.txt", "markdown": "loss.md", "json": "loss.json", "itf": "loss.itf.json", "dot": "loss.dot",
	"svg": "loss.svg", "html": "loss.html", "sequence": "loss.mermaid", "plantuml": "loss.puml", "script": "loss.script.yaml",
}

func TestRenderGolden(t *testing.T) {
	_, f := lossFile(t)
	for _, format := range Formats() {
		t.Run(format, func(t *testing.T) {
			name, ok := goldenNames[format]
			if !ok {
				t.Fatalf("no golden file for the format %s", format)
			}
			got := rendered(t, f, format, RenderOptions{Source: "t.json", Text: TextOptions{Unicode: true}})
			if again := rendered(t, f, format, RenderOptions{Source: "t.json", Text: TextOptions{Unicode: true}}); !bytes.Equal(got, again) {
				t.Error("the same trace was rendered differently")
			}
			golden(t, name, got)
		})
	}
}

func TestRenderOfAComparison(t *testing.T) {
	c := lossComparison(t)
	for format, want := range map[string]string{"markdown": "part in step 6", "text": "part in step 6", "dot": "style=dashed"} {
		if got := string(rendered(t, c.File, format, RenderOptions{Comparison: c})); !strings.Contains(got, want) {
			t.Errorf("%s does not say %q:\n%s", format, want, got)
		}
	}
}

func TestRenderNamesTheFormats(t *testing.T) {
	_, f := lossFile(t)
	err := Render(&bytes.Buffer{}, f, "markdwn", RenderOptions{})
	if err == nil || !strings.Contains(err.Error(), `did you mean "markdown"`) || !strings.Contains(err.Error(), "one of text, markdown") {
		t.Errorf("got %v", err)
	}
	for _, format := range Formats() {
		if FormatDoc(format) == "" {
			t.Errorf("%s has no description", format)
		}
	}
}
