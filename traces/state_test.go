package traces

import (
	"encoding/json"
	"testing"
)

func TestSameState(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"A":1,"B":[{"C":true,"D":2}]}`, `{"B":[{"D":2,"C":true}],"A":1}`, true},
		{`{"A":18446744073709551615}`, `{"A":18446744073709551615}`, true},
		{`{"A":18446744073709551615}`, `{"A":18446744073709551614}`, false},
		{`{"A":[1,2]}`, `{"A":[2,1]}`, false},
		{`{"A":1}`, `{"A":1,"B":0}`, false},
		{`{"A":1}`, `{"B":1}`, false},
		{`{"A":1,"B":0}`, `{"A":1}`, true},
		{`{"A":1,"B":[0,{"C":false,"D":""}]}`, `{"A":1}`, true},
		{`{"A":1,"B":[{"C":0,"D":2}]}`, `{"A":1,"B":[{"D":2}]}`, true},
		{`{"A":1,"B":[0,{"C":true}]}`, `{"A":1}`, false},
		{`{"A":[0,1]}`, `{"A":[0]}`, false},
		{`{"A":`, `{"B":`, false},
	} {
		if got := sameState(json.RawMessage(c.a), json.RawMessage(c.b)); got != c.same {
			t.Errorf("%s and %s: %v, want %v", c.a, c.b, got, c.same)
		}
	}
}
