package assess

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/magiconair/properties"
	"pgregory.net/rapid"
)

// TestPropertiesTwin: files of properties are read as a library for them does. A name
// that goes on in the next line is not among them: the library keeps the line's end in
// it, and Java does not. It is not linked into the program, for it brings net/http.
func TestPropertiesTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringMatching(`[ \t]*([#!][a-z=]*|([a-c.]{1,3}|\\u00e9|a\\ b)([ \t]*|[ \t]*[=: ][ \t]*([x-z]{0,3}|\\n|q\\t)(\\\n)?)|)`)
		text := strings.Join(rapid.SliceOfN(line, 0, 6).Draw(t, "lines"), "\n")
		same(t, text)
	})
}

type failing interface {
	Helper()
	Fatalf(format string, args ...any)
}

// same holds what is read of a text against the library, but for what that refuses
// (a backslash at the end) and for what is refused here (a value without a name).
func same(t failing, text string) {
	t.Helper()
	got, err := Properties("f", text)
	l := properties.Loader{Encoding: properties.UTF8, DisableExpansion: true}
	p, refused := l.LoadBytes([]byte(text))
	if err != nil || refused != nil {
		return
	}
	have, want := map[string]string{}, map[string]string{}
	for _, g := range got {
		have[g.Name] = g.Value
	}
	for _, name := range p.Keys() {
		want[name], _ = p.Get(name)
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Fatalf("%q: -want +got:\n%s", text, diff)
	}
}

// TestProperties: forms, places and mistakes.
func TestProperties(t *testing.T) {
	got, err := Properties("server.properties", "# broker\r\nmin.insync.replicas = 2\nacks: all\n! no\nlog.dirs=/a,\\\n   /b\nacks=1\nlone\n")
	want := []Given{{"min.insync.replicas", "2", "server.properties:2"}, {"acks", "1", "server.properties:7"},
		{"log.dirs", "/a,/b", "server.properties:5"}, {"lone", "", "server.properties:8"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	for text, want := range map[string]string{"a=1\n=2": "f:2: there is no name", `a=\u12`: "four hexadecimal digits"} {
		if _, err := Properties("f", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzProperties: nothing panics.
func FuzzProperties(f *testing.F) {
	for _, text := range []string{"a=b", "a\\", "\\u00", "=", "a = b \\\n c", "#\\\nx=1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { _, _ = Properties("f", text) })
}
