package main

import (
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func ask(set map[string]string) *options {
	return &options{kafka: "4.4.0", walks: 120, steps: 80, seed: 3, set: set, shrink: true}
}

// against takes walks of the model on a fake whose constants are others.
func against(t *testing.T, o *options, others map[string]string) *tally {
	t.Helper()
	systems, err := o.chosen()
	if err != nil {
		t.Fatal(err)
	}
	result := newTally(o)
	for i, y := range systems {
		theirs := ask(others)
		theirs.profile = y.profile
		z, err := theirs.chosen()
		if err != nil {
			t.Fatal(err)
		}
		j := &job{options: o, brokers: &fake{system: z[0]}, tally: result, progress: io.Discard}
		for n := i + 1; n <= o.walks; n += len(systems) {
			p, spent := y.walk(rand.New(rand.NewPCG(o.seed, uint64(n))), o.steps)
			if err := j.take(y, p, spent, n); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range result.Findings {
			if f.system != y {
				continue
			}
			if err := f.shrink(j.brokers); err != nil {
				t.Fatal(err)
			}
		}
	}
	return result
}

// TestEqual holds that brokers that do as the model does are never found
// different.
func TestEqual(t *testing.T) {
	result := against(t, ask(nil), nil)
	for _, f := range result.Findings {
		t.Errorf("different without a reason: %s after %s", f.Key, strings.Join(f.Schedule, "; "))
	}
	if result.Steps < 5000 {
		t.Errorf("%d steps of %d walks were compared; walks end too early", result.Steps, result.Walks)
	}
}

// TestDifferent holds that brokers that do otherwise are found, and that the
// schedule shown is short and shows it.
func TestDifferent(t *testing.T) {
	o := ask(nil)
	result := against(t, o, map[string]string{"strict_min_isr_hw": "off"})
	if len(result.Findings) == 0 {
		t.Fatal("the high watermark rises below min ISR, and nothing is different")
	}
	f := result.sorted()[0]
	if !strings.Contains(f.Key, "broker.hw") || len(f.Schedule) > 20 {
		t.Errorf("shortest schedule: %s in %d steps: %v", f.Key, len(f.Schedule), f.Schedule)
	}
	theirs, err := ask(map[string]string{"strict_min_isr_hw": "off"}).chosen()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(theirs, func(y *system) bool { return y.profile == f.Profile })
	out, err := f.system.run(&fake{system: theirs[i]}, f.path, false)
	if err != nil || out.End != differed || out.Compared != len(f.path.Steps) {
		t.Errorf("taken again, the schedule shown ends as %+v, %v", out, err)
	}
}

// TestWalksRepeat holds that a walk depends on seed and number only.
func TestWalksRepeat(t *testing.T) {
	systems, err := ask(nil).chosen()
	if err != nil {
		t.Fatal(err)
	}
	walk := func(n uint64) *path {
		p, _ := systems[0].walk(rand.New(rand.NewPCG(1, n)), 40)
		return p
	}
	first := walk(7)
	walk(8)
	if !reflect.DeepEqual(first, walk(7)) {
		t.Error("walk 7 is another after walk 8")
	}
	if reflect.DeepEqual(first, walk(8)) {
		t.Error("walks 7 and 8 are one")
	}
}

// TestProfilesNeedTheHarness holds that constants are refused that no classes
// of Kafka 4 are like.
func TestProfilesNeedTheHarness(t *testing.T) {
	for _, set := range []map[string]string{{"generation": "kip-320"}, {"generation": "5.x"}, {"records": "many"}} {
		o := ask(set)
		if _, err := o.chosen(); err == nil {
			t.Errorf("%v is taken", set)
		}
	}
}

// TestCompare holds that every field of a snapshot is compared: one that is
// changed on one side is found, by its name.
func TestCompare(t *testing.T) {
	change(t, reflect.TypeFor[brokerFacts](), func(i int) []difference {
		a, b := &snapshot{Brokers: []brokerFacts{{}}}, &snapshot{Brokers: []brokerFacts{{}}}
		alter(reflect.ValueOf(&b.Brokers[0]).Elem().Field(i))
		return compare(a, b)
	})
	change(t, reflect.TypeFor[controllerFacts](), func(i int) []difference {
		a, b := &snapshot{}, &snapshot{}
		alter(reflect.ValueOf(&b.Controller).Elem().Field(i))
		return compare(a, b)
	})
	for _, b := range []snapshot{{Refused: "no"}, {Acknowledged: []int{1}}, {RefusedLate: []int{1}}} {
		if len(compare(&snapshot{}, &b)) != 1 {
			t.Errorf("%+v is not found different", b)
		}
	}
}

func change(t *testing.T, of reflect.Type, found func(i int) []difference) {
	t.Helper()
	for i := range of.NumField() {
		name := of.Field(i).Tag.Get("json")
		if d := found(i); len(d) != 1 || d[0].Field != name {
			t.Errorf("%s is changed, and found is %v", name, d)
		}
	}
}

func alter(v reflect.Value) {
	switch v.Interface().(type) {
	case string:
		v.SetString("other")
	case bool:
		v.SetBool(true)
	case int:
		v.SetInt(9)
	case []int:
		v.Set(reflect.ValueOf([]int{9}))
	case [][2]int:
		v.Set(reflect.ValueOf([][2]int{{9, 9}}))
	}
}
