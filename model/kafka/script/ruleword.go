package script

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"mc/model"
	"mc/model/kafka"
)

// Every rule of the model is a command too, under its name in lower case and
// hyphens, with its arguments by name or in their order: "propose-shrink b1
// b3", "learn-older b2". No clock and no frozen process is asked.

// rulewords are the model's rules by such a name.
var rulewords = sync.OnceValue(func() map[string]model.Rule[kafka.State] {
	words := map[string]model.Rule[kafka.State]{}
	m, _, err := kafka.Template.Build(nil)
	if err != nil {
		return words // the defaults of a model are in order; its own tests hold that
	}
	for _, r := range m.Rules {
		words[hyphened(r.Name)] = r
	}
	return words
})

// hyphened is "propose-shrink" for "ProposeShrink".
func hyphened(name string) string {
	var out strings.Builder
	for i, c := range name {
		if i > 0 && c >= 'A' && c <= 'Z' {
			out.WriteByte('-')
		}
		out.WriteRune(c)
	}
	return strings.ToLower(out.String())
}

// ruleCommand makes a command of a rule.
func ruleCommand(name string) (*command, bool) {
	r, ok := rulewords()[name]
	if !ok {
		return nil, false
	}
	keys := make([]string, len(r.Params))
	for i, p := range r.Params {
		keys[i] = p.Name
	}
	return &command{name: name, usage: strings.Join(keys, " "), run: func(x *Player, a args) error { return x.rule(&r, a) }}, true
}

// isRule reports that a command is a step by the name of its rule.
func (c *command) isRule() bool {
	return !slices.ContainsFunc(commands, func(own command) bool { return own.name == c.name })
}

// rule takes the action of a rule that the arguments name.
func (x *Player) rule(r *model.Rule[kafka.State], a args) error {
	values, err := x.arguments(r, a)
	if err != nil {
		return err
	}
	return x.must(r.Name, values...)
}

// arguments are the values of a rule's parameters.
func (x *Player) arguments(r *model.Rule[kafka.State], a args) ([]uint8, error) {
	values := []uint8{}
	for _, p := range r.Params {
		text, err := a.one(p.Name, "")
		if err != nil {
			return nil, err
		}
		v, ok := x.argument(p, text)
		if !ok {
			return nil, fmt.Errorf("%s is no %s", or(text, "nothing"), p.Name)
		}
		values = append(values, v)
	}
	return values, nil
}

// argument is the value of a parameter that is shown as text, or called so by
// the script.
func (x *Player) argument(p model.Param, text string) (uint8, bool) {
	if v, ok := x.labels.value(text); ok && p.Name == "value" {
		return uint8(v), true
	}
	for v := range uint8(32) {
		if shown := p.Text(v); shown == text || shown == "b"+text {
			return v, true
		}
	}
	return 0, false
}
