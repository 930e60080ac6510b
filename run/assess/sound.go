package assess

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"mc/model"
	"mc/model/ask"
)

// sound holds every name in the files against the model.
func (k *Know) sound() error {
	list, err := k.Entry.Constants(nil)
	if err != nil {
		return err
	}
	v, err := k.Entry.Vocabulary(nil)
	if err != nil {
		return err
	}
	c := &complaints{constants: list}
	impacts := k.Entry.Impacts()
	if impacts.Rank(k.Lost) == len(impacts) {
		c.say("%s: lost: there is no impact %q", configurationFile, k.Lost)
	}
	c.set("base", k.Base)
	for i := range k.Settings {
		c.setting(&k.Settings[i])
	}
	for _, e := range k.Events {
		c.set("event "+e.Name, map[string]string{e.Budget: itoa(e.Usual)})
	}
	for i := range k.Harms {
		h := &k.Harms[i]
		c.harm(h)
		if _, known := v.Property(h.Property); h.Goal == "" && !known {
			c.say("%s: %s: there is no property %q", harmsFile, h.Name, h.Property)
		}
		if h.Goal != "" {
			q := ask.Question{Name: h.Name, Goal: true, Text: h.Goal}
			if wrong, err := k.Entry.CheckQuestion(nil, q); err != nil {
				return err
			} else if wrong != nil {
				c.say("%s: %s: %w", harmsFile, h.Name, wrong)
			}
			if impacts.Rank(h.Impact) == len(impacts) {
				c.say("%s: %s: there is no impact %q", harmsFile, h.Name, h.Impact)
			}
		}
	}
	return errors.Join(c.all...)
}

// complaints are collected before any is told.
type complaints struct {
	constants []model.Constant
	all       []error
}

func (c *complaints) say(format string, args ...any) {
	c.all = append(c.all, fmt.Errorf(format, args...))
}

// set holds constants and their values against the model.
func (c *complaints) set(where string, set map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		i := slices.IndexFunc(c.constants, func(one model.Constant) bool { return one.Name == name })
		if i < 0 {
			c.say("assess: %s: there is no constant %q", where, name)
		} else if _, err := c.constants[i].Parse(set[name]); err != nil {
			c.say("assess: %s: %w", where, err)
		}
	}
}

func (c *complaints) setting(s *Setting) {
	for _, set := range s.Values {
		c.set(s.Names[0], set)
	}
	for _, at := range s.At {
		for _, set := range at {
			c.set(s.Names[0], set)
		}
	}
	if s.Sets != "" {
		c.set(s.Names[0], map[string]string{s.Sets: s.Usual})
	}
}

func (c *complaints) harm(h *Harm) {
	if !slices.Contains([]Likely{Always, Often, Window, Rare}, h.Likely) {
		c.say("%s: %s: likely is %q", harmsFile, h.Name, h.Likely)
	}
	for _, set := range []map[string]string{h.Set, h.Apart, h.Otherwise} {
		c.set(h.Name, set)
	}
	for _, r := range h.Remedies {
		c.set(h.Name+": "+r.Name, r.Set)
	}
	for _, need := range h.Needs {
		for _, name := range model.Speaks(need) {
			if !slices.ContainsFunc(c.constants, func(one model.Constant) bool { return one.Name == name }) {
				c.say("%s: %s: needs: there is no constant %q", harmsFile, h.Name, name)
			}
		}
	}
	for _, probe := range slices.Concat(h.Probes, h.Covers) {
		for budget, n := range probe {
			c.set(h.Name, map[string]string{budget: itoa(n)})
		}
	}
}
