package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"mc/run/specfile"
	"mc/run/suite"
)

// nastyValues are what one key or another may not expect.
var nastyValues = []string{"", "-1", "99999999999999999999", "1e9", "on", "none", "[]", "{}", "[[a]]", "{a: {b: c}}", "&x y", "*x", "!!str",
	"\"\\e[31m\"", "kip-966", "4.1", "truncate-to-hw", "\u202e", "|", ">", "'", "Kill b9", "{violated: 1}", "{to: b9, count: 9999999999}"}

// mutantSpec changes lines of one shipped spec as the program says, three bytes
// to a change; lines of the other one come in.
func mutantSpec(text, other string, program []byte) string {
	lines, others := strings.Split(text, "\n"), strings.Split(other, "\n")
	for n := 0; len(program) >= 3 && n < 6; n++ {
		op, at, with := program[0], int(program[1])%len(lines), int(program[2])
		program = program[3:]
		switch line := lines[at]; op % 6 {
		case 0:
			lines = append(lines[:at:at], lines[at+1:]...)
			if len(lines) == 0 {
				return ""
			}
		case 1:
			lines = append(lines[:at:at], append([]string{line}, lines[at:]...)...)
		case 2:
			lines[at] = others[with%len(others)]
		case 3:
			key, _, _ := strings.Cut(line, ":")
			lines[at] = key + ": " + nastyValues[with%len(nastyValues)]
		case 4:
			words := strings.Fields(line)
			if len(words) > 0 {
				lines[at] = strings.Replace(line, words[with%len(words)], nastyValues[with%len(nastyValues)], 1)
			}
		case 5:
			lines = append(lines, others[with%len(others):]...)
		}
	}
	return strings.Join(lines, "\n")
}

// FuzzSpec takes shipped specs apart and goes with them where mc check goes: to
// the names in them, and, if these are in order, through the first states of a
// search or through the script. Whatever is refused is refused with a place
// before it runs; what runs has a result.
func FuzzSpec(f *testing.F) {
	files := shippedSpecs.Paths()
	for i := range uint16(12) {
		f.Add(i*17, i*5, []byte{byte(i), byte(3 * i), byte(i), 3, byte(i), byte(2 * i)})
	}
	read := func(i uint16) string {
		data, err := shippedSpecs.Data(files[int(i)%len(files)])
		if err != nil {
			f.Fatal(err)
		}
		return string(data)
	}
	f.Fuzz(func(t *testing.T, base, other uint16, program []byte) {
		text := mutantSpec(read(base), read(other), program)
		spec, err := specfile.Parse("x.yaml", []byte(text))
		if err != nil {
			return
		}
		entry, err := shipped.Resolve(spec)
		if err != nil {
			if specfile.ProblemsOf(err) == nil {
				t.Errorf("a mistake without a place: %v\n%s", err, text)
			}
			return
		}
		o := suite.Options(spec)
		o.Workers, o.MaxStates, o.Timeout = 1, 60, time.Second
		if _, err := suite.Run(context.Background(), entry, spec, suite.Job(spec, o, "test")); err != nil {
			t.Errorf("it is in order and does not run: %v\n%s", err, text)
		}
	})
}

// FuzzExplain: whatever is asked for, the answer is one of the two, and a terminal
// obeys nothing of it. The topics that take searches have stories of their own.
func FuzzExplain(f *testing.F) {
	for _, topic := range []string{"elections", "Truncating to offset", "\x1b[31m", "--", "", "..", "2.4-x"} {
		f.Add(topic)
	}
	f.Fuzz(func(t *testing.T, topic string) {
		var out, wrong strings.Builder
		code := mc([]string{"explain", "--", topic}, &out, &wrong)
		if code != 0 && code != 2 || code == 2 && wrong.Len() == 0 {
			t.Errorf("%q: exit code %d, %s", topic, code, wrong.String())
		}
		if strings.ContainsAny(out.String()+wrong.String(), "\x1b\a\r\x00") {
			t.Errorf("%q: a control character gets out", topic)
		}
	})
}
