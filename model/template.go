package model

import "fmt"

// Template is a model before its constants are known.
type Template[S comparable] struct {
	Name string
	Doc  string

	// Constants lists the parameters with the defaults that apply under set
	// (a generation, for example, changes the defaults of its switches).
	Constants func(set map[string]string) ([]Constant, error)

	// New builds the model, with the name of the template; it refuses impossible
	// mixtures with the reason.
	New func(v Values) (*Model[S], error)

	// Variants are what can be put side by side; nil if there is but one way
	// to run the model.
	Variants *Variants

	// Terms are words of its subject that are no names in it.
	Terms []Term

	// Impacts are what its properties mean to those whom the system serves, the
	// worst first, and the last one nothing that they notice; nil if nobody said.
	Impacts Impacts

	_ struct{}
}

// Under is the list of constants with the defaults that apply under set, whose
// keys may be former names; current has the present ones.
func (t *Template[S]) Under(set map[string]string) (list []Constant, current map[string]string, err error) {
	if list, err = t.Constants(nil); err != nil { // names do not depend on values
		return nil, nil, err
	}
	if current, err = Current(list, set); err != nil {
		return nil, nil, err
	}
	list, err = t.Constants(current)
	return list, current, err
}

// Build resolves set against the template's constants and makes the model.
func (t *Template[S]) Build(set map[string]string) (*Model[S], Values, error) {
	constants, set, err := t.Under(set)
	if err != nil {
		return nil, nil, err
	}
	values, err := Resolve(constants, set)
	if err != nil {
		return nil, nil, err
	}
	m, err := t.make(values)
	if err == nil && m.Name != t.Name {
		// A trace names its model, and is replayed by that name.
		return nil, nil, fmt.Errorf("model: template %q makes a model named %q; give both the same name", t.Name, m.Name)
	}
	return m, values, err
}

// make is New, whose panic is an error that says so.
func (t *Template[S]) make(values Values) (m *Model[S], err error) {
	defer func() {
		if p := recover(); p != nil {
			m, err = nil, fmt.Errorf("model: New of template %q panics: %v", t.Name, p)
		}
	}()
	return t.New(values)
}
