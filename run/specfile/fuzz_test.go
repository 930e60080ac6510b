package specfile

import (
	"testing"

	"mc/model/schedule"
	"mc/report"
)

// FuzzWords reads any text as the small things that flags and specs have: a
// size, a verdict, a command of a script. What is taken is written as what
// reads the same.
func FuzzWords(f *testing.F) {
	for _, text := range []string{"512MiB", "1EiB", "-1B", "violated:10", "holds", "violated: 3", "produce to=b1 acks=all", "do Kill b1", "x=1,2", "= =,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var size, again report.Size
		if size.UnmarshalText([]byte(text)) == nil {
			if err := again.UnmarshalText([]byte(size.String())); size != 0 && err == nil && again == 0 {
				t.Errorf("%q is %v, and that is nothing", text, size)
			}
		}
		if e, err := ParseExpectation(text); err == nil {
			if back, err := ParseExpectation(e.String()); err != nil || back != e {
				t.Errorf("%q is %v, and that is %v, %v", text, e, back, err)
			}
		}
		if c := schedule.Line(text); len(c.Args) > 0 && c.Name == "" {
			t.Errorf("%q is a command without a name: %q", text, c.String())
		}
	})
}
