package registry

import "mc/model"

// Values are the values of all constants of a model under set, in words.
func Values(e Entry, set map[string]string) (map[string]string, error) {
	return valuesOf(e, set, func(model.Constant) bool { return true })
}

// Protocol are those of them that a variant of the model has a say in, but for
// its name.
func Protocol(e Entry, set map[string]string) (map[string]string, error) {
	return valuesOf(e, set, func(c model.Constant) bool {
		return c.Role == model.OfVariant && c.Name != e.Variants().Key()
	})
}

func valuesOf(e Entry, set map[string]string, wanted func(model.Constant) bool) (map[string]string, error) {
	constants, err := e.Constants(set)
	if err != nil {
		return nil, err
	}
	values, err := model.Resolve(constants, set)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, c := range constants {
		if wanted(c) {
			out[c.Name] = c.Text(values[c.Name])
		}
	}
	return out, nil
}
