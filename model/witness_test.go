package model_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"mc/model"
)

type pair struct{ a, b string }

func (p pair) String() string { return "{" + p.a + ", " + p.b + "}" }
func (p pair) Parts() []any   { return []any{model.LaneName(p.a), model.LaneName(p.b)} }

func ExampleWrong() {
	err := model.Wrong("%s leads without %s at offset %d", model.LaneName("b2"), model.RecordName("r1"), model.Offset(3))
	w := model.AsWitness(err)
	fmt.Println(w.Text)
	fmt.Println(w.Lanes, w.Records, w.Offsets)
	// Output:
	// b2 leads without r1 at offset 3
	// [b2] [r1] [3]
}

func TestWitnessParts(t *testing.T) {
	for _, c := range []struct {
		err  error
		want model.Witness
	}{
		{errors.New("b1 is wrong"), model.Witness{Text: "b1 is wrong"}},
		{model.Wrong("%s of %d", pair{"b1", "b2"}, 7), model.Witness{Text: "{b1, b2} of 7", Lanes: []string{"b1", "b2"}}},
		{model.Wrong("nothing"), model.Witness{Text: "nothing"}},
	} {
		if got := model.AsWitness(c.err); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: got %+v, want %+v", c.err, got, c.want)
		}
	}
}

// Fields of acknowledged records are written as they were before there were
// kinds, and every field reads back as it was.
func TestFieldsInJSON(t *testing.T) {
	for text, f := range map[string]model.Field{
		`{"name":"ISR","value":"{b1} < {b2}"}`:             {Name: "ISR", Value: "{b1} < {b2}"},
		`{"name":"acked","value":"{r1}"}`:                  {Name: "acked", Value: "{r1}", Kind: model.Acknowledged},
		`{"name":"acked","value":"no","kind":"other"}`:     {Name: "acked", Value: "no"},
		`{"name":"sure","value":"","kind":"acknowledged"}`: {Name: "sure", Kind: model.Acknowledged},
	} {
		got, err := f.MarshalJSON()
		if err != nil || string(got) != text {
			t.Errorf("%+v is written as %s, %v", f, got, err)
		}
		var back model.Field
		if err := json.Unmarshal([]byte(text), &back); err != nil || back != f {
			t.Errorf("%s is read as %+v, %v", text, back, err)
		}
	}
	var f model.Field
	for _, text := range []string{`{"name":"a","value":"b","colour":1}`, `{"name":7}`, `[]`} {
		if json.Unmarshal([]byte(text), &f) == nil {
			t.Errorf("%s is read", text)
		}
	}
}
