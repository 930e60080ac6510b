package script

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// Fits complains of brokers, numbers, times and choices that no run of m has:
// mistakes of the script, told before it is played. A step that is expected to be
// refused may ask for anything.
func Fits(m *model.Model[kafka.State], v model.Values, sc schedule.Script) (problems []schedule.Problem) {
	p, err := kafka.NewProtocol(v)
	if err != nil {
		return nil // the constants have their own complaint
	}
	x := &Player{p: p}
	x.Session = &schedule.Session[kafka.State]{Model: m}
	for i, step := range sc.Steps {
		if wanted(step.Expect, "refused") != nil {
			continue
		}
		for _, err := range x.mistakes(step) {
			problems = append(problems, schedule.Problem{Step: i + 1, Message: err.Error()})
		}
	}
	return problems
}

// mistakes are those of one step.
func (x *Player) mistakes(step schedule.Step) (all []error) {
	add := func(err error) {
		if err != nil {
			all = append(all, err)
		}
	}
	c, ok := find(step.Command.Name)
	if !ok {
		return nil // Validate has complained
	}
	a, err := c.read(step.Command)
	if err != nil {
		return nil
	}
	if c.isRule() {
		add(x.fitsRule(rulewords()[c.name], a))
	} else {
		for _, key := range c.keys() {
			add(x.fits(c, a, key))
		}
	}
	wants := step.Expect
	if c.name == "await" {
		wants = slices.Concat(wants, wantsOf(a))
	}
	for _, w := range wants {
		add(x.fitsWant(w))
	}
	return all
}

// fits asks whether a key of a command may have what it has. Names of records are
// not asked about: which there are shows when it is played.
func (x *Player) fits(c *command, a args, key string) error {
	given := len(a[key]) > 0
	switch key {
	case "follower", "broker", "other", "remove":
		if !given && slices.Contains([]string{"replicate", "read", "poll", "latest"}, c.name) {
			return nil // those have somebody in mind
		}
		if key == "remove" && len(a["to"])+len(a["add"]) > 0 && !given {
			return nil
		}
		_, err := x.brokers(a, key)
		return err
	case "count", "rounds", "keeps":
		_, err := a.number(key, 0)
		return err
	case "time", "within":
		return fitsTime(a, key)
	case "action":
		return fitsAction(x.Model, a)
	}
	switch {
	case !given:
		return nil
	case key == "to" && c.name == "min-isr":
		_, err := a.number(key, 0)
		return err
	case key == "to", key == "add", key == "leader":
		_, err := x.brokers(a, key)
		return err
	case key == "early", key == "parked":
		return fitsFlag(a, key)
	}
	return nil
}

// fitsRule asks for the arguments of a rule, and that their brokers are there.
func (x *Player) fitsRule(r model.Rule[kafka.State], a args) error {
	if _, err := x.arguments(&r, a); err != nil {
		return err
	}
	for _, p := range r.Params {
		for _, text := range a[p.Name] {
			for one := range strings.SplitSeq(text, "+") {
				if _, err := x.broker(one); p.Name != "value" && isBroker(one) && err != nil {
					return fmt.Errorf("%s: %w", p.Name, err)
				}
			}
		}
	}
	return nil
}

// isBroker reports a text that names a broker: b1, whether there is one or not.
func isBroker(text string) bool {
	digits, found := strings.CutPrefix(text, "b")
	_, err := strconv.Atoi(digits)
	return found && err == nil
}

func fitsTime(a args, key string) error {
	text, err := a.one(key, "")
	if err == nil {
		_, err = duration(key, text)
	}
	return err
}

func fitsFlag(a args, key string) error {
	word, err := a.one(key, "")
	if err == nil && !slices.Contains([]string{"yes", "on", "true", "no", "off", "false"}, word) {
		err = fmt.Errorf("%s must be yes or no, got %q", key, word)
	}
	return err
}

// fitsAction asks for a rule of the model; whether it has such an instance shows
// when the script is played.
func fitsAction(m *model.Model[kafka.State], a args) error {
	text, err := a.one("action", "")
	if err != nil {
		return err
	}
	return schedule.FitsAction(m, text)
}

// fitsWant asks whether there is whoever is to be looked at, and whoever is wanted
// there.
func (x *Player) fitsWant(w schedule.Want) error {
	i := slices.IndexFunc(sights, func(s sight) bool { return s.name == w.Key })
	if i < 0 {
		return nil
	}
	s := &sights[i]
	if w.Of != "" || s.of != leading {
		if _, err := x.subject(s, w); err != nil {
			return fmt.Errorf("expect: %w", err)
		}
	}
	var nobody *unknownBroker
	if _, err := s.read(x, w.Values); errors.As(err, &nobody) {
		return fmt.Errorf("expect: %s: %w", strings.TrimSpace(w.Name()), err)
	}
	return nil
}
