package suite_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"mc/explorer"
	"mc/model"
	"mc/model/ask"
	"mc/model/schedule"
	"mc/report"
	"mc/run/cache"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
	"mc/traces"
)

// arbitrary fills a value with anything that it can hold.
func arbitrary(r *rand.Rand, v reflect.Value) {
	switch v.Interface().(type) {
	case json.RawMessage:
		v.SetBytes(fmt.Appendf(nil, `{"n":%d,"t":"<&>"}`, r.IntN(1000)))
		return
	case *explorer.Kept:
		return // files of a run, which is not kept
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				arbitrary(r, v.Field(i))
			}
		}
	case reflect.Pointer:
		if r.IntN(4) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			arbitrary(r, v.Elem())
		}
	case reflect.Slice:
		if n := r.IntN(3); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			arbitrary(r, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			arbitrary(r, v.Index(i))
		}
	case reflect.Map:
		for range r.IntN(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			arbitrary(r, key)
			arbitrary(r, value)
			if v.IsNil() {
				v.Set(reflect.MakeMap(v.Type()))
			}
			v.SetMapIndex(key, value)
		}
	case reflect.String:
		v.SetString([]string{"", "a", "b < c & \"d\"", "é\n\x00"}[r.IntN(4)])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat(r.ExpFloat64())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.IntN(100)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uint64N(100))
	default:
		panic("a result has a " + v.Type().String() + ", which cannot be kept")
	}
}

// TestKept: whatever a result holds, it is the same when it is taken from the cache.
func TestKept(t *testing.T) {
	c, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(16, 1))
	for range 80 {
		var out report.Outcome
		arbitrary(r, reflect.ValueOf(&out).Elem())
		if err := suite.Put(c, "k", &out); err != nil {
			t.Fatal(err)
		}
		got, err := suite.Get(c, "k")
		if err != nil {
			t.Fatal(err)
		}
		same := cmp.Options{cmpopts.IgnoreUnexported(traces.File{}), cmpopts.IgnoreUnexported(explorer.Kept{})}
		if diff := cmp.Diff(&out, got, same); diff != "" {
			t.Fatalf("- put, + got:\n%s", diff)
		}
	}
}

// TestKeptDamaged: no damage to what is kept yields another result.
func TestKeptDamaged(t *testing.T) {
	dir := t.TempDir()
	c, err := cache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := suite.Put(c, "k", &report.Outcome{Model: "m"}); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(whole); i += 3 {
		bent := append([]byte{}, whole...)
		bent[i] ^= 4
		for _, damage := range [][]byte{whole[:i], bent} {
			if err := os.WriteFile(files[0], damage, 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := suite.Get(c, "k")
			var damaged *cache.Damaged
			if err == nil && out.Model != "m" || err != nil && !errors.As(err, &damaged) {
				t.Fatalf("byte %d: %+v, %v", i, out, err)
			}
		}
	}
	for _, other := range []any{"no archive", []byte("no archive"), []byte{31, 139}} { // sound entries of something else
		if err := c.Put("k", other); err != nil {
			t.Fatal(err)
		}
		if out, err := suite.Get(c, "k"); err == nil {
			t.Errorf("%v is %+v", other, out)
		}
	}
}

// TestKeepable: what a limit of the machine or a user ended is not kept, nor what had
// too little to find the least trace.
func TestKeepable(t *testing.T) {
	for kind, want := range map[explorer.ReasonKind]bool{explorer.MaxDepth: true, explorer.MaxStates: false,
		explorer.Timeout: false, explorer.Memory: false, explorer.Interrupted: false, explorer.SystemMemory: false} {
		out := &report.Outcome{Cut: explorer.Cut{Reasons: []explorer.Reason{{Kind: kind, Limit: 1}}}}
		if suite.Keepable(out) != want {
			t.Errorf("%v: keepable is %v", out.Cut.Reasons[0], !want)
		}
	}
	if suite.Keepable(&report.Outcome{Properties: []report.Property{{Short: traces.Complete + 1}}}) {
		t.Error("a trace that may not be the least is kept")
	}
	if !suite.Keepable(&report.Outcome{}) || suite.Keepable(&report.Outcome{Run: report.Run{Checkpoint: "d"}}) {
		t.Error("what is whole is kept, and nothing that is saved elsewhere")
	}
}

// counters is a model with two constants.
func counters(name string) registry.Entry {
	return registry.Of(model.Template[uint8]{
		Name:      name,
		Constants: model.Fixed(model.Constant{Name: "a", Default: "1", Max: 9}, model.Constant{Name: "b", Default: "1", Max: 9}),
		New:       func(model.Values) (*model.Model[uint8], error) { return &model.Model[uint8]{Name: name}, nil },
	})
}

// TestKey changes everything that decides a result, one at a time: each change makes
// another key. What decides none makes none.
func TestKey(t *testing.T) {
	type input struct {
		entry  registry.Entry
		spec   specfile.Spec
		job    registry.Job
		strict bool
	}
	keys := map[string]string{}
	key := func(what string, change func(*input)) string {
		t.Helper()
		in := input{entry: counters("m")}
		in.job.Set = map[string]string{"a": "1"}
		change(&in)
		k, err := suite.Key(in.entry, &in.spec, in.job, in.strict)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return k
	}
	other := func(what string, change func(*input)) {
		t.Helper()
		k := key(what, change)
		if same, taken := keys[k]; taken {
			t.Errorf("%s has the key of %s", what, same)
		}
		keys[k] = what
	}
	same := key("nothing", func(*input) {})
	keys[same] = "nothing"
	other("the model", func(in *input) { in.entry = counters("n") })
	other("a constant", func(in *input) { in.job.Set["a"] = "2" })
	other("another constant", func(in *input) { in.job.Set["b"] = "2" })
	other("a step", func(in *input) { in.spec.Steps = []schedule.Step{{Note: "x"}} })
	other("a command", func(in *input) { in.spec.Steps = []schedule.Step{{Command: schedule.Command{Name: "x"}}} })
	other("the clock", func(in *input) {
		in.spec.Steps, in.spec.Clock = []schedule.Step{{Note: "x"}}, map[string]time.Duration{"lag": 1}
	})
	other("a question", func(in *input) { in.spec.Questions = []ask.Question{{Name: "q"}} })
	other("a goal", func(in *input) { in.spec.Questions = []ask.Question{{Name: "q", Goal: true}} })
	other("an expectation", func(in *input) { in.spec.Expect = map[string]specfile.Expectation{"p": {Verdict: model.Holds}} })
	other("a length", func(in *input) {
		in.spec.Expect = map[string]specfile.Expectation{"p": {Verdict: model.Holds, Length: 1}}
	})
	other("being strict", func(in *input) { in.strict = true })
	other("checking nothing", func(in *input) { in.job.Options.Check = []string{} })

	everyField(reflect.TypeFor[registry.Job](), func(index []int, name string) {
		switch name {
		case "Set", "Options":
			return
		}
		other("Job."+name, func(in *input) { change(reflect.ValueOf(&in.job).Elem().FieldByIndex(index)) })
	})
	apart := suite.Apart()
	everyField(reflect.TypeFor[explorer.Options](), func(index []int, name string) {
		alter := func(in *input) {
			if v := reflect.ValueOf(&in.job.Options).Elem().FieldByIndex(index); v.Kind() != reflect.Func {
				change(v)
			}
		}
		if apart[name] == "" {
			other("Options."+name, alter)
		} else if key(name, alter) != same {
			t.Errorf("Options.%s changes the key, and %s", name, apart[name])
		}
		delete(apart, name)
	})
	for name := range apart {
		t.Errorf("there is no option %s", name)
	}
}

func everyField(of reflect.Type, each func(index []int, name string)) {
	for f := range of.Fields() {
		if f.IsExported() {
			each(f.Index, f.Name)
		}
	}
}

// change sets a value to another than it has.
func change(v reflect.Value) {
	r := rand.New(rand.NewPCG(1, 1))
	for before := fmt.Sprint(v.Interface()); fmt.Sprint(v.Interface()) == before; {
		arbitrary(r, v)
	}
}
