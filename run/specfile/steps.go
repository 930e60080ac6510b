package specfile

import (
	"fmt"
	"time"

	"github.com/goccy/go-yaml/ast"

	"mc/model"
	"mc/model/schedule"
)

// steps reads the schedule of a script. Whether its words mean anything is
// for the model's language to say.
func steps(to *[]schedule.Step) reader {
	return func(d *decoder, path string, n ast.Node) {
		items, ok := n.(*ast.SequenceNode)
		if !ok {
			d.complain(n, "%s must be a list of steps, got %s", path, kind(n))
			return
		}
		*to = []schedule.Step{}
		for i, item := range items.Values {
			at := StepPath(i + 1)
			d.spec.places[at] = d.place(item)
			*to = append(*to, d.step(at, item))
		}
	}
}

// StepPath is the path of step i, from 1, for Complain.
func StepPath(i int) string { return fmt.Sprintf("steps.%d", i) }

// step reads "fetch b2", or a mapping of one command with expect and note.
func (d *decoder) step(path string, n ast.Node) (step schedule.Step) {
	if word, ok := text(n); ok {
		step.Command = schedule.Line(word)
		return step
	}
	commands := 0
	d.entries(path, n, func(inner, key string, at, value ast.Node) {
		switch key {
		case "expect":
			step.Expect = d.wants(inner, value)
		case "note":
			step.Note, _ = d.want(inner, value, "text")
		default:
			if commands++; commands > 1 {
				d.complain(at, "a step is one command, and this one has %s and %s; make them two steps", step.Command.Name, key)
				return
			}
			step.Command = schedule.Command{Name: key, Args: d.args(inner, value)}
		}
	})
	if commands == 0 {
		d.complain(n, "this step has no command; look: does nothing but expect")
	}
	return step
}

// args reads "b2", [b2, b3], or {to: b1, acks: all}. A mapping in it becomes
// keys with a dot: {hw: {b1: 5}} is hw.b1=5.
func (d *decoder) args(path string, n ast.Node) (args []schedule.Arg) {
	if _, isMap := n.(ast.MapNode); !isMap {
		if values := d.values(path, n); len(values) > 0 {
			args = append(args, schedule.Arg{Values: values})
		}
		return args
	}
	d.entries(path, n, func(inner, key string, _, value ast.Node) {
		if _, isMap := value.(ast.MapNode); !isMap {
			args = append(args, schedule.Arg{Key: key, Values: d.values(inner, value)})
			return
		}
		for _, a := range d.args(inner, value) {
			args = append(args, schedule.Arg{Key: key + "." + a.Key, Values: a.Values})
		}
	})
	return args
}

// values reads a scalar or a list of them; null is no value.
func (d *decoder) values(path string, n ast.Node) []string {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.SequenceNode:
		list := []string{}
		for _, item := range n.Values {
			if s, ok := d.want(path, item, "a list of words"); ok {
				list = append(list, s)
			}
		}
		return list
	}
	if s, ok := d.want(path, n, "a word, a number or a list"); ok {
		return []string{s}
	}
	return nil
}

// wants reads what must be seen: {isr: "1,2", hw: {b1: 12}}.
func (d *decoder) wants(path string, n ast.Node) (wants []schedule.Want) {
	d.entries(path, n, func(inner, key string, _, value ast.Node) {
		if _, isMap := value.(ast.MapNode); !isMap {
			wants = append(wants, schedule.Want{Key: key, Values: d.values(inner, value)})
			return
		}
		d.entries(inner, value, func(innermost, of string, _, value ast.Node) {
			wants = append(wants, schedule.Want{Key: key, Of: of, Values: d.values(innermost, value)})
		})
	})
	return wants
}

// given reads the state in which runs start, as wants are read.
func given(to *[]model.Given) reader {
	return func(d *decoder, path string, n ast.Node) {
		for _, w := range d.wants(path, n) {
			*to = append(*to, model.Given(w))
		}
	}
}

// GivenPath is the path of what is so at the start, for Complain.
func GivenPath(g model.Given) string {
	if g.Of == "" {
		return "init." + g.Key
	}
	return "init." + g.Key + "." + g.Of
}

// clock reads the times of a script's clock.
func clock(to *map[string]time.Duration) reader {
	return func(d *decoder, path string, n ast.Node) {
		times := map[string]time.Duration{}
		d.entries(path, n, func(inner, key string, _, value ast.Node) {
			var t time.Duration
			duration(&t)(d, inner, value)
			times[key] = t
		})
		*to = times
	}
}

// Script is the schedule of the spec, or nil if it has none.
func (s *Spec) Script() *schedule.Script {
	if s.Steps == nil {
		return nil
	}
	return &schedule.Script{Steps: s.Steps, Clock: s.Clock, Init: s.Init}
}
