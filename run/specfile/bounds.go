package specfile

import (
	"fmt"
	"io"
	"os"

	"github.com/goccy/go-yaml/token"
)

// What a spec may have at most; specs of people have a small part of it. The
// parser needs memory with the square of the depth and time with the square of
// the keys of one mapping, so that it is asked only within these.
const (
	maxFile = 128 << 10 // bytes
	deepest = 100
	maxKeys = 5_000
	maxSign = 30_000 // words and signs
)

// readBounded reads a file to its end, or one byte further than a spec may be
// long: a device or a pipe has no size, and may have no end.
func readBounded(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, Unreadable(file, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, Unreadable(file, err)
	}
	return data, nil
}

// excess says what the spec has more of than any spec, and where.
func excess(tokens token.Tokens) (at *token.Token, why string) {
	keys, n := 0, nesting{}
	for i, t := range tokens {
		if t.Type == token.MappingValueType {
			keys++
		}
		switch {
		case i >= maxSign:
			return t, fmt.Sprintf("has more than %d words and signs; no spec has, so divide it or mend what wrote it", maxSign)
		case keys > maxKeys:
			return t, fmt.Sprintf("has more than %d keys; divide it into several specs", maxKeys)
		case n.after(tokens, i) > deepest:
			return t, fmt.Sprintf("is nested more than %d deep; no key of a spec is", deepest)
		}
	}
	return nil, ""
}

// nesting is what a token lies in.
type nesting struct {
	columns []int // of the keys and items of blocks
	flow    int   // brackets that are open
	before  int   // tags, anchors and keys before the same value
}

// after is the depth once token i was read.
func (n *nesting) after(tokens token.Tokens, i int) int {
	t := tokens[i]
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		n.flow++
		n.before = 0
	case token.SequenceEndType, token.MappingEndType:
		n.flow = max(0, n.flow-1)
		n.before = 0
	case token.CollectEntryType:
		n.before = 0
	case token.SequenceEntryType:
		n.block(t.Position.Column)
	case token.MappingValueType:
		if n.flow == 0 && i > 0 {
			n.block(tokens[i-1].Position.Column)
		} else {
			n.before++
		}
	case token.MappingKeyType, token.TagType, token.AnchorType, token.AliasType, token.MergeKeyType:
		n.before++
	}
	return len(n.columns) + n.flow + n.before
}

// block notes a key or an item at a column: it lies in those further left.
func (n *nesting) block(column int) {
	last := len(n.columns)
	for last > 0 && n.columns[last-1] >= column {
		last--
	}
	n.columns = append(n.columns[:last], column)
	n.before = 0
}
