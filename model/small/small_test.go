package small_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/model/modeltest"
	"mc/model/small"
)

type node uint8

func (n node) String() string { return fmt.Sprintf("n%d", uint8(n)) }

type state struct {
	Set    small.Set8[node]
	Queue  small.Queue[node, [3]node]
	Queues [2]small.Queue[node, [1]node]
	Option small.Option[node]
	Perm   small.Perm[node]
}

func TestPlain(t *testing.T) {
	if err := model.CheckPlain[state](); err != nil {
		t.Error(err)
	}
}

// TestText has what a state without a view of its own looks like.
func TestText(t *testing.T) {
	s := state{Set: small.Of[uint8](node(0), node(2)), Option: small.Some(node(3)), Perm: small.Perms[node](3)[5]}
	s.Queue.Push(1)
	s.Queue.Push(1)
	s.Queues[1].Push(0)
	const want = "{{n0, n2} [n1, n1] [[] [n0]] n3 n0→n2, n2→n0}"
	if got := fmt.Sprint(s); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := fmt.Sprint(state{}); got != "{{} [] [[] []] none none moves}" {
		t.Error(got)
	}
}

// asMap is a set as Go has them.
func asMap[W small.Word](s small.Set[node, W]) map[node]bool {
	m := map[node]bool{}
	for e := range s.All {
		m[e] = true
	}
	return m
}

// TestSet does the same to sets and to maps.
func TestSet(t *testing.T) {
	t.Run("8", rapid.MakeCheck(func(t *rapid.T) { sets[uint8](t, 8) }))
	t.Run("16", rapid.MakeCheck(func(t *rapid.T) { sets[uint16](t, 16) }))
	t.Run("64", rapid.MakeCheck(func(t *rapid.T) { sets[uint64](t, 64) }))
}

func sets[W small.Word](t *rapid.T, room uint8) {
	members := rapid.SliceOf(rapid.Map(rapid.Uint8Range(0, room-1), func(e uint8) node { return node(e) }))
	a, b := members.Draw(t, "a"), members.Draw(t, "b")
	s, u := small.Of[W](a...), small.Of[W](b...)
	m, n := map[node]bool{}, map[node]bool{}
	for _, e := range a {
		m[e] = true
	}
	for _, e := range b {
		n[e] = true
	}
	e := node(rapid.Uint8().Draw(t, "e"))
	has(t, "Of", s, m)
	has(t, "FromBits", small.FromBits[node](s.Bits()), m)
	keep := func(in map[node]bool, keep func(node) bool) map[node]bool {
		out := maps.Clone(in)
		maps.DeleteFunc(out, func(e node, _ bool) bool { return !keep(e) })
		return out
	}
	both := maps.Clone(m)
	maps.Copy(both, n)
	has(t, "Or", s.Or(u), both)
	has(t, "And", s.And(u), keep(m, func(e node) bool { return n[e] }))
	has(t, "Minus", s.Minus(u), keep(m, func(e node) bool { return !n[e] }))
	has(t, "Without", s.Without(e), keep(m, func(x node) bool { return x != e }))
	if s.Has(e) != m[e] || s.Len() != len(m) || s.Empty() != (len(m) == 0) {
		t.Fatalf("%v and %v differ", s, m)
	}
	if s.In(u) != (len(keep(m, func(e node) bool { return n[e] })) == len(m)) {
		t.Fatalf("%v in %v: %v", s, u, s.In(u))
	}
	if (s == u) != maps.Equal(m, n) {
		t.Fatalf("%v is %v: %v", s, u, s == u)
	}
	third := func(e node) node { return e / 3 }
	mapped := map[node]bool{}
	for e := range m {
		mapped[third(e)] = true
	}
	has(t, "Map", s.Map(third), mapped)
	swapped := keep(m, func(x node) bool { return x != 0 && x != 5 })
	for x, other := range map[node]node{0: 5, 5: 0} {
		if m[x] {
			swapped[other] = true
		}
	}
	has(t, "Swap", s.Swap(0, 5), swapped)
	if e >= node(room) {
		panics(t, "With", func() { s.With(e) })
	}
}

func has[W small.Word](t *rapid.T, what string, s small.Set[node, W], m map[node]bool) {
	if !maps.Equal(asMap(s), m) {
		t.Fatalf("%s: %v, want %v", what, s, slices.Sorted(maps.Keys(m)))
	}
}

func panics(t interface{ Fatalf(string, ...any) }, what string, f func()) {
	defer func() {
		if recover() == nil {
			t.Fatalf("%s does not panic", what)
		}
	}()
	f()
}

func TestSubsets(t *testing.T) {
	all := small.Of[uint8, node](1, 3, 4)
	seen := map[small.Set8[node]]bool{}
	for s := range all.Subsets {
		if !s.In(all) || seen[s] {
			t.Errorf("%v comes twice or has strangers", s)
		}
		seen[s] = true
	}
	if len(seen) != 8 {
		t.Errorf("%d subsets of three", len(seen))
	}
	for s := range all.Subsets { // one may stop early
		if !s.Empty() {
			break
		}
	}
	if small.Below[uint8, node](3) != small.Of[uint8, node](0, 1, 2) {
		t.Error("Below")
	}
}

// TestQueue does the same to a queue and to a slice; after each deed, one that
// was filled afresh is equal.
func TestQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q small.Queue[node, [4]node]
		var items []node
		deeds := map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				item := node(rapid.Uint8Range(0, 3).Draw(t, "item"))
				if q.Full() {
					panics(t, "Push", func() { q.Push(item) })
					return
				}
				q.Push(item)
				items = append(items, item)
			},
			"remove": func(t *rapid.T) {
				i := rapid.IntRange(0, 4).Draw(t, "place")
				if i >= len(items) {
					panics(t, "Remove", func() { q.Remove(i) })
					return
				}
				if got := q.Remove(i); got != items[i] {
					t.Fatalf("removed %v, want %v", got, items[i])
				}
				items = slices.Delete(items, i, i+1)
			},
			"pop": func(t *rapid.T) {
				if len(items) == 0 {
					panics(t, "Pop", func() { q.Pop() })
					return
				}
				if got := q.Pop(); got != items[0] {
					t.Fatalf("popped %v, want %v", got, items[0])
				}
				items = items[1:]
			},
			"map": func(*rapid.T) {
				next := func(n node) node { return (n + 1) % 4 }
				q.Map(next)
				items = slices.Clone(items)
				for i := range items {
					items[i] = next(items[i])
				}
			},
			"": func(t *rapid.T) { alike(t, q, items) },
		}
		t.Repeat(deeds)
	})
}

func alike(t *rapid.T, q small.Queue[node, [4]node], items []node) {
	var fresh small.Queue[node, [4]node]
	for _, item := range items {
		fresh.Push(item)
	}
	if q != fresh || !slices.Equal(slices.Collect(q.All), items) {
		t.Fatalf("%v, want %v", q, items)
	}
	if q.Len() != len(items) || q.Empty() != (len(items) == 0) || q.Full() != (len(items) == 4) {
		t.Fatalf("%v has %d items", q, q.Len())
	}
	head, ok := q.Head()
	if ok != (len(items) > 0) || ok && head != items[0] || ok && q.At(len(items)-1) != items[len(items)-1] {
		t.Fatalf("the head of %v is %v, %v", q, head, ok)
	}
	if e := node(2); q.Has(e) != slices.Contains(items, e) {
		t.Fatalf("%v has %v: %v", q, e, q.Has(e))
	}
}

// TestWiden fills queues, none of which has a bit that a widened one lacks.
func TestWiden(t *testing.T) {
	type queue = small.Queue[node, [5]node]
	var widest queue
	widest.Widen(7)
	push := func(s *queue, out *model.Steps[queue]) {
		if !s.Full() {
			out.Step().Push(7)
		}
	}
	modeltest.Conform(t, &model.Model[queue]{Name: "fill", Init: func(add func(queue)) { add(queue{}) },
		Rules:  []model.Rule[queue]{{Name: "Push", Doc: "Push.", Expand: push}},
		Widest: &widest}, 10)
}

func TestOption(t *testing.T) {
	var none small.Option[node]
	next := func(n node) node { return n + 1 }
	if none.Map(next) != none || small.Some(node(2)).Map(next) != small.Some(node(3)) {
		t.Error("Map")
	}
	if !none.None() || none.Is(0) || none >= small.Some(node(0)) || none.String() != "none" {
		t.Error("none is something")
	}
	panics(t, "Get", func() { none.Get() })
	panics(t, "Some", func() { small.Some(node(255)) })
	for a := range node(255) {
		o := small.Some(a)
		if o.None() || o.Get() != a || !o.Is(a) || o.Is(a+1) || o.String() != a.String() || a > 0 && o <= small.Some(a-1) {
			t.Errorf("%v is %v", a, o)
		}
	}
}

// TestPerms does the same to permutations and to slices.
func TestPerms(t *testing.T) {
	all := small.Perms[node](4)
	seen := map[small.Perm[node]]bool{}
	for _, p := range all {
		seen[p] = true
		if p.Then(p.Inverse()) != (small.Perm[node]{}) || p.Of(5) != 5 {
			t.Errorf("%v", p)
		}
		for _, q := range all {
			for e := range node(8) {
				if p.Then(q).Of(e) != q.Of(p.Of(e)) {
					t.Errorf("%v then %v of %v", p, q, e)
				}
			}
		}
	}
	if len(all) != 24 || len(seen) != 24 || all[0] != (small.Perm[node]{}) {
		t.Errorf("%d permutations of four, %d different", len(all), len(seen))
	}
	panics(t, "Perms", func() { small.Perms[node](9) })
}

// TestLeast holds Least to what it is for: two states have the same
// representative if and only if a renaming leads from one to the other.
func TestLeast(t *testing.T) {
	perms := small.Perms[node](3)
	rename := func(s *[3]node, p small.Perm[node]) (out [3]node) {
		for i, n := range s {
			out[p.Of(node(i))] = p.Of(n) // a function on nodes
		}
		return out
	}
	least := small.Least(perms, rename)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (s [3]node) {
			for i := range s {
				s[i] = node(rapid.Uint8Range(0, 2).Draw(t, name))
			}
			return s
		}
		a, b := draw("a"), draw("b")
		leads := slices.ContainsFunc(perms, func(p small.Perm[node]) bool { return rename(&a, p) == b })
		x, y := a, b
		least(&x)
		least(&y)
		if (x == y) != leads {
			t.Fatalf("%v becomes %v, %v becomes %v; renaming leads from one to the other: %v", a, x, b, y, leads)
		}
	})
}
