package cert

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
)

// MaxFile bounds what is read, in bytes: far above any certificate.
const MaxFile = 64 << 20

// Wrong says why a file is no certificate that this program can use.
type Wrong struct{ Problem string }

func (e *Wrong) Error() string { return e.Problem }

const again = "get the file again, or make a new one"

// Is reports whether a text means to be a certificate.
func Is(text []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte(`{`)) }

// Parse reads a certificate. It takes only what Text wrote; the error is *Wrong.
func Parse(text []byte) (*File, error) {
	wrong := func(format string, args ...any) (*File, error) { return nil, &Wrong{fmt.Sprintf(format, args...)} }
	if len(text) > MaxFile {
		return wrong("it is larger than %d MiB, and mc writes no such certificate", MaxFile>>20)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return wrong("it is empty; %s", again)
	}
	var head struct {
		Schema string `json:"schema"`
	}
	err := json.Unmarshal(text, &head)
	switch {
	case !Is(text):
		return wrong("it is no certificate")
	case err != nil:
		return wrong("it is damaged or cut short: %v; %s", err, again)
	case head.Schema == "":
		return wrong("it has no schema, and is no certificate")
	case head.Schema != Schema:
		return wrong("its schema is %q, and this mc reads %s", head.Schema, Schema)
	}
	f := &File{}
	if err := json.Unmarshal(text, f); err != nil {
		return wrong("it is damaged: %v; %s", err, again)
	}
	checksum := f.Checksum
	if f.seal(); f.Checksum != checksum || !bytes.Equal(f.text(), text) {
		return wrong("its checksum is not that of what it holds: it was changed or damaged; %s", again)
	}
	if problem := f.contradiction(); problem != "" {
		return wrong("it contradicts itself: %s; %s", problem, again)
	}
	return f, nil
}

// sums is how a sum of states is written.
var sums = regexp.MustCompile(`^[0-9a-f]{32}$`)

// contradiction is what no run has.
func (f *File) contradiction() string {
	var states, fired uint64
	for i, l := range f.Levels {
		if !sums.MatchString(l.Sum) {
			return fmt.Sprintf("the sum of level %d is %q", i+1, l.Sum)
		}
		states += l.States
	}
	for _, r := range f.Rules {
		fired += r.Fired
	}
	switch {
	case len(f.Levels) != f.States.Depth:
		return fmt.Sprintf("it has %d levels and a depth of %d", len(f.Levels), f.States.Depth)
	case states != f.States.Distinct:
		return fmt.Sprintf("its levels have %d states, and it says %d", states, f.States.Distinct)
	case fired > f.States.Generated:
		return fmt.Sprintf("its rules fired %d times and generated %d states", fired, f.States.Generated)
	}
	return ""
}
