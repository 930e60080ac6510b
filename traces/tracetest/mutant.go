// Package tracetest makes traces that nobody recorded, for tests of all that
// reads, replays and shows traces. Only tests import it.
package tracetest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"mc/traces"
	"mc/traces/internal/jsontext"
)

// Mutant is a copy of f whose JSON was changed as the program says, and then
// sealed again, so that its checksums are right. It is nil if what came out has
// not the form of a trace. Four bytes of the program are one change.
func Mutant(f *traces.File, program []byte) *traces.File {
	var text bytes.Buffer
	if f.Write(&text) != nil {
		return nil
	}
	tree, err := jsontext.Parse(text.Bytes())
	if err != nil {
		return nil
	}
	for n := 0; len(program) >= 4 && n < 8; n++ {
		change(nodes(&tree), program[0], int(program[1])<<8|int(program[2]), int(program[3]))
		program = program[4:]
	}
	out := new(traces.File)
	if json.Unmarshal(tree.Text(nil), out) != nil || out.Seal() != nil {
		return nil
	}
	return out
}

// nodes are all values in a tree.
func nodes(t *jsontext.Tree) (all []*jsontext.Tree) {
	all = append(all, t)
	for i := range t.Object {
		all = append(all, nodes(&t.Object[i].Value)...)
	}
	for i := range t.Array {
		all = append(all, nodes(&t.Array[i])...)
	}
	return all
}

// nasty are values that one part or another may not expect.
var nasty = []string{
	`null`, `true`, `0`, `-1`, `1`, `255`, `256`, `-2147483649`, `9007199254740993`, `18446744073709551616`, `1e400`, `0.5`,
	`""`, `" "`, `"\n"`, `"\u001b[31m"`, `"\u0000"`, `"\u009b2J\u202e"`, `"</script><script>"`, `"` + "```" + `"`, `"\ud800"`,
	`"b9"`, `"Kill b9"`, `"committed-on-leader"`, `"violated"`, `"mc.trace/2"`, `[]`, `{}`, `[[]]`, `{"":{}}`,
}

// change does one thing to one of the values.
func change(all []*jsontext.Tree, op byte, at, with int) {
	t := all[at%len(all)]
	switch op % 8 {
	case 0: // it loses a part
		if n := len(t.Array); n > 0 {
			i := with % n
			t.Array = append(t.Array[:i:i], t.Array[i+1:]...)
		} else if n := len(t.Object); n > 0 {
			i := with % n
			t.Object = append(t.Object[:i:i], t.Object[i+1:]...)
		}
	case 1: // it has a part more than once
		if n := len(t.Array); n > 0 {
			part := t.Array[with%n]
			for range 1 + with/8 {
				t.Array = append(t.Array, part)
			}
		}
	case 2: // it changes places with another
		if other := all[(at+with)%len(all)]; !holds(t, other) && !holds(other, t) {
			*t, *other = *other, *t
		}
	case 3: // a number or a text becomes another
		near(t, with)
	case 4: // an array is turned round
		for i, j := 0, len(t.Array)-1; i < j; i, j = i+1, j-1 {
			t.Array[i], t.Array[j] = t.Array[j], t.Array[i]
		}
	case 5: // a key becomes another
		if n := len(t.Object); n > 0 {
			t.Object[with%n].Key = t.Object[(with+1)%n].Key
		}
	default: // it becomes something else altogether
		*t = jsontext.Tree{Literal: json.RawMessage(nasty[with%len(nasty)])}
	}
}

// holds tells whether one value lies in another, or is it.
func holds(outer, inner *jsontext.Tree) bool {
	for _, t := range nodes(outer) {
		if t == inner {
			return true
		}
	}
	return false
}

// near puts something like it in the place of a literal.
func near(t *jsontext.Tree, with int) {
	text := string(t.Literal)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		t.Literal = json.RawMessage(strconv.FormatInt(n+int64(with%7)-3, 10))
	} else if strings.HasPrefix(text, `"`) {
		extra := nasty[12+with%9]
		t.Literal = json.RawMessage(text[:len(text)-1] + extra[1:])
	}
}
