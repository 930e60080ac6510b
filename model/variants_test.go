package model_test

import (
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/model/modeltest"
)

// lamps are variants of count: what is on in each.
func lamps() *model.Variants {
	return &model.Variants{Subject: "counting", Constant: "era", Families: []model.Family{
		{Name: "eras", One: "era", List: []model.Variant{
			{Name: "old", Set: map[string]string{"red": model.NotThere, "green": "off"}},
			{Name: "mid", Set: map[string]string{"red": "off", "green": "on"}},
			{Name: "new", Set: map[string]string{"red": "on", "green": model.NotThere}},
		}},
		{Name: "years", One: "year", List: []model.Variant{
			{Name: "1999", Of: "mid"},
			{Name: "2005", Of: "mid", Set: map[string]string{"red": "on"}},
		}},
	}}
}

func template(v *model.Variants) *model.Template[counter] {
	return &model.Template[counter]{Name: "count", Variants: v,
		Constants: v.Over(
			model.Constant{Name: "size", Default: "5", Min: 1, Max: 9, Formerly: []string{"most"}},
			model.Constant{Name: "red", Default: "off", Switch: true, Role: model.OfVariant},
			model.Constant{Name: "green", Default: "off", Switch: true, Role: model.OfVariant}),
		New: func(model.Values) (*model.Model[counter], error) { return count(), nil },
	}
}

// told are the changes of a variant as "red: on, not off".
func told(v *model.Variants, name string, list []model.Constant) (out []string) {
	for _, c := range v.Changes(name, list) {
		out = append(out, c.Name+": "+c.Now+", not "+c.Was)
	}
	return out
}

func TestVariants(t *testing.T) {
	v := lamps()
	list, err := template(v).Constants(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"old": nil, "mid": {"green: on, not off"}, "new": {"red: on, not off", "green: n/a, not on"},
		"1999": nil, "2005": {"red: on, not off"}, "never": nil,
	} {
		if got := told(v, name, list); !slices.Equal(got, want) {
			t.Errorf("%s changes %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]int{"old": 2, "mid": 1, "2005": 1, "new": 0, "never": 0} {
		if got := v.Later(name); len(got) != want {
			t.Errorf("after %s come %v, want %d", name, got, want)
		}
	}
	if cell, ok := v.Cell("2005", "green"); cell != "on" || !ok {
		t.Errorf("green in 2005 is %q: what a variant leaves alone is that of the one it varies", cell)
	}
	if before, _ := v.Before("2005"); before != "mid" {
		t.Errorf("2005 is held against %q", before)
	}
	if table := v.Table(list); len(table) != 2 {
		t.Errorf("the variants differ in %v", table)
	}
	var none *model.Variants
	if _, _, ok := none.Find("old"); ok || none.Key() != "" || none.Names() != nil || none.Later("old") != nil {
		t.Error("a model without variants has some")
	}
}

// TestOver holds the defaults of a template's constants to the variant.
func TestOver(t *testing.T) {
	m := template(lamps())
	modeltest.ConformVariants(t, m)
	for name, want := range map[string]string{"old": "off off", "mid": "off on", "new": "on off", "2005": "on on"} {
		_, values, err := m.Build(map[string]string{"era": name})
		if err != nil {
			t.Fatal(err)
		}
		on := map[bool]string{true: "on", false: "off"}
		if got := on[values.On("red")] + " " + on[values.On("green")]; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if _, values, err := m.Build(nil); err != nil || values["era"] != 2 {
		t.Errorf("a run that names no variant is %v, %v; want the last of the first family", values, err)
	}
	if _, _, err := m.Build(map[string]string{"era": "neww"}); err == nil || !strings.Contains(err.Error(), `there is no era "neww", did you mean "new"?`) {
		t.Errorf("a variant that is none: %v", err)
	}
}

// TestFormerNames gives a constant by the name that it had.
func TestFormerNames(t *testing.T) {
	m := template(lamps())
	given := map[string]string{"most": "7"}
	_, values, err := m.Build(given)
	if err != nil || values["size"] != 7 || given["most"] != "7" {
		t.Errorf("most: 7 is %v, %v; given was %v", values, err, given)
	}
	if _, _, err := m.Build(map[string]string{"most": "7", "size": "7"}); err == nil || !strings.Contains(err.Error(), "size is given twice") {
		t.Errorf("both names: %v", err)
	}
	list, _ := m.Constants(nil)
	if values, err := model.Resolve(list, given); err != nil || values["size"] != 7 {
		t.Errorf("Resolve: %v, %v", values, err)
	}
}

// TestConformVariantsComplains spoils variants one way after another.
func TestConformVariantsComplains(t *testing.T) {
	for want, spoil := range map[string]func(v *model.Variants){
		"is no constant":              func(v *model.Variants) { v.Families[0].List[0].Set["blue"] = "on" },
		`must be on or off, got "up"`: func(v *model.Variants) { v.Families[1].List[1].Set["red"] = "up" },
		"used twice":                  func(v *model.Variants) { v.Families[1].List[0].Name = "old" },
		`is of "1999"`:                func(v *model.Variants) { v.Families[1].List[1].Of = "1999" },
		"have one of them":            func(v *model.Variants) { v.Families[0].List[0].Model = "other" },
	} {
		v, said := lamps(), complaints{}
		spoil(v)
		modeltest.ConformVariants(&said, template(v))
		if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("no complaint that it %s: %q", want, said)
		}
	}
}
