package manual_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"pgregory.net/rapid"

	"mc/run/cli/manual"
)

// toy is a command line with each kind of thing.
type toy struct {
	Bake struct {
		Cakes []string `arg:"" name:"cake" help:"What to bake."`
		Heat  int      `short:"t" placeholder:"N" help:"How hot."`
		Fan   bool     `short:"f" help:"With the fan."`
		Rack  string   `enum:"low,high" default:"low" help:".Where - in 'C:\\oven'."`
	} `cmd:"" help:"Bake cakes."`
	Shop struct {
		Buy struct {
			What  string `arg:"" name:"ware" help:"What to buy."`
			Where string `arg:"" name:"store" help:"Where."`
		} `cmd:"" help:"Buy one thing."`
		List struct{} `cmd:"" help:"List what there is."`
	} `cmd:"" help:"Go shopping."`
	Hidden struct{} `cmd:"" hidden:"" help:"Nobody is to see this."`
	Loud   bool     `help:"Say more."`
}

func app(t interface{ Fatal(...any) }) *kong.Application {
	k, err := kong.New(&toy{}, kong.Name("toy"), kong.Description("A toy."))
	if err != nil {
		t.Fatal(err)
	}
	return k.Model
}

// names are those of the toy.
func names(argument string) []manual.Candidate {
	of := map[string][]string{"cake": {"pie", "plum cake", "sponge"}, "ware": {"egg", "flour"}, "store": {"corner"}, "--heat": {"180", "200"}}
	var out []manual.Candidate
	for _, n := range of[argument] {
		out = append(out, manual.Candidate{Word: n, Means: "a " + argument})
	}
	return out
}

// TestComplete: the words that may come next, at each kind of place.
func TestComplete(t *testing.T) {
	for line, want := range map[string]string{
		"":                      "bake shop",
		"b":                     "bake",
		"x":                     "",
		"shop ":                 "buy list",
		"shop list ":            "",
		"shop buy ":             "egg flour",
		"shop buy egg ":         "corner",
		"shop buy egg corner ":  "",
		"bake p":                "pie plum cake",
		"bake pie s":            "sponge",
		"bake -":                "--fan --heat --help --loud --rack",
		"bake --r":              "--rack",
		"bake --rack ":          "low high",
		"bake --rack=h":         "--rack=high",
		"bake --heat 1":         "180",
		"bake -t ":              "180 200",
		"bake -t 180 s":         "sponge",
		"bake -f s":             "sponge",
		"--loud bake --heat=2":  "--heat=200",
		"bake -- -":             "",
		"bake -- s":             "sponge",
		"bake --nonsense sp":    "sponge",
		"bake --nonsense=x":     "",
		"hidden ":               "bake shop",
		"shop buy --loud eg":    "egg",
		"shop buy -- egg cor":   "corner",
		"bake --fan --rack low": "low",
	} {
		words := strings.Split(line, " ")
		var got []string
		for _, c := range manual.Complete(app(t), words, names) {
			got = append(got, c.Word)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%q may end in %q, want %q", line, text, want)
		}
	}
	if got := manual.Complete(app(t), nil, names); len(got) != 2 {
		t.Errorf("no word at all may be %v", got)
	}
}

// TestCompleteAny: whatever was typed, each word goes on from what was begun.
func TestCompleteAny(t *testing.T) {
	word := rapid.SampledFrom([]string{"bake", "shop", "buy", "list", "--", "-", "--rack", "--rack=", "-t", "-f", "pie", "p", "", "=", "--heat=1"})
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 1, 6).Draw(t, "words")
		for _, c := range manual.Complete(app(t), words, names) {
			if !strings.HasPrefix(c.Word, words[len(words)-1]) {
				t.Fatalf("%q is no end of %q", c.Word, words)
			}
		}
	})
}

// TestPage: all commands and flags that are not hidden are there, and no text is taken
// for a request.
func TestPage(t *testing.T) {
	var out bytes.Buffer
	about := manual.About{Version: "toy 1", Sections: []manual.Section{{Name: "codes",
		Terms: []manual.Term{{Word: "'2'", Means: "two\nlines"}, {Means: ".not a request"}}}}}
	if err := manual.Page(&out, app(t), about); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for _, want := range []string{`.TH TOY 1 "" "toy 1"`, `toy \- A toy`, ".SS toy bake", ".SS toy shop buy", `.B \-t, \-\-heat=N`,
		`.B \-f, \-\-fan`, `\&.Where \- in 'C:\eoven'.`, ".SH CODES", `.B \&'2'`, "two lines", `\&.not a request`, `.B \-\-loud`} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %q in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "Nobody") {
		t.Error("a hidden command is told")
	}
}

// TestScript: each shell has one, for any name of the program.
func TestScript(t *testing.T) {
	for _, shell := range manual.Shells() {
		var out bytes.Buffer
		if err := manual.Script(&out, shell, "my-mc.2"); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); strings.Contains(text, "PROGRAM") || !strings.Contains(text, "my-mc.2 complete -- ") ||
			!strings.Contains(text, "_my_mc_2_words") {
			t.Errorf("for %s:\n%s", shell, text)
		}
	}
	if err := manual.Script(&bytes.Buffer{}, "csh", "mc"); err == nil {
		t.Error("there is a script for csh")
	}
}
