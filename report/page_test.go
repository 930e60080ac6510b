package report

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"mc/traces"
)

// TestPage: docs/json.md names every field of the formats that others
// read.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, root := range []any{result{}, simulation{}, traces.File{}} {
		fields(reflect.TypeOf(root), seen)
	}
	if len(seen) < 60 {
		t.Errorf("only %d fields were found", len(seen))
	}
	for name := range seen {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/json.md does not name the field `%s`", name)
		}
	}
}

// fields collects the names that a type has in JSON.
func fields(t reflect.Type, seen map[string]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
		fields(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name != "" && name != "-" {
				seen[name] = true
			}
			fields(t.Field(i).Type, seen)
		}
	}
}
