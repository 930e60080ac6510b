package ask

import (
	"strings"

	"mc/model"
)

// witness says of which things the predicate is so, and the values that make it so;
// the predicate itself, if it speaks of none.
func (p *Predicate) witness(now, next State, seen uint64) error {
	text, parts := p.Text, []any{}
	p.over(now, next, seen, func(x *frame) bool {
		p.best(x)
		var told []string
		for i, l := range p.outer {
			told = append(told, l.name+" is "+l.typ.words(x.names[i]))
			parts = append(parts, l.typ.parts(x.names[i])...)
		}
		for _, s := range p.shown {
			y := *x
			if s.primed && next != nil {
				y.now = next
			}
			words, spoken := s.value.words(&y)
			told, parts = append(told, s.text+" is "+words), append(parts, spoken...)
		}
		if len(told) > 0 {
			text = strings.Join(told, ", ")
		}
		return true
	})
	return model.NewWitness(text, parts...)
}

// best binds the outer names so that as many parts as can be are so at once.
func (p *Predicate) best(x *frame) {
	most, best := -1, x.names
	var choose func(k int) bool
	choose = func(k int) bool {
		if k < len(p.outer) {
			found := false
			p.outer[k].among(x, func(v int) bool {
				x.names[k] = v
				found = choose(k + 1)
				return !found
			})
			return found
		}
		n := 0
		for _, part := range p.parts {
			if part.yes(x) {
				n++
			}
		}
		if n > most {
			most, best = n, x.names
		}
		return most == len(p.parts)
	}
	choose(0)
	x.names = best
}

// Parts are the conditions that must be so together, and whether each is.
func (p *Predicate) Parts(s State, seen uint64) (parts []model.Part) {
	if p.Steps || len(p.parts) < 2 {
		return nil
	}
	p.over(s, nil, seen, func(x *frame) bool {
		p.best(x)
		for _, part := range p.parts {
			parts = append(parts, model.Part{Text: part.text, Holds: part.yes(x)})
		}
		return true
	})
	return parts
}

// words are the value of a part, and what of it a picture can point at.
func (k code) words(x *frame) (string, []any) {
	switch {
	case k.yes != nil:
		return map[bool]string{true: "true", false: "false"}[k.yes(x)], nil
	case k.list != nil:
		items := k.list(x)
		if items.Len == Unknown {
			return "unknown", nil
		}
		names := make([]string, items.Len)
		for i, item := range items.all() {
			names[i] = Type{Thing, k.typ.Of}.words(int(item))
		}
		return "[" + strings.Join(names, ", ") + "]", nil
	case k.typ.Shape == Set && k.num(x) != Unknown:
		var names []string
		for i, name := range k.typ.Of.Names {
			if k.num(x)>>i&1 != 0 {
				names = append(names, name)
			}
		}
		return "{" + strings.Join(names, ", ") + "}", nil
	}
	return k.typ.words(k.num(x)), k.typ.parts(k.num(x))
}

// words are a number or a thing as people write it.
func (t Type) words(v int) string {
	switch {
	case v == Unknown:
		return "unknown"
	case t.Of != nil:
		return t.Of.name(v)
	}
	return itoa(v)
}

// parts are what a picture can point at of a thing.
func (t Type) parts(v int) []any {
	if t.Shape != Thing || t.Of.Part == nil || v < 0 {
		return nil
	}
	return []any{t.Of.Part(t.Of.name(v))}
}
