package specfile

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// Beside reads what stands beside the specs (lessons, symptoms, rows of a
// matrix) into a value, within the bounds of a spec; a key that the value does
// not know is an error. The decoder panics on some broken inputs, and follows an
// alias to itself for ever; such files are refused.
func Beside(data []byte, into any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("is not YAML that can be read; check its indentation and brackets")
		}
	}()
	if len(data) > maxFile {
		return fmt.Errorf("is larger than %d KiB", maxFile>>10)
	}
	tokens := lexer.Tokenize(string(data))
	if at, why := excess(tokens); why != "" {
		return fmt.Errorf("line %d %s", at.Position.Line, why)
	}
	for _, t := range tokens {
		if t.Type == token.AnchorType || t.Type == token.AliasType || t.Type == token.MergeKeyType {
			return fmt.Errorf("line %d has an anchor or alias, which is not used here", t.Position.Line)
		}
	}
	return yaml.UnmarshalWithOptions(data, into, yaml.Strict())
}
