package specfile

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"mc/report"

	"github.com/goccy/go-yaml/ast"
)

// keys are the keys of a spec and how each is read into s.
func keys(s *Spec) map[string]reader {
	return map[string]reader{
		"name":     scalar(&s.Name),
		"formerly": list(&s.Formerly),
		"title":    scalar(&s.Title),
		"doc":      scalar(&s.Doc),
		"about":    scalar(&s.About),
		"model":    scalar(&s.Model),
		"set":      constants(s.Set),
		"without":  list(&s.Without),
		"init":     given(&s.Init),
		"check":    check(&s.Check),
		"never":    questions(&s.Questions, false),
		"goal":     questions(&s.Questions, true),
		"expect":   expectations(s.Expect),
		"liveness": list(&s.Liveness),
		"fairness": scalar(&s.Fairness),
		"symmetry": toggle(&s.Symmetry),
		"limits":   limits(&s.Limits),
		"refs":     list(&s.Refs),
		"steps":    steps(&s.Steps),
		"clock":    clock(&s.Clock),
	}
}

func limits(l *Limits) reader {
	return func(d *decoder, path string, n ast.Node) {
		d.mapping(path, n, map[string]reader{
			"time":   duration(&l.Time),
			"memory": size(&l.Memory),
			"states": whole(func(n uint64) { l.States = n }),
			"depth":  whole(func(n uint64) { l.Depth = int(min(n, 1<<31)) }),
		})
	}
}

// want reads a scalar, or complains that it is not what.
func (d *decoder) want(path string, n ast.Node, what string) (string, bool) {
	s, ok := text(n)
	if !ok {
		d.complain(n, "%s must be %s, got %s", path, what, kind(n))
	}
	return s, ok
}

func scalar(to *string) reader {
	return func(d *decoder, path string, n ast.Node) { *to, _ = d.want(path, n, "text") }
}

func constants(to map[string]string) reader {
	return func(d *decoder, path string, n ast.Node) {
		d.entries(path, n, func(path, key string, _, value ast.Node) {
			if s, ok := d.want(path, value, "a number, a word, or on/off"); ok {
				to[key] = s
			}
		})
	}
}

func list(to *[]string) reader {
	return func(d *decoder, path string, n ast.Node) {
		items, ok := n.(*ast.SequenceNode)
		if !ok {
			d.complain(n, "%s must be a list, as in [a, b], got %s", path, kind(n))
			return
		}
		*to = []string{}
		for _, item := range items.Values {
			if s, ok := d.want(path, item, "a list of names"); ok {
				*to = append(*to, s)
				d.spec.places[path+"."+s] = d.place(item)
			}
		}
	}
}

// check reads a list of properties, or the word none.
func check(to *[]string) reader {
	return func(d *decoder, path string, n ast.Node) {
		if s, ok := text(n); ok && s == "none" {
			*to = []string{}
			return
		}
		list(to)(d, path, n)
	}
}

func expectations(to map[string]Expectation) reader {
	return func(d *decoder, path string, n ast.Node) {
		d.entries(path, n, func(path, property string, at, value ast.Node) {
			d.spec.places[path] = d.place(at)
			e, ok := d.expectation(path, value)
			if ok {
				to[property] = e
			}
		})
	}
}

// expectation reads "holds" or "{violated: 10}".
func (d *decoder) expectation(path string, n ast.Node) (e Expectation, ok bool) {
	var verdict, length string
	if pairs, isMap := n.(ast.MapNode); isMap {
		count := 0
		for it := pairs.MapRange(); it.Next(); count++ {
			verdict, _ = text(it.Key())
			length, _ = text(it.Value())
		}
		if count != 1 || length == "" {
			d.complain(n, "%s must be one verdict with a number of states, as in {violated: 10}", path)
			return e, false
		}
	} else if verdict, ok = d.want(path, n, "a verdict, as in holds or {violated: 10}"); !ok {
		return e, false
	} else if word, number, counted := strings.Cut(verdict, ":"); counted && number != "" {
		verdict, length = word, number // the form of the command line
	}
	e, err := newExpectation(verdict, length)
	if err != nil {
		d.complain(n, "%s: %v", path, err)
	}
	return e, err == nil
}

func toggle(to *Toggle) reader {
	return func(d *decoder, path string, n ast.Node) {
		s, ok := d.want(path, n, "on or off")
		switch {
		case !ok:
		case s == "on" || s == "true":
			*to = On
		case s == "off" || s == "false":
			*to = Off
		default:
			d.complain(n, "%s must be on or off, got %q", path, s)
		}
	}
}

func duration(to *time.Duration) reader {
	return func(d *decoder, path string, n ast.Node) {
		s, ok := d.want(path, n, "a duration, as in 60s")
		if !ok {
			return
		}
		v, err := time.ParseDuration(s)
		if err != nil || v <= 0 {
			d.complain(n, "%s: %q is not a duration; write a number and a unit, as in 60s or 5m", path, s)
			return
		}
		*to = v
	}
}

func size(to *report.Size) reader {
	return func(d *decoder, path string, n ast.Node) {
		s, ok := d.want(path, n, "a size, as in 512MiB")
		if !ok {
			return
		}
		if err := to.UnmarshalText([]byte(s)); err != nil {
			d.complain(n, "%s: %v", path, err)
		}
	}
}

func whole(set func(uint64)) reader {
	return func(d *decoder, path string, n ast.Node) {
		s, ok := d.want(path, n, "a whole number")
		if !ok {
			return
		}
		v, err := strconv.ParseUint(s, 10, 63)
		if err != nil || v == 0 {
			d.complain(n, "%s must be a whole number from 1, got %q", path, s)
			return
		}
		set(v)
	}
}

// Keys lists the keys that any spec may have, sorted.
func Keys() []string { return slices.Sorted(maps.Keys(keys(New("", Place{})))) }
