package model

import "fmt"

// Each is a parameter for the first n numbers of a type, shown as that type
// prints.
func Each[E ~uint8](name string, n int) Param {
	return Param{Name: name, Show: func(v uint8) string { return fmt.Sprint(E(v)) }, Values: Range(0, n-1)}
}

// Fixed makes a template's Constants of a list whose defaults depend on
// nothing.
func Fixed(list ...Constant) func(set map[string]string) ([]Constant, error) {
	return func(map[string]string) ([]Constant, error) { return list, nil }
}
