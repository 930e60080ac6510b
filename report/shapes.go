package report

import "reflect"

// Shapes are the types of what this package writes as JSON, by the names of the
// formats: for those who describe these to others.
func Shapes() map[string]reflect.Type {
	return map[string]reflect.Type{Schema: reflect.TypeFor[result](), SimulationSchema: reflect.TypeFor[simulation](),
		ValidationSchema: reflect.TypeFor[validation]()}
}
