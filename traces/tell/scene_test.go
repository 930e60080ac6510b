package tell

import (
	"bytes"
	"strings"
	"testing"
)

// TestScene: the last state of a trace is drawn with what its last step changed, in the
// same lines that the whole story ends with, and with the fields that are named and no
// others.
func TestScene(t *testing.T) {
	_, f := lossFile(t)
	for _, unicode := range []bool{true, false} {
		var scene, story bytes.Buffer
		o := Options{Unicode: unicode}
		if err := Scene(&scene, f, nil, o); err != nil {
			t.Fatal(err)
		}
		if err := Text(&story, f, o); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(scene.String(), "\n"), "\n")
		if want := "after: " + f.Title(len(f.Steps)); lines[0] != want {
			t.Errorf("it begins %q, want %q", lines[0], want)
		}
		if len(lines) < 2 || !strings.Contains(story.String(), strings.Join(lines[1:], "\n")) {
			t.Errorf("the story has not this picture:\n%s\n%s", scene.String(), story.String())
		}
	}
	for _, lane := range f.Frame(len(f.Steps)).View.Lanes {
		for _, field := range lane.Fields {
			var with bytes.Buffer
			if err := Scene(&with, f, []string{field.Name}, Options{Width: 1000}); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(with.String(), " "+lane.Name+": ") || !strings.Contains(with.String(), field.Name+" ") {
				t.Errorf("%s of %s is not there:\n%s", field.Name, lane.Name, with.String())
			}
		}
	}
}
