package render

import (
	"bytes"
	"strings"
	"testing"

	"mc/traces"
	"mc/traces/internal/toy"
	"mc/traces/tell"
)

func rendered(t testing.TB, f *traces.File, format string, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, f, format, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// goldenName is the file that keeps what a format makes of the loss.
func goldenName(f Format) string {
	switch f.Name {
	case "text":
		return "loss.render.txt" // loss.txt is of another test
	case "script":
		return "loss.script.yaml"
	}
	return "loss" + f.Extension
}

func TestRenderGolden(t *testing.T) {
	_, loss := lossFile(t)
	for _, f := range ofAnyTrace() {
		format := f.Name
		t.Run(format, func(t *testing.T) {
			got := rendered(t, loss, format, Options{Replay: "mc replay t.json", Text: tell.Options{Unicode: true}})
			if again := rendered(t, loss, format, Options{Replay: "mc replay t.json", Text: tell.Options{Unicode: true}}); !bytes.Equal(got, again) {
				t.Error("the same trace was rendered differently")
			}
			toy.Golden(t, goldenName(f), got)
		})
	}
}

func TestRenderOfAComparison(t *testing.T) {
	c := lossComparison(t)
	for format, want := range map[string]string{"markdown": "part in step 6", "text": "part in step 6", "dot": "style=dashed"} {
		if got := string(rendered(t, c.File, format, Options{Comparison: c})); !strings.Contains(got, want) {
			t.Errorf("%s does not say %q:\n%s", format, want, got)
		}
	}
}

// A driver is the model's to make, and is written as it is.
func TestRenderOfADriver(t *testing.T) {
	_, f := lossFile(t)
	if got := string(rendered(t, f, "cluster", Options{Driver: "kill b1\n"})); got != "kill b1\n" {
		t.Errorf("got %q", got)
	}
	if err := Render(&bytes.Buffer{}, f, "cluster", Options{}); err == nil || !strings.Contains(err.Error(), "there is no driver") {
		t.Errorf("got %v", err)
	}
}

func TestRenderNamesTheFormats(t *testing.T) {
	_, f := lossFile(t)
	err := Render(&bytes.Buffer{}, f, "markdwn", Options{})
	if err == nil || !strings.Contains(err.Error(), `did you mean "markdown"`) || !strings.Contains(err.Error(), "one of text, markdown") {
		t.Errorf("got %v", err)
	}
	for _, format := range Formats() {
		if format.Doc == "" || format.Extension == "" {
			t.Errorf("%s lacks a description, or the extension of its files", format.Name)
		}
	}
}

func TestReadTakesEveryFormatThatReadsBack(t *testing.T) {
	_, f := lossFile(t)
	for _, format := range ofAnyTrace() {
		back, err := Read(bytes.NewReader(rendered(t, f, format.Name, Options{})))
		if !format.ReadsBack {
			if err == nil {
				t.Errorf("%s is said not to read back, and is read", format.Name)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", format.Name, err)
		}
		if !bytes.Equal(rendered(t, back, "json", Options{}), rendered(t, f, "json", Options{})) {
			t.Errorf("%s loses something", format.Name)
		}
	}
}

func FuzzRead(f *testing.F) {
	_, file := lossFile(f)
	for _, format := range Names(func(x Format) bool { return x.ReadsBack }) {
		f.Add(rendered(f, file, format, Options{}))
	}
	f.Add([]byte(`{"#meta":{"format":"ITF","mc.trace":{}},"vars":[],"states":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		again := rendered(t, got, "json", Options{})
		if back, err := Read(bytes.NewReader(again)); err != nil || !bytes.Equal(rendered(t, back, "json", Options{}), again) {
			t.Errorf("what was read and written does not read back: %v", err)
		}
	})
}
