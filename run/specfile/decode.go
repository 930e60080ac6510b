package specfile

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"mc/model"
)

// Parse reads a spec. The error, if any, is Problems: all that is wrong with
// its form.
func Parse(file string, data []byte) (*Spec, error) {
	if len(data) > maxFile {
		return nil, &Problem{Place{File: file}, fmt.Sprintf("is larger than %d KiB; is it a spec?", maxFile>>10)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // some editors begin a text in UTF-8 with a mark
	d := &decoder{file: file, lines: strings.Split(string(data), "\n")}
	body, problem := d.body(data)
	if problem != nil {
		return nil, problem
	}
	spec := New("", Place{File: file})
	delete(spec.places, "model")
	spec.Text = string(data)
	spec.Hash = fmt.Sprintf("sha256:%x", sha256.Sum256(data))
	d.spec = spec
	d.mapping("", body, keys(spec))
	if len(d.problems) == 0 {
		d.problems = spec.validate()
	}
	if err := d.problems.Err(); err != nil {
		return nil, err
	}
	return spec, nil
}

// decoder walks the syntax tree and collects complaints.
type decoder struct {
	file     string
	lines    []string
	spec     *Spec
	problems Problems
}

// body finds the one mapping that a spec consists of.
func (d *decoder) body(data []byte) (ast.Node, *Problem) {
	whole := Place{File: d.file}
	if i := bytes.IndexByte(data, 0); i >= 0 || !utf8.Valid(data) {
		return nil, &Problem{whole, "is not a text file; a spec is YAML in UTF-8"}
	}
	parsed, problem := d.parse(data)
	if problem != nil {
		return nil, problem
	}
	var bodies []ast.Node
	for _, doc := range parsed.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.CommentType {
			bodies = append(bodies, doc.Body)
		}
	}
	switch len(bodies) {
	case 0:
		return nil, &Problem{whole, "is empty; a spec needs at least name: and model:"}
	case 1:
		return bodies[0], nil
	}
	return nil, &Problem{d.place(bodies[1]), "begins a second document; keep one spec to a file"}
}

// parse calls the YAML parser, within bounds. Repeated keys are let through, to
// be complained of by entries with everything else. The parser panics on some
// broken inputs; for the user these are broken files like others.
func (d *decoder) parse(data []byte) (file *ast.File, problem *Problem) {
	defer func() {
		if p := recover(); p != nil {
			file, problem = nil, &Problem{Place{File: d.file}, "is not YAML that can be read; check its indentation and brackets"}
		}
	}()
	tokens := lexer.Tokenize(string(data))
	if at, why := excess(tokens); why != "" {
		return nil, &Problem{d.placeOf(at), why}
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, d.syntax(err)
	}
	return file, nil
}

func (d *decoder) syntax(err error) *Problem {
	var located yaml.Error
	if !errors.As(err, &located) || located.GetToken() == nil {
		return &Problem{Place{File: d.file}, err.Error()}
	}
	return &Problem{d.placeOf(located.GetToken()), "is not YAML: " + located.GetMessage()}
}

func (d *decoder) place(n ast.Node) Place { return d.placeOf(start(n)) }

// start is the first token of a node; for a block mapping the parser gives
// its first colon.
func start(n ast.Node) *token.Token {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return start(n.Values[0])
		}
	case *ast.MappingValueNode:
		return start(n.Key)
	}
	return n.GetToken()
}

func (d *decoder) placeOf(t *token.Token) Place {
	if t == nil || t.Position == nil {
		return Place{File: d.file}
	}
	p := Place{File: d.file, Line: t.Position.Line, Column: t.Position.Column}
	if p.Line >= 1 && p.Line <= len(d.lines) {
		p.Excerpt = strings.TrimRight(d.lines[p.Line-1], " \t\r")
	}
	return p
}

func (d *decoder) complain(n ast.Node, format string, args ...any) {
	d.problems = append(d.problems, &Problem{d.place(n), fmt.Sprintf(format, args...)})
}

// reader decodes the value at path.
type reader func(d *decoder, path string, value ast.Node)

// mapping decodes a node whose keys are known, each by its reader.
func (d *decoder) mapping(path string, n ast.Node, known map[string]reader) {
	d.entries(path, n, func(path, key string, at ast.Node, value ast.Node) {
		read, ok := known[key]
		if !ok {
			d.unknown(path, key, at, value, slices.Sorted(maps.Keys(known)))
			return
		}
		read(d, path, value)
	})
}

// unknown complains of a key, unless it may be one that the model of the spec
// knows.
func (d *decoder) unknown(path, key string, at, value ast.Node, known []string) {
	hint := model.DidYouMean(key, known)
	near := hint != ""
	if !near {
		hint = "; the keys here are " + strings.Join(known, ", ")
	}
	mistake := &Problem{d.place(at), fmt.Sprintf("unknown key %q%s", key, hint)}
	if word, ok := text(value); ok && path == key && !near {
		d.spec.foreign = append(d.spec.foreign, foreign{key, word, mistake})
		return
	}
	d.problems = append(d.problems, mistake)
}

// entries calls each for the pairs of a mapping, and notes their places.
func (d *decoder) entries(path string, n ast.Node, each func(path, key string, at, value ast.Node)) {
	pairs, ok := n.(ast.MapNode)
	if !ok {
		d.complain(n, "%s must be a mapping (key: value), got %s", or(path, "a spec"), kind(n))
		return
	}
	seen := map[string]bool{}
	for it := pairs.MapRange(); it.Next(); {
		pair := it.KeyValue()
		key, ok := text(pair.Key)
		if !ok {
			d.complain(pair.Key, "a key must be a plain word, got %s", kind(pair.Key))
			continue
		}
		if seen[key] {
			d.complain(pair.Key, "key %q is repeated; keep one of them", key)
			continue
		}
		seen[key] = true
		inner := key
		if path != "" {
			inner = path + "." + key
		}
		d.spec.places[inner] = d.place(pair.Value)
		each(inner, key, pair.Key, pair.Value)
	}
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// text is the text of a scalar node.
func text(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		if n.Value == nil {
			return "", true
		}
		return strings.TrimSpace(n.Value.Value), true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// kind says what a node is, for complaints.
func kind(n ast.Node) string {
	switch n.(type) {
	case nil, *ast.NullNode:
		return "nothing"
	case *ast.StringNode, *ast.LiteralNode:
		return "text"
	case *ast.IntegerNode, *ast.FloatNode:
		return "a number"
	case *ast.BoolNode:
		return "true or false"
	case ast.MapNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return "an anchor or alias, which specs do not use"
	}
	return "a " + strings.ToLower(n.Type().String())
}
