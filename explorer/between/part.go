package between

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"mc/model"
)

// Parting is where the levels of two models part.
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
	level []int // the numbers of the last level
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
	p := &Parting[S]{}
	for len(trees[0].level)+len(trees[1].level) > 0 {
		for i, t := range trees {
			p.Only[i] = 0
			for _, n := range t.level {
				if !trees[1-i].has(t.space, n) {
					if p.Only[i]++; p.First[i] == nil {
						p.First[i] = t.path(n)
					}
				}
			}
		}
		if p.Only != [2]int{} {
			p.Level, p.States = p.Same+1, [2]int{len(trees[0].level), len(trees[1].level)}
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
