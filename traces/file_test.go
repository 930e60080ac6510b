package traces

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/traces/internal/toy"
)

func written(t testing.TB, f *File) string {
	t.Helper()
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestFileReadsBackAsWritten(t *testing.T) {
	_, f := lossFile(t)
	text := written(t, f)
	back, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	f.Property.About = model.Witness{} // which a file does not keep
	if d := difference(f, back); d != "" {
		t.Errorf("what is read differs (-written +read):\n%s", d)
	}
	if again := written(t, back); again != text {
		t.Error("the same trace was written as other bytes")
	}
}

func TestFileOfARandomRunReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFile(t)
		var out bytes.Buffer
		if err := f.Write(&out); err != nil {
			t.Fatal(err)
		}
		back, err := Read(&out)
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(f, back); d != "" {
			t.Fatalf("what is read differs (-written +read):\n%s", d)
		}
	})
}

// randomFile is a random walk of a random toy model, recorded.
func randomFile(t *rapid.T) *File {
	c := toy.Config{
		Brokers: rapid.IntRange(1, toy.Brokers).Draw(t, "brokers"), Records: rapid.IntRange(0, 4).Draw(t, "records"),
		Kills: rapid.IntRange(0, 3).Draw(t, "kills"), AskEpoch: rapid.Bool().Draw(t, "kip-101"),
	}
	m := toy.Model(c)
	path := randomWalk(t, m, rapid.IntRange(0, 12).Draw(t, "steps"))
	f, err := Record(m, path, Meta{MC: "test", Constants: constants(c), Verdict: "holds-within-bounds",
		Spec: Spec{Title: rapid.String().Filter(validText).Draw(t, "title")}})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func validText(s string) bool { return strings.ToValidUTF8(s, "") == s }

// What Read would refuse is not written.
func TestIncompleteFilesAreNotWritten(t *testing.T) {
	m := toy.Model(toy.Loss)
	for want, meta := range map[string]Meta{`there is no "mc"`: {Verdict: "holds"}, `there is no "verdict"`: {MC: "test"}} {
		f, err := Record(m, toy.Run(t, m), meta)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := f.Write(&out); err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("got %v and %d bytes, want an error that says %q", err, out.Len(), want)
		}
	}
}

// Every byte of a file counts: none can be changed without being noticed.
func TestFlippedByteIsRefused(t *testing.T) {
	_, f := lossFile(t)
	text := []byte(written(t, f))
	for i := range text {
		if i%3 != 0 && i > 900 || i%37 != 0 && i > 1200 { // every byte of the head, a sample of the steps
			continue
		}
		for _, bit := range []int{i % 8, 5} { // 5 turns a letter into its other case
			damaged := bytes.Clone(text)
			damaged[i] ^= 1 << bit
			_, err := Read(bytes.NewReader(damaged))
			var bad *FileError
			if !errors.As(err, &bad) {
				t.Fatalf("byte %d, bit %d: %q read as %q: got error %v", i, bit, text[i], damaged[i], err)
			}
			if bad.Where == "" || bad.Problem == "" || bad.Remedy == "" {
				t.Fatalf("byte %d: the error lacks a place or a remedy: %v", i, err)
			}
		}
	}
}

func TestTruncatedFileIsRefused(t *testing.T) {
	_, f := lossFile(t)
	text := written(t, f)
	for n := 0; n < len(text); n += 13 {
		var bad *FileError
		if _, err := Read(strings.NewReader(text[:n])); !errors.As(err, &bad) {
			t.Fatalf("%d of %d bytes: got error %v", n, len(text), err)
		}
	}
}

func TestForeignFilesAreRefusedWithThePlace(t *testing.T) {
	_, f := lossFile(t)
	f.Without = []string{"Elect b1"}
	text := written(t, f)
	lines := strings.SplitAfter(text, "\n")
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "empty"},
		{"spaces", " \n\n", "empty"},
		{"binary", "\x7fELF\x02\x01", "line 1, column 1"},
		{"other JSON", `{"states":[]}`, "not a trace file"},
		{"a list", `[]`, "line 1"},
		{"later version", strings.Replace(text, Schema, "mc.trace/9", 1), `"mc.trace/9" is not a format that this mc reads (mc test wrote it)`},
		{"start that is not there", strings.Replace(text, Schema, SchemaInit, 1), `there is no "init"`},
		{"question that is not there", strings.Replace(text, Schema, SchemaAsked, 1), `there is no "asked"`},
		{"loop that is not there", strings.Replace(text, Schema, SchemaLoop, 1), `there is no "loop"`},
		{"loop in a file of the first version", strings.Replace(text, `"start":`, `"loop":{"to":7},`+"\n"+`"start":`, 1), `key "loop": mc.trace/1 has none`},
		{"renamed key", strings.Replace(text, `"without"`, `"wanting"`, 1), `unknown field "wanting"`},
		{"key of the future", strings.Replace(text, "{\n", "{\n\"colour\":1,\n", 1), `unknown field "colour"`},
		{"repeated key", strings.Replace(text, "{\n", "{\n\"mc\":\"test\",\n", 1), "line 2"},
		{"wrong type", strings.Replace(text, `"verdict":"violated"`, `"verdict":7`, 1), `"verdict" holds a number`},
		{"text after the end", text + "more", "line"},
		{"second file after the end", text + text, "line"},
		{"one step less", strings.Join(append(lines[:len(lines)-3:len(lines)-3], strings.TrimSuffix(lines[len(lines)-3], ",\n")+"]}\n"), ""), ""},
		{"reformatted", strings.ReplaceAll(text, ",\"", ", \""), "not as mc writes it"},
		{"changed step", strings.Replace(text, `"args":["b1"]`, `"args":["b2"]`, 1), "step 4: its checksum does not match"},
		{"changed head", strings.Replace(text, `"kills":"2"`, `"kills":"3"`, 1), "head of the file"},
		{"no model", strings.Replace(text, `"model":"toy/replicated-log",`, "", 1), `there is no "model"`},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			if c.text == text {
				t.Fatal("the case changes nothing in the file")
			}
			_, err := Read(strings.NewReader(c.text))
			var bad *FileError
			if !errors.As(err, &bad) {
				t.Fatalf("got %v, want a FileError", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, want it to say %q", err, c.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	_, file := lossFile(f)
	text := written(f, file)
	f.Add([]byte(text))
	f.Add([]byte(text[:200]))
	f.Add([]byte(`{"schema":"mc.trace/1","steps":[{"state":{}}]}`))
	f.Add([]byte(written(f, loopFile(f))))
	f.Add([]byte(strings.Replace(written(f, loopFile(f)), `"to":0`, `"to":9`, 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		again := written(t, got)
		if again != string(text) {
			t.Errorf("read, but written as other bytes")
		}
		if back, err := Read(strings.NewReader(again)); err != nil || written(t, back) != again {
			t.Errorf("what was read and written does not read back: %v", err)
		}
	})
}
