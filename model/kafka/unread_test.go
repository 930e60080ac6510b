package kafka

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mc/model"
)

// numbers lists the fields of a value that are numbers or booleans, with their
// paths, the places in arrays left out.
func numbers(v reflect.Value, path string, each func(path string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Name != "_" {
				numbers(v.Field(i), path+"."+f.Name, each)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			numbers(v.Index(i), path, each)
		}
	default:
		each(path, v)
	}
}

// phase is what a message is about where it has parts that depend on that.
func phase(s *State, b int, path string) string {
	switch {
	case strings.HasPrefix(path, ".Response"):
		return fmt.Sprintf("%s of kind %d", path, s.Brokers[b].Response.Kind)
	case strings.HasPrefix(path, ".Request"):
		return fmt.Sprintf("%s in progress %d", path, s.Brokers[b].Request.Progress)
	}
	return path
}

// matters reports whether a part of s, which is zeroed in other, is read: the
// steps are others, or lead elsewhere, or there is no such state.
func matters(m *model.Model[State], s, other State, clear func(*State)) (read bool) {
	defer func() {
		if recover() != nil {
			read = true
		}
	}()
	a, b := successors(m, s), successors(m, other)
	for i := range a {
		clear(&a[i].after)
	}
	for i := range b {
		clear(&b[i].after)
	}
	return !slices.Equal(a, b)
}

// TestMessagesHaveNothingUnread takes each part of each message away, in states
// of every variant. What is there and never makes a difference to what follows
// has no meaning, and is to be zero: it costs states. Rare are the parts that
// matter only after something that few of the first states have.
func TestMessagesHaveNothingUnread(t *testing.T) {
	rare := map[string]bool{
		".Request.Incarnations in progress 1": true, // a newcomer was killed meanwhile
		".Request.Version in progress 3":      true, // the controller looks at it after the next step
		".Request.Isr in progress 3":          true,
		".Response.Epoch of kind 5":           true, // the leader lacks an epoch
		".Request.Answer in progress 2":       true, // a new leader epoch tells as little as no answer
	}
	for _, set := range unread() {
		m := build(t, set)
		seen, read := map[string]int{}, map[string]bool{}
		try := func(s State, name string, clear func(*State)) {
			other := s
			if clear(&other); other != s && !read[name] && seen[name] < 1500 {
				seen[name]++
				read[name] = matters(m, s, other, clear)
			}
		}
		for _, s := range reach(m, 1200) {
			for b := range s.Brokers {
				each(&s.Brokers[b].Response, func(i int, path string) {
					try(s, phase(&s, b, ".Response"+path), func(o *State) { zero(&o.Brokers[b].Response, i) })
				})
				each(&s.Brokers[b].Request, func(i int, path string) {
					try(s, phase(&s, b, ".Request"+path), func(o *State) { zero(&o.Brokers[b].Request, i) })
				})
			}
		}
		for _, name := range slices.Sorted(maps.Keys(seen)) {
			if !read[name] && seen[name] >= 30 && !rare[name] {
				t.Errorf("%v: %s is not 0 in %d states and is never read", set, name, seen[name])
			}
		}
	}
}

// unread are the variants, and settings under which a part of a message lost
// its meaning once.
func unread() []map[string]string {
	return append(slices.Clone(variants),
		map[string]string{"generation": "kip-497", "diverge_skips_hw": "on", "unclean_elections": "2", "fences": "2", "max_leader_epoch": "4",
			"hw_waits_for_caught_up": "off"},
		map[string]string{"generation": "kip-497", "ap_carries_sender_broker_epoch": "off", "kills": "1", "records": "0"},
		map[string]string{"generation": "hw-truncation", "out_of_range": "truncate", "records": "2", "kills": "1", "elections": "1"})
}

// each numbers the fields of a message, and gives those that are not zero.
func each(message any, do func(i int, path string)) {
	v := reflect.ValueOf(message).Elem()
	if v.IsZero() {
		return
	}
	i := 0
	numbers(v, "", func(path string, field reflect.Value) {
		if !field.IsZero() {
			do(i, path)
		}
		i++
	})
}

// zero clears field i of a message.
func zero(message any, i int) {
	k := 0
	numbers(reflect.ValueOf(message).Elem(), "", func(_ string, v reflect.Value) {
		if k == i {
			v.SetZero()
		}
		k++
	})
}
