package matrix

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"mc/model"
	"mc/run/cache"
)

// credit finds for each violated cell of a table what closes it.
func (f *filling) credit(ctx context.Context, rows []Row, table *Table) error {
	type place struct{ row, column int }
	var places []place
	for i, r := range table.Rows {
		for j, c := range r.Cells {
			if c.Verdict == Violated && c.Credit == "" {
				places = append(places, place{i, j})
			}
		}
	}
	f.causes = len(places)
	return f.each(ctx, len(places), func(ctx context.Context, n int) error {
		at := places[n]
		r, c := &rows[at.row], table.Columns[at.column]
		cell := &table.Rows[at.row].Cells[at.column]
		if err := f.cause(ctx, r, c, cell); err != nil {
			return fmt.Errorf("what closes %s under %s: %w", r.Spec.Name, c.Name, err)
		}
		return nil
	})
}

// cause is what closes one violated cell. It is kept, as cells are.
func (f *filling) cause(ctx context.Context, r *Row, c Column, cell *Cell) error {
	t, err := newTrials(f, r, c)
	if err != nil {
		return err
	}
	later, err := t.later()
	if err != nil {
		return err
	}
	decides := []any{"cause", t.cell.key, t.own, r.Spec.Set}
	for _, l := range later {
		decides = append(decides, l.key)
	}
	key := cache.Key(decides)
	var found Cell
	if !f.Cache.Get(key, &found) {
		if err := f.search(ctx, t.cell); err != nil { // for a way to break the claim
			return err
		}
		t.learn(t.cell)
		if found.Credit, found.Closed, err = t.cause(ctx, later); err != nil {
			return err
		}
		if err := f.Cache.Put(key, found); err != nil {
			return &KeepError{err}
		}
	}
	cell.Credit, cell.Closed = found.Credit, found.Closed
	t.label(cell.Closed)
	f.ended(t.cell)
	return nil
}

// later are the variants that come after the cell's: in its family, and in the
// first one.
func (t *trials) later() (out []*task, err error) {
	v, name := t.row.Entry.Variants(), cmp.Or(t.column.As, t.column.Name)
	_, family, _ := v.Find(name)
	i := slices.IndexFunc(family.List, func(one model.Variant) bool { return one.Name == name })
	seen := map[string]bool{t.cell.key: true}
	for _, one := range append(slices.Clone(family.List[i+1:]), v.Later(name)...) {
		there, err := prepare(t.row, Column{Name: one.Name})
		if err != nil {
			return nil, err
		}
		if !seen[there.key] && there.cell.Verdict != NotApplicable {
			out = append(out, there)
		}
		seen[there.key] = true
	}
	return out, nil
}

// cause tries the row's own keys first: it is theirs if they do it. Otherwise
// it takes what the first later variant has otherwise in which the claim stands;
// what others propose; what a variant has in which it stands with the own keys
// besides; then a setting of the scenario; at last the protocol of its spec, which
// no variant need have.
func (t *trials) cause(ctx context.Context, later []*task) (Credit, *Closed, error) {
	closed, err := t.closedBy(ctx, t.ownKeys())
	if closed != nil || err != nil {
		return Own, closed, err
	}
	for _, l := range later {
		if stands, err := t.stands(ctx, l); err != nil {
			return "", nil, err
		} else if !stands {
			continue
		}
		if l.entry != t.cell.entry {
			closed = t.another(l)
		} else if closed, err = t.closedBy(ctx, t.news(l, false)); err != nil {
			return "", nil, err
		}
		if closed != nil {
			return t.credited(closed), closed, nil
		}
	}
	if closed, err = t.closedByProposal(ctx, t.proposed(later)); closed != nil || err != nil {
		return t.credited(closed), closed, err
	}
	for _, l := range later {
		if len(t.own) == 0 || l.entry != t.cell.entry {
			break
		}
		if closed, err = t.closedBy(ctx, t.news(l, true)); closed != nil || err != nil {
			return t.credited(closed), closed, err
		}
	}
	if closed, err = t.closedBy(ctx, t.ofScenario()); closed != nil || err != nil {
		return Scenario, closed, err
	}
	if closed, err = t.closedBy(ctx, t.ofSpec()); closed != nil || err != nil {
		return t.credited(closed), closed, err
	}
	return Open, nil, nil
}

// credited says whose a violation is that a later variant closes.
func (t *trials) credited(closed *Closed) Credit {
	c := credited(closed.keys())
	if c == Other && len(t.own) == 0 {
		return Unowned
	}
	return c
}

// stands reports whether the claim stands under a later variant.
func (t *trials) stands(ctx context.Context, later *task) (bool, error) {
	c, known := t.f.known(later.key)
	if !known {
		if err := t.f.search(ctx, later); err != nil {
			return false, err
		}
		c = later.cell
	}
	return c.stands(), nil
}

// stands reports whether nothing breaks the claim, as far as one looked.
func (c Cell) stands() bool { return c.firmness() > 0 }

// firmness orders the verdicts under which a claim stands: the more it says of
// what there is, the greater. It is 0 where the claim does not stand.
func (c Cell) firmness() int { return 1 + slices.Index([]string{Bound, Waits, Holds}, c.Verdict) }

// closedBy finds the smallest of some keys that close the cell, without own
// ones if that goes; nil if all together do not. If these close it in the whole
// space, so do the smallest.
func (t *trials) closedBy(ctx context.Context, keys []Turned) (*Closed, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	t.keys = keys
	var all, others []int
	for i, k := range keys {
		all = append(all, i)
		if !k.Own {
			others = append(others, i)
		}
	}
	together, err := t.try(ctx, all)
	if err != nil || !together.stands() {
		return nil, err
	}
	closes := func(set []int) (bool, error) {
		cell, err := t.try(ctx, set)
		return cell.firmness() >= together.firmness(), err
	}
	if 0 < len(others) && len(others) < len(all) {
		yes, err := closes(others)
		if err != nil {
			return nil, err
		}
		if yes {
			all = others
		}
	}
	set, also, err := smallest(all, closes)
	if err != nil {
		return nil, err
	}
	return t.closed(ctx, t.meaningful(set), also)
}

// closed words a set of keys that close the cell, and others that do it alone.
func (t *trials) closed(ctx context.Context, set, also []int) (*Closed, error) {
	cell, err := t.try(ctx, set)
	if err != nil {
		return nil, err
	}
	c := &Closed{Within: cell.Verdict == Bound, Waits: cell.Waits}
	for _, i := range set {
		c.Keys = append(c.Keys, t.keys[i])
	}
	for _, i := range also {
		c.Or = append(c.Or, t.keys[i])
	}
	return c, nil
}

// ownKeys are the row's own keys that are not as they close.
func (t *trials) ownKeys() (keys []Turned) {
	for _, c := range t.constants {
		if value, own := t.own[c.Name]; own && value != t.cell.values[c.Name] {
			keys = append(keys, t.key(c, value))
		}
	}
	return keys
}

// news are the keys of the protocol that a later variant has otherwise; with
// own ones, those as they close, whatever the variant makes of them.
func (t *trials) news(later *task, withOwn bool) (keys []Turned) {
	for _, c := range t.constants {
		value, known := later.values[c.Name]
		if own, yes := t.own[c.Name]; yes && withOwn {
			value = own
		} else if c.Role != model.OfVariant {
			continue
		}
		if known && value != t.cell.values[c.Name] {
			keys = append(keys, t.key(c, value))
		}
	}
	slices.SortStableFunc(keys, ownFirst)
	return keys
}

// closedByProposal tries one proposal or two, alone and with the row's own keys.
// All together they need not close anything: what mends one failure may bring
// another.
func (t *trials) closedByProposal(ctx context.Context, proposed []Turned) (*Closed, error) {
	var some [][]Turned
	for _, k := range proposed {
		some = append(some, []Turned{k})
	}
	for i, k := range proposed {
		for _, other := range proposed[:i] {
			some = append(some, []Turned{other, k})
		}
	}
	for _, own := range [][]Turned{nil, t.ownKeys()} {
		for _, keys := range some {
			if closed, err := t.closedBy(ctx, slices.Concat(own, keys)); closed != nil || err != nil {
				return closed, err
			}
		}
	}
	return nil, nil
}

// proposed are remedies that no later variant has: switches that are own keys of
// other rows, as they close these.
func (t *trials) proposed(later []*task) (keys []Turned) {
	for _, c := range t.constants {
		_, own := t.own[c.Name]
		if own || c.NotThere || !c.Switch || c.Role != model.OfVariant {
			continue
		}
		for _, value := range t.f.Owners.values(t.row.Entry.Name(), c.Name) {
			comes := slices.ContainsFunc(later, func(l *task) bool { return l.values[c.Name] == value })
			if !comes && value != t.cell.values[c.Name] {
				keys = append(keys, t.key(c, value))
			}
		}
	}
	return keys
}

// ofScenario are the policies of the scenario, as they are by themselves.
func (t *trials) ofScenario() (keys []Turned) {
	for _, c := range t.constants {
		policy := c.Role == model.OfScenario && (c.Switch || c.Choices != nil) && c.Name != t.row.Entry.Variants().Key()
		if set, given := t.row.Spec.Set[c.Name]; policy && given && set != c.Default {
			keys = append(keys, t.key(c, c.Default))
		}
	}
	return keys
}

// ofSpec are the keys of the protocol that the scenario's spec has otherwise, with
// the row's own as they close.
func (t *trials) ofSpec() (keys []Turned) {
	for _, c := range t.constants {
		value, given := t.row.Spec.Set[c.Name]
		if own, yes := t.own[c.Name]; yes {
			value = own
		} else if !given || c.Role != model.OfVariant {
			continue
		}
		if value != t.cell.values[c.Name] {
			keys = append(keys, t.key(c, value))
		}
	}
	slices.SortStableFunc(keys, ownFirst)
	return keys
}

// ownFirst has the own keys first: those that stand first are spared first, if there
// is a choice.
func ownFirst(a, b Turned) int { return number(b.Own) - number(a.Own) }

// key is a key that may be turned.
func (t *trials) key(c model.Constant, value string) Turned {
	k := Turned{Key: c.Name, Value: value, Was: t.cell.values[c.Name], Refs: t.references(c, value)}
	if _, k.Own = t.own[c.Name]; !k.Own {
		k.Whose = t.f.Owners.whose(Value{c.Name, value}, t.row.Spec.Name)
	}
	return k
}

// label says of the keys that close a cell, however they were found, what they
// go back to and whose they are.
func (t *trials) label(closed *Closed) {
	if closed == nil {
		return
	}
	for _, keys := range [][]Turned{closed.Keys, closed.Or} {
		for i, k := range keys {
			j := slices.IndexFunc(t.constants, func(c model.Constant) bool { return c.Name == k.Key })
			if j >= 0 {
				keys[i] = t.key(t.constants[j], k.Value)
			}
		}
	}
}

// references are what a value goes back to. Of a constant with several they are
// divided: each value has those of the first variant that has it, and what no
// other value has is shared by the rest.
func (t *trials) references(c model.Constant, value string) []string {
	all := references(c.Ref)
	if c.Choices == nil || len(all) < 2 {
		return all
	}
	first, rest := map[string][]string{}, slices.Clone(all)
	for _, one := range t.row.Entry.Variants().All() {
		v, says := one.Set[c.Name]
		if _, seen := first[v]; !says || seen {
			continue
		}
		first[v] = nil
		for _, ref := range references(one.Ref) {
			if slices.Contains(all, ref) {
				first[v] = append(first[v], ref)
				rest = slices.DeleteFunc(rest, func(r string) bool { return r == ref })
			}
		}
	}
	if len(first[value]) > 0 {
		return first[value]
	}
	return rest
}

// another is a later variant that is a model of its own, as what closes a cell.
func (t *trials) another(later *task) *Closed {
	one, family, _ := t.row.Entry.Variants().Find(later.column)
	k := Turned{Key: family.One, Value: one.Name, Was: t.column.Name, Refs: references(one.Ref)}
	k.Own = slices.ContainsFunc(k.Refs, func(ref string) bool { return slices.Contains(t.row.Spec.Refs, ref) })
	c, _ := t.f.known(later.key)
	return &Closed{Keys: []Turned{k}, Within: c.Verdict == Bound, Waits: c.Waits}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
