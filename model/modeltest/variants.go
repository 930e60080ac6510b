package modeltest

import "mc/model"

// ConformVariants checks that each variant of a template is one: it has a name
// of its own, varies a member of the first family (unless it is one), gives
// constants that there are values that they can have, and builds. A variant
// that is a template of its own is for that template's tests.
func ConformVariants[S comparable](t TB, template *model.Template[S]) {
	t.Helper()
	v := template.Variants
	if v == nil || len(v.Families) == 0 {
		t.Errorf("%s has no variants", template.Name)
		return
	}
	seen := map[string]bool{}
	for i, f := range v.Families {
		for _, one := range f.List {
			if one.Name == "" || seen[one.Name] {
				t.Errorf("%s: variant name %q is empty or used twice", template.Name, one.Name)
			}
			seen[one.Name] = true
			if base, in, _ := v.Find(one.Of); (i == 0) != (one.Of == "") || i > 0 && (base.Name == "" || in.Name != v.Families[0].Name) {
				t.Errorf("%s: variant %s is of %q; the first family varies nothing, and the others vary a member of it", template.Name, one.Name, one.Of)
			}
			if (one.Model == "") != (v.Constant != "") {
				t.Errorf("%s: variant %s is the template %q, but the constant that names variants is %q; have one of them", template.Name, one.Name, one.Model, v.Constant)
			}
			if one.Model == "" {
				conformVariant(t, template, one)
			}
		}
	}
}

// conformVariant checks the values of a variant that a constant names.
func conformVariant[S comparable](t TB, template *model.Template[S], one model.Variant) {
	t.Helper()
	set := map[string]string{template.Variants.Constant: one.Name}
	if _, _, err := template.Build(set); err != nil {
		t.Errorf("%s: variant %s: %v", template.Name, one.Name, err)
		return
	}
	list, _, err := template.Under(set)
	if err != nil {
		t.Errorf("%s: variant %s: %v", template.Name, one.Name, err)
	}
	known := map[string]model.Constant{}
	for _, c := range list {
		known[c.Name] = c
	}
	for name, value := range one.Set {
		c, ok := known[name]
		if !ok {
			t.Errorf("%s: variant %s sets %s, which is no constant", template.Name, one.Name, name)
			continue
		}
		if value == model.NotThere {
			continue
		}
		if _, err := c.Parse(value); err != nil {
			t.Errorf("%s: variant %s: %v", template.Name, one.Name, err)
		} else if c.Default != value {
			t.Errorf("%s: variant %s sets %s to %s, but the default there is %s", template.Name, one.Name, name, value, c.Default)
		}
	}
}
