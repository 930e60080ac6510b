package driver

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// verb is what an operation may say.
type verb struct {
	brokers [2]int // fewest and most
	words   [2]int
	keys    []string
	doc     string
}

// verbs are the operations. README.md says what each does.
var verbs = map[string]verb{
	"produce": {[2]int{1, 1}, [2]int{1, 2}, []string{"acks", "count"}, "produce b1 VALUE acks=all [count=3] [async]"},
	"load":    {[2]int{0, 0}, [2]int{0, 1}, []string{"rate", "size", "producers"}, "load rate=200 size=100 producers=8, or load stop"},
	"freeze":  {[2]int{1, 9}, [2]int{0, 0}, nil, "freeze b3"},
	"thaw":    {[2]int{1, 9}, [2]int{0, 0}, nil, "thaw b3"},
	"stop":    {[2]int{1, 1}, [2]int{0, 0}, nil, "stop b3"},
	"kill":    {[2]int{1, 1}, [2]int{0, 0}, nil, "kill b1"},
	"crash":   {[2]int{1, 1}, [2]int{0, 0}, []string{"keep"}, "crash b1 [keep=0]"},
	"start":   {[2]int{1, 1}, [2]int{0, 0}, nil, "start b1"},
	"order":   {[2]int{1, 9}, [2]int{0, 0}, nil, "order b3 b1 b2"},
	"prefer":  {[2]int{1, 1}, [2]int{0, 0}, nil, "prefer b3"},
	"remove":  {[2]int{1, 1}, [2]int{0, 0}, nil, "remove b3"},
	"min-isr": {[2]int{0, 0}, [2]int{1, 1}, nil, "min-isr 1"},
	"consume": {[2]int{1, 1}, [2]int{0, 0}, nil, "consume b1"},
	"await":   {[2]int{0, 1}, [2]int{0, 0}, append(sights[:], "within"), "await leader=b3 isr=b1,b2, or await b2 leo=1"},
	"see":     {[2]int{0, 1}, [2]int{0, 0}, append(sights[:], "within"), "see leader=b1 fenced=b1"},
	"pause":   {[2]int{0, 0}, [2]int{1, 1}, nil, "pause 1.2s"},
}

// sights are what can be waited for: of the partition, and of a broker.
var sights = [...]string{"leader", "isr", "elr", "fenced", "unfenced", "down", "epoch", "leo", "hw"}

// ofBroker are those of one broker.
var ofBroker = []string{"epoch", "leo", "hw"}

// Read reads a driver file.
func Read(r io.Reader) (*Driver, error) {
	d := &Driver{Settings: Settings{Brokers: []int{1, 2, 3}, MinIsr: 2, Session: 9 * time.Second, Lag: 30 * time.Second,
		Delay: map[int]time.Duration{}, Broker: map[string]string{}}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, note, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if err := d.line(n, words, strings.TrimSpace(note)); err != nil {
			return nil, &ParseError{n, err.Error()}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return d, d.check()
}

func (d *Driver) line(n int, words []string, note string) error {
	switch words[0] {
	case "title":
		d.Title = strings.Join(words[1:], " ")
		return nil
	case "set":
		return d.sets(words[1:])
	case "expect":
		if len(words) != 2 || !slices.Contains([]string{"lost", "kept", "seen"}, words[1]) {
			return fmt.Errorf("expect is followed by lost, kept or seen")
		}
		d.Expect = words[1]
		return nil
	}
	s, err := step(words)
	if err != nil {
		return err
	}
	s.Line, s.Note = n, note
	d.Steps = append(d.Steps, s)
	return nil
}

// sets takes a line of settings, which all stand before the first operation.
func (d *Driver) sets(words []string) error {
	if len(d.Steps) > 0 {
		return fmt.Errorf("settings stand before the first operation; move this line up")
	}
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok || value == "" {
			return fmt.Errorf("%q is no setting; write key=value", w)
		}
		if err := d.Settings.set(key, value); err != nil {
			return fmt.Errorf("%s: %w", w, err)
		}
	}
	return nil
}

func (s *Settings) set(key, value string) (err error) {
	switch key {
	case "brokers":
		s.Brokers, err = Brokers(value)
	case "min-isr":
		s.MinIsr, err = number(value, 1, 9)
	case "session":
		s.Session, err = duration(value)
	case "lag":
		s.Lag, err = duration(value)
	case "elr":
		s.Elr = value
		_, err = onOff(value)
	case "unclean":
		s.Unclean, err = onOff(value)
	default:
		return s.other(key, value)
	}
	return err
}

// other are settings with a name in their key: delay.b3=10ms, and broker.NAME=VALUE.
func (s *Settings) other(key, value string) error {
	kind, name, _ := strings.Cut(key, ".")
	switch {
	case kind == "delay" && name != "":
		b, err := Broker(name)
		if err != nil {
			return err
		}
		s.Delay[b], err = duration(value)
		return err
	case kind == "broker" && name != "":
		s.Broker[name] = value
		return nil
	}
	return fmt.Errorf("there is no such setting; one of brokers, min-isr, session, lag, elr, unclean, delay.bN, broker.NAME")
}

// step reads one operation.
func step(words []string) (Step, error) {
	s := Step{Verb: words[0], Keys: map[string]string{}}
	v, known := verbs[s.Verb]
	if !known {
		return s, fmt.Errorf("there is no operation %q; README.md has them all", s.Verb)
	}
	for _, w := range words[1:] {
		key, value, keyed := strings.Cut(w, "=")
		b, err := Broker(w)
		switch {
		case keyed && !slices.Contains(v.keys, key):
			return s, fmt.Errorf("%s has no %s=; it is written %s", s.Verb, key, v.doc)
		case keyed:
			if err := valued(key, value); err != nil {
				return s, fmt.Errorf("%s: %w", w, err)
			}
			s.Keys[key] = value
		case err == nil && len(s.Brokers) < v.brokers[1]:
			s.Brokers = append(s.Brokers, b)
		default:
			s.Words = append(s.Words, w)
		}
	}
	return s, v.fits(&s)
}

// fits holds an operation to what its verb may say.
func (v verb) fits(s *Step) error {
	within := func(n int, most [2]int) bool { return n >= most[0] && n <= most[1] }
	if !within(len(s.Brokers), v.brokers) || !within(len(s.Words), v.words) {
		return fmt.Errorf("it is written %s", v.doc)
	}
	switch s.Verb {
	case "pause":
		_, err := duration(s.Words[0])
		return err
	case "min-isr":
		_, err := number(s.Words[0], 1, 9)
		return err
	case "produce":
		if s.Words[0] == "async" || len(s.Words) == 2 && s.Words[1] != "async" {
			return fmt.Errorf("it is written %s", v.doc)
		}
	case "load":
		if stop := s.Has("stop"); stop == (s.Keys["rate"] != "") || len(s.Words) == 1 && !stop {
			return fmt.Errorf("it is written %s", v.doc)
		}
	case "await", "see":
		return s.sees()
	}
	return nil
}

// sees holds what is waited for to whom it is waited for at.
func (s *Step) sees() error {
	n := 0
	for key := range s.Keys {
		if key == "within" {
			continue
		}
		n++
		if slices.Contains(ofBroker, key) != (len(s.Brokers) == 1) {
			return fmt.Errorf("epoch, leo and hw are of a broker, as in await b2 leo=1; the others are of the partition")
		}
	}
	if n == 0 {
		return fmt.Errorf("%s waits for nothing; it is written %s", s.Verb, verbs[s.Verb].doc)
	}
	return nil
}

// valued holds the value of a key to its kind.
func valued(key, value string) (err error) {
	switch key {
	case "acks":
		if !slices.Contains([]string{"all", "1", "0"}, value) {
			err = fmt.Errorf("acks is all, 1 or 0")
		}
	case "leader":
		if value != "none" {
			_, err = Broker(value)
		}
	case "isr", "elr", "fenced", "unfenced", "down":
		_, err = Brokers(value)
	case "within":
		_, err = duration(value)
	default:
		_, err = number(value, 0, 1_000_000)
	}
	return err
}

// check holds the whole file to its own brokers.
func (d *Driver) check() error {
	for i := range d.Steps {
		s := &d.Steps[i]
		for _, b := range s.named() {
			if !slices.Contains(d.Settings.Brokers, b) {
				return &ParseError{s.Line, fmt.Sprintf("there is no b%d; the cluster has %s, or set brokers=", b, Names(d.Settings.Brokers))}
			}
		}
	}
	if d.Settings.MinIsr > len(d.Settings.Brokers) {
		return fmt.Errorf("min-isr=%d is more than the %d brokers; set another", d.Settings.MinIsr, len(d.Settings.Brokers))
	}
	return nil
}

// named are all brokers that the operation names.
func (s *Step) named() []int {
	all := slices.Clone(s.Brokers)
	for _, key := range []string{"leader", "isr", "elr", "fenced", "unfenced", "down"} {
		if list, err := Brokers(s.Keys[key]); err == nil {
			all = append(all, list...)
		}
	}
	return all
}

// Broker is the number of b3.
func Broker(name string) (int, error) {
	digits, found := strings.CutPrefix(name, "b")
	n, err := strconv.Atoi(digits)
	if !found || err != nil || n < 1 || n > 9 || digits[0] == '+' {
		return 0, fmt.Errorf("%q is no broker; they are b1 to b9", name)
	}
	return n, nil
}

// Brokers are those of a list, b1,b2; none is the empty one.
func Brokers(list string) (all []int, err error) {
	if list == "none" {
		return nil, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		b, err := Broker(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(all, b) {
			return nil, fmt.Errorf("%s is there twice", name)
		}
		all = append(all, b)
	}
	return all, nil
}

// Names is a list of brokers as a file has it.
func Names(list []int) string {
	names := make([]string, len(list))
	for i, b := range list {
		names[i] = fmt.Sprintf("b%d", b)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ",")
}

func number(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is no number from %d to %d", text, least, most)
	}
	return n, nil
}

func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > time.Hour {
		return 0, fmt.Errorf("%q is no time; write 1.2s or 10ms", text)
	}
	return d, nil
}

func onOff(text string) (bool, error) {
	if text != "on" && text != "off" {
		return false, fmt.Errorf("it is on or off")
	}
	return text == "on", nil
}
