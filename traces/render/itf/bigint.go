package itf

import (
	"encoding/json"
	"fmt"
	"math/big"

	"mc/traces/internal/jsontext"
)

// largest is the last integer that every JSON reader takes exactly.
var largest = big.NewInt(1<<53 - 1)

const bigint = "#bigint"

// toBig writes the integers that other readers may round as ITF's big integers.
func toBig(t jsontext.Tree) jsontext.Tree {
	switch {
	case t.Object != nil:
		out := jsontext.Tree{Object: []jsontext.Member{}}
		for _, m := range t.Object {
			out.Object = append(out.Object, jsontext.Member{Key: m.Key, Value: toBig(m.Value)})
		}
		return out
	case t.Array != nil:
		out := jsontext.Tree{Array: []jsontext.Tree{}}
		for _, v := range t.Array {
			out.Array = append(out.Array, toBig(v))
		}
		return out
	}
	n, ok := new(big.Int).SetString(string(t.Literal), 10)
	if !ok || n.CmpAbs(largest) <= 0 {
		return t
	}
	return jsontext.Tree{Object: []jsontext.Member{{Key: bigint,
		Value: jsontext.Tree{Literal: json.RawMessage(`"` + n.String() + `"`)}}}}
}

// fromBig is the inverse of toBig.
func fromBig(t jsontext.Tree) (jsontext.Tree, error) {
	switch {
	case len(t.Object) == 1 && t.Object[0].Key == bigint:
		var digits string
		err := json.Unmarshal(t.Object[0].Value.Text(nil), &digits)
		n, ok := new(big.Int).SetString(digits, 10)
		if err != nil || !ok || n.String() != digits {
			return jsontext.Tree{}, fmt.Errorf("%s holds %s, which is no integer", bigint, t.Object[0].Value.Text(nil))
		}
		return jsontext.Tree{Literal: json.RawMessage(digits)}, nil
	case t.Object != nil:
		for i := range t.Object {
			v, err := fromBig(t.Object[i].Value)
			if err != nil {
				return jsontext.Tree{}, err
			}
			t.Object[i].Value = v
		}
	case t.Array != nil:
		for i := range t.Array {
			v, err := fromBig(t.Array[i])
			if err != nil {
				return jsontext.Tree{}, err
			}
			t.Array[i] = v
		}
	}
	return t, nil
}
