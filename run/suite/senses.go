package suite

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mc/model"
	"mc/run/specfile"
)

// Sense is one of the things that a name can mean: a variant of a model, a model, a
// spec, or what others call so and specs go back to.
type Sense struct {
	Is    string // in words: "the spec kip-101, of model ladder/kip-101"
	Spec  string // its name, if it is one
	Model string // the model that it is or is a variant of
	Set   string // what makes that the variant: "era=kip-101"
	Ref   string // what specs go back to
}

// Proposals is how the names of proposals begin.
const Proposals = "KIP"

// Senses are all that a name means, in whatever case.
func (s *Suite) Senses(name string) (all []Sense) {
	var seen []*model.Variants
	for _, e := range s.Models {
		if v := e.Variants(); v != nil && !slices.Contains(seen, v) {
			seen = append(seen, v)
			all = append(all, variant(e.Name(), v, name)...)
		}
	}
	for _, e := range s.Models {
		known := slices.ContainsFunc(all, func(one Sense) bool { return one.Set == "" && one.Model == e.Name() })
		if !known && (strings.EqualFold(e.Name(), name) || strings.EqualFold(path.Base(e.Name()), name)) {
			all = append(all, Sense{Is: "the model " + e.Name(), Model: e.Name()})
		}
	}
	about := ""
	for _, file := range s.Specs.Paths() {
		spec := s.speaking(file, name)
		if spec == nil {
			continue
		}
		if strings.EqualFold(spec.Name, name) {
			all = append(all, Sense{Is: "the spec " + spec.Name + ", of model " + spec.Model, Spec: spec.Name, Model: spec.Model})
		}
		if i := slices.IndexFunc(spec.Refs, func(ref string) bool { return strings.EqualFold(ref, name) }); i >= 0 {
			about = cmp.Or(about, spec.Refs[i])
		}
	}
	if about != "" {
		kind := "the ticket "
		if tracker, _, _ := strings.Cut(about, "-"); tracker == Proposals {
			kind = "the proposal "
		}
		all = append(all, Sense{Is: kind + about, Ref: about})
	}
	return all
}

// speaking is the spec of a file in which a name is, in whatever case; most need no
// parsing. What is wrong with one is told to whoever asks for it.
func (s *Suite) speaking(file, name string) *specfile.Spec {
	data, err := fs.ReadFile(s.Specs.Files, file)
	if err != nil || !bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(name))) {
		return nil
	}
	spec, _ := s.Specs.Parse(file)
	return spec
}

// variant is the variant of a name, as a sense.
func variant(of string, v *model.Variants, name string) []Sense {
	i := slices.IndexFunc(v.Names(), func(one string) bool { return strings.EqualFold(one, name) })
	if i < 0 {
		return nil
	}
	one, family, _ := v.Find(v.Names()[i])
	sense := Sense{Is: "the " + family.One + " " + one.Name + " of " + v.Subject, Model: cmp.Or(one.Model, of)}
	if v.Key() != "" {
		sense.Set = v.Key() + "=" + one.Name
	}
	sense.Is += " (" + strings.TrimSuffix("model "+sense.Model+", "+sense.Set, ", ") + ")"
	return []Sense{sense}
}

// NoModel is what is to be said of a name that no model has: what else it is, or what is
// spelled nearly so.
func (s *Suite) NoModel(name string) string {
	var others []string
	for _, one := range s.Senses(name) {
		if one.Spec == "" && one.Ref == "" {
			others = append(others, one.Is)
		}
	}
	if len(others) == 0 {
		return model.Nearest(name, s.Models.Names())
	}
	return ", but " + strings.Join(others, " and ")
}
