package script

import (
	"fmt"
	"time"

	"mc/model"
	"mc/model/kafka"
	"mc/model/kafka/driver"
	"mc/model/schedule"
)

// Language is how the Kafka model plays scripts.
func Language() schedule.Language[kafka.State] {
	l := schedule.Language[kafka.State]{Validate: Validate, Fits: Fits, Defaults: Defaults, Play: Play, Start: Start, Ask: Ask,
		WhyNot: WhyNot, Drive: driver.Drive}
	l.Starts = starts()
	for _, c := range commands {
		l.Commands = append(l.Commands, schedule.Word{Name: c.name, Usage: c.usage, Doc: c.doc})
	}
	for _, s := range sights {
		l.Sights = append(l.Sights, schedule.Word{Name: s.name, Usage: s.of.String(), Doc: s.doc})
	}
	return l
}

// Player carries out commands one by one.
type Player struct {
	*schedule.Session[kafka.State]
	p      *kafka.Protocol
	labels labels
	time   timing

	frozen kafka.Set // processes that are stopped, sockets and all
	held   kafka.Set // followers that fetch only when the script says so

	// What an await waits for, and whether it was seen: nothing more happens
	// on its own then.
	until func() bool
	seen  bool

	// What became of the last command.
	outcome outcome
}

// outcome is what a command showed beyond the state.
type outcome struct {
	began   time.Duration
	taken   int // actions before it
	errored string
	offsets []string
	acked   map[string]time.Duration // waiting time of requests answered in it
}

// New starts a player on the model of protocol p. Its clock is nil unless the
// script has one.
func New(p *kafka.Protocol, m *model.Model[kafka.State], clock map[string]time.Duration) (*Player, error) {
	s, err := schedule.Begin(m)
	if err != nil {
		return nil, err
	}
	x := &Player{Session: s, p: p}
	x.labels.begin(m.Start, s.Start.Used.Records)
	return x, x.startClock(clock)
}

// Play carries the script out, up to the first step that fails.
func Play(m *model.Model[kafka.State], v model.Values, sc schedule.Script) (*schedule.Run[kafka.State], error) {
	p, err := kafka.NewProtocol(v)
	if err != nil {
		return nil, err
	}
	x, err := New(p, m, sc.Clock)
	if err != nil {
		return nil, err
	}
	run := &schedule.Run[kafka.State]{Start: x.Start, Clocked: sc.Clock != nil}
	for i, step := range sc.Steps {
		x.Step = i + 1
		if run.Failure = x.play(step); run.Failure != nil {
			break
		}
	}
	run.Taken, run.Labels = x.Taken, x.labels.byName()
	return run, nil
}

// play carries out one step and looks for what it expects.
func (x *Player) play(step schedule.Step) *schedule.Failure {
	f := &schedule.Failure{Step: x.Step, Command: step.Command.String()}
	if f.Reason = x.carryOut(step); f.Reason != "" {
		return f
	}
	for _, w := range step.Expect {
		if w.Key == "refused" {
			continue // carryOut has seen to it
		}
		want, seen, err := x.Look(w)
		switch {
		case err != nil:
			f.Reason = err.Error()
			return f
		case want != seen:
			f.Misses = append(f.Misses, schedule.Miss{Name: w.Name(), Want: want, Seen: seen})
		}
	}
	if len(f.Misses) > 0 {
		return f
	}
	return nil
}

// carryOut takes the step's command. It says what is wrong if that is refused,
// or its client gets an error, and the step does not expect it.
func (x *Player) carryOut(step schedule.Step) (wrong string) {
	err := x.Do(step.Command)
	x.remark(step.Note)
	refusal := wanted(step.Expect, "refused")
	switch {
	case refusal != nil:
		return x.refusedAs(refusal, err)
	case err != nil:
		return err.Error()
	case x.outcome.errored != "" && wanted(step.Expect, "error") == nil:
		return "answered with " + x.outcome.errored + ", which the step does not expect"
	}
	return ""
}

func wanted(wants []schedule.Want, key string) *schedule.Want {
	for i := range wants {
		if wants[i].Key == key {
			return &wants[i]
		}
	}
	return nil
}

// Do carries out one command. Its error says why it could not.
func (x *Player) Do(c schedule.Command) error {
	x.outcome = outcome{began: x.time.now, taken: len(x.Taken)}
	command, ok := find(c.Name)
	if !ok {
		return fmt.Errorf("script: there is no command %q%s", c.Name, model.DidYouMean(c.Name, commandNames()))
	}
	a, err := command.read(c)
	if err != nil {
		return err
	}
	return command.run(x, a)
}

// Refusal is the error that the client of the last command got, or "".
func (x *Player) Refusal() string { return x.outcome.errored }

// take takes an action and lets the clock see it.
func (x *Player) take(rule string, args ...uint8) bool {
	a, ok := x.action(rule, args)
	before := *x.Now()
	if !ok || x.seen || !x.Take(a) {
		return false
	}
	x.observe(&before, rule, args)
	x.seen = x.until != nil && x.until()
	return true
}

// action names an action; it reports false if the model is without that rule. Whom a step
// elects a script need not say: with next_leader: any it is the first who may be.
func (x *Player) action(rule string, args []uint8) (a model.Action, ok bool) {
	i := x.Model.Rule(rule)
	if i < 0 {
		return a, false
	}
	a.Rule = uint16(i)
	n := copy(a.Args[:], args)
	if rest := x.Model.Rules[i].Params[n:]; len(rest) == 1 && rest[0].Name == kafka.Elected {
		for _, a.Args[n] = range rest[0].Values {
			if _, enabled := x.Model.Successor(x.Now(), a); enabled {
				break
			}
		}
	}
	return a, true
}

// must takes an action, or says what is enabled instead.
func (x *Player) must(rule string, args ...uint8) error {
	if x.take(rule, args...) {
		return nil
	}
	return x.refuse(rule, args...)
}

// remark adds words to the story of the last action that the current command
// took, or of the one before it.
func (x *Player) remark(words string) {
	if n := len(x.Taken); n > 0 && words != "" {
		x.Taken[n-1].Words = append(x.Taken[n-1].Words, words)
	}
}
