package between

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"unsafe"

	"mc/model"
)

// Parting is where the levels of two models part: where they have different states, as
// far as both keep what these are made of. A field that is never set in one of them
// (what it does not keep track of, a broker that it has not) is no difference.
type Parting[S comparable] struct {
	Level  int    // the first that differs, from 1; 0 if none does
	Same   int    // levels that were compared and have the same states
	States [2]int // of that level
	Only   [2]int // those of them that the other does not have there
	First  [2]*model.Path[S]
	Cut    bool // there was no room for the level after those that are the same
}

// tree is a space with the state that each was found from.
type tree[S comparable] struct {
	*space[S]
	from  []int
	level []int          // the numbers of the last level
	shown map[string]int // by what both keep of them, the first of these
}

func (t *tree[S]) find(s *S, from int, next *[]int) {
	if t.within(s) {
		if n, fresh := t.add(s); fresh {
			t.from, *next = append(t.from, from), append(*next, n)
		}
	}
}

// Part compares the two level by level, until one differs.
func Part[S comparable](ctx context.Context, a, b *model.Model[S], o Options) (*Parting[S], error) {
	both := spaces(a, b, o)
	var trees [2]*tree[S]
	for i, x := range both {
		t := &tree[S]{space: x}
		x.m.Init(func(s S) { t.find(&s, -1, &t.level) })
		trees[i] = t
	}
	p, common := &Parting[S]{}, shared(a, b)
	for len(trees[0].level)+len(trees[1].level) > 0 {
		for _, t := range trees {
			t.project(common)
		}
		if p.compare(trees) {
			break
		}
		p.Same++
		for _, t := range trees {
			if err := t.grow(ctx, o.Most); err == errFull {
				p.Cut = true
				return p, nil
			} else if err != nil {
				return nil, err
			}
		}
	}
	return p, cmp.Or(both[0].err, both[1].err)
}

// compare compares the levels at hand, and reports whether they differ.
func (p *Parting[S]) compare(trees [2]*tree[S]) bool {
	for i, t := range trees {
		first := -1
		for key, n := range t.shown {
			if _, there := trees[1-i].shown[key]; !there {
				if p.Only[i]++; first < 0 || n < first {
					first = n
				}
			}
		}
		if first >= 0 {
			p.First[i] = t.path(first)
		}
	}
	if p.Only == [2]int{} {
		return false
	}
	p.Level, p.States = p.Same+1, [2]int{len(trees[0].level), len(trees[1].level)}
	return true
}

// shared are the bytes of fields that states of both models may set; nil stands for all.
func shared[S comparable](a, b *model.Model[S]) []bool {
	if a.Widest == nil || b.Widest == nil {
		return nil
	}
	common := make([]bool, unsafe.Sizeof(*a.Widest))
	mark(a.Value(a.Widest), b.Value(b.Widest), common[:a.Layout().Size()])
	return common
}

// mark marks the bytes of what a value has in common with another.
func mark(a, b reflect.Value, common []bool) {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			at := a.Type().Field(i).Offset
			mark(a.Field(i), b.Field(i), common[at:at+a.Field(i).Type().Size()])
		}
	case reflect.Array:
		size := int(a.Type().Elem().Size())
		for i := range a.Len() {
			mark(a.Index(i), b.Index(i), common[i*size:(i+1)*size])
		}
	default:
		for i := range common {
			common[i] = !a.IsZero() && !b.IsZero()
		}
	}
}

// project finds what both keep of the states of the level.
func (t *tree[S]) project(common []bool) {
	t.shown = map[string]int{}
	for _, n := range t.level {
		s := t.state(n)
		text := unsafe.Slice((*byte)(unsafe.Pointer(&s)), unsafe.Sizeof(s))
		for i, both := range common {
			if !both {
				text[i] = 0
			}
		}
		if _, known := t.shown[string(text)]; !known {
			t.shown[string(text)] = n
		}
	}
}

// errFull says that a level is not whole, for want of room.
var errFull = errors.New("between: no room")

// grow goes to the next level.
func (t *tree[S]) grow(ctx context.Context, most int) error {
	var next []int
	for i, n := range t.level {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(t.from) > most {
			return errFull
		}
		t.each(t.state(n), func(_ model.Action, after *S) { t.find(after, n, &next) })
	}
	t.level = next
	return t.err
}

// path is a run to a state, from a real initial state.
func (t *tree[S]) path(n int) *model.Path[S] {
	var line []int
	for ; n >= 0; n = t.from[n] {
		line = append(line, n)
	}
	slices.Reverse(line)
	p, begun := &model.Path[S]{}, false
	t.m.Init(func(s S) {
		if !begun && t.same(s, line[0]) {
			p.Start, begun = s, true
		}
	})
	for _, to := range line[1:] {
		taken := false
		t.each(p.Last(), func(a model.Action, after *S) {
			if !taken && t.same(*after, to) {
				taken = true
				p.Steps = append(p.Steps, model.Transition[S]{Action: a, After: *after})
			}
		})
	}
	return p
}
