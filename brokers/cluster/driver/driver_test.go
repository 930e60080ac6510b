package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const whole = `# a comment
title A record is lost
set brokers=b1,b2,b3 min-isr=2 session=6s lag=60s elr=off delay.b3=10ms broker.num.io.threads=3

produce b1 x acks=all async   # 1: b1 appends x
load rate=200 size=100 producers=8
freeze b2 b3
await fenced=b2,b3 isr=b1 within=20s
await b1 hw=1 leo=1
crash b1 keep=0
order b3 b1 b2
min-isr 1
pause 1.2s
see leader=none
load stop
expect lost
`

func TestRead(t *testing.T) {
	d, err := Read(strings.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range d.Steps {
		got = append(got, d.Steps[i].String())
	}
	want := []string{"produce b1 x async acks=all", "load rate=200 size=100 producers=8", "freeze b2 b3",
		"await isr=b1 fenced=b2,b3 within=20s", "await b1 leo=1 hw=1", "crash b1 keep=0", "order b3 b1 b2", "min-isr 1",
		"pause 1.2s", "see leader=none", "load stop"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if d.Title != "A record is lost" || d.Expect != "lost" || d.Settings.Elr != "off" || d.Settings.Delay[3] == 0 ||
		d.Settings.Broker["num.io.threads"] != "3" || d.Steps[0].Note != "1: b1 appends x" {
		t.Errorf("got %+v", d)
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"freeze":                      "line 1: it is written freeze b3",
		"freez b1":                    `line 1: there is no operation "freez"`,
		"kill b7":                     "line 1: there is no b7; the cluster has b1,b2,b3",
		"produce b1 x acks=2":         "acks is all, 1 or 0",
		"produce b1 x retries=1":      "produce has no retries=",
		"produce b1 async":            "it is written produce b1 VALUE",
		"await leo=1":                 "epoch, leo and hw are of a broker",
		"await b1 leader=b1":          "epoch, leo and hw are of a broker",
		"await within=1s":             "await waits for nothing",
		"await leader=c":              "is no broker",
		"pause long":                  "is no time",
		"kill b1\nset min-isr=1":      "line 2: settings stand before the first operation",
		"set min-isr=4\nset x=1":      "line 2: x=1: there is no such setting",
		"set min-isr=4":               "min-isr=4 is more than the 3 brokers",
		"set brokers=b1,b1":           "b1 is there twice",
		"expect nothing":              "expect is followed by",
		"load":                        "it is written load rate=200",
		"load rate=1 stop":            "it is written load rate=200",
		"await isr=b1,b9 leader=none": "there is no b9",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
}

// TestEmitted holds that what mc show writes is read here, and nothing is lost of it.
func TestEmitted(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.driver")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d driver files, %v", len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(strings.NewReader(string(text))); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// FuzzRead holds that any text is read or refused, and that what is read says the same
// when it is written again.
func FuzzRead(f *testing.F) {
	f.Add(whole)
	f.Add("await b1 leo=1 epoch=2 hw=0 within=1ms\nstop b2 # why\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var again strings.Builder
		if len(d.Settings.Brokers) != 3 {
			again.WriteString("set min-isr=1 brokers=" + Names(d.Settings.Brokers) + "\n")
		} else {
			again.WriteString("set brokers=" + Names(d.Settings.Brokers) + "\n")
		}
		for i := range d.Steps {
			again.WriteString(d.Steps[i].String() + "\n")
		}
		other, err := Read(strings.NewReader(again.String()))
		if err != nil {
			t.Fatalf("%q becomes %q, which is refused: %v", text, again.String(), err)
		}
		for i := range d.Steps {
			if d.Steps[i].String() != other.Steps[i].String() {
				t.Errorf("%q becomes %q", d.Steps[i].String(), other.Steps[i].String())
			}
		}
	})
}
