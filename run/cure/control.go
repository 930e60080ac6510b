package cure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/run/registry"
	"mc/traces"
	"mc/traces/tell"
)

// controlled looks for a constant that would prevent something with another value, of the
// scenario or such as no variant has, and with which the schedule of f does no harm: what
// no variant is may still be what closes a hole. foiled is what was found to help this schedule only; nil if nothing was.
func controlled(models registry.Models, own registry.Entry, f *traces.File, foiled *traces.Cure) (*traces.Cure, error) {
	constants, err := own.Constants(f.Constants)
	if err != nil || own.Variants().Key() == "" {
		return foiled, err
	}
	for _, c := range constants {
		by := c.Prevents.By
		if by == "" || cmp.Or(f.Constants[c.Name], c.Default) == by || c.Role == model.OfVariant && !nobodyHas(own.Variants(), c.Name, by) {
			continue
		}
		r := remedy{Rules{Set: []Value{{c.Name, by}}}, f.Spec.Refs}
		met, other, set, err := r.compare(models, own, f)
		if err != nil || met == nil {
			continue // the other settings do not go with it
		}
		cure := tell.Control(met)
		if cure == nil || broke(other, set, f, thorough(f)) > 0 {
			continue
		}
		cure.Words = fmt.Sprintf("No %s closes it by itself. %s=%s does, as far as %d states show. %s Under it the same schedule %s",
			own.Variants().Families[0].One, c.Name, by, thorough(f), c.Prevents.Words, afterwards(cure.Words))
		return cure, nil
	}
	return foiled, nil
}

// afterwards is what becomes of a schedule, without under what.
func afterwards(words string) string {
	_, after, _ := strings.Cut(words, "the same schedule ")
	return after
}

// nobodyHas reports that no variant of a model gives the constant the value.
func nobodyHas(v *model.Variants, name, value string) bool {
	return !slices.ContainsFunc(v.All(), func(one model.Variant) bool {
		has, known := v.Cell(one.Name, name)
		return known && has == value
	})
}

// thorough is how many states are looked at before a control is said to close what a
// search of so many found: more than that took, within reason.
func thorough(f *traces.File) uint64 {
	const most = 300_000
	if f.Explored == nil {
		return most
	}
	return min(most, max(glance, 2*f.Explored.Distinct))
}

// prevented says what the constant prevents that has the credit: of those that the
// cure's rules change and that go back to what it does, the first.
func (r remedy) prevented(own registry.Entry, f *traces.File, cure *traces.Cure) string {
	set := map[string]string{}
	if r.rules.As != "" {
		set[own.Variants().Key()] = r.rules.As
	}
	for _, v := range r.rules.Set {
		set[v.Name] = v.Text
	}
	before, err := own.Constants(f.Constants)
	after, wrong := own.Constants(set)
	if err != nil || wrong != nil || len(before) != len(after) {
		return ""
	}
	for i, c := range after {
		now, was := cmp.Or(set[c.Name], c.Default), cmp.Or(f.Constants[c.Name], before[i].Default)
		if p := c.Prevents; p.By != "" && now == p.By && was != now && slices.Contains(references(c.Ref), cure.Ref) {
			return fmt.Sprintf(" With %s=%s %s%s", c.Name, now, strings.ToLower(p.Words[:1]), p.Words[1:])
		}
	}
	return ""
}
