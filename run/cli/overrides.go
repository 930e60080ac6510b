package cli

import (
	"regexp"
	"slices"
	"strings"

	"mc/run/specfile"
)

// variation are the flags that make another run of the same model.
type variation struct {
	Set     []string `sep:"none" placeholder:"NAME=VALUE" help:"Give a constant, axis or switch another value; repeatable."`
	Without []string `sep:"none" placeholder:"RULE" help:"Leave out a rule, or one instance of it (\"Elect b1\"); repeatable."`
}

// asking are the flags that ask for what the model has no property for.
type asking struct {
	Never []string `sep:"none" placeholder:"PREDICATE" help:"Check that this is so in no state and of no step, as in 'hw(f) > leo(leader)' (mc list terms); repeatable. A name before a colon is its own: 'lost: ...'."`
	Goal  []string `sep:"none" placeholder:"PREDICATE" help:"Find a shortest way to a state, or a step, of which this is so; repeatable."`
}

// asked reports whether anything is asked.
func (a *asking) asked() bool { return len(a.Never)+len(a.Goal) > 0 }

// words are the flags as they were typed.
func (a *asking) words() (words []string) {
	for _, text := range a.Never {
		words = append(words, "--never", quoted(text))
	}
	for _, text := range a.Goal {
		words = append(words, "--goal", quoted(text))
	}
	return words
}

// named is a name before the colon of a predicate, if it has one.
var named = regexp.MustCompile(`^\s*([a-z0-9][a-z0-9-]*)\s*:\s*(\S.*)$`)

// apply adds what is asked to what a spec checks.
func (a *asking) apply(s *specfile.Spec) {
	add := func(goal bool, flag, given string) {
		name, text := "", given
		if parts := named.FindStringSubmatch(given); parts != nil {
			name, text = parts[1], parts[2]
		}
		s.Ask(goal, name, text, flag+" "+given)
	}
	for _, text := range a.Never {
		add(false, "--never", text)
	}
	for _, text := range a.Goal {
		add(true, "--goal", text)
	}
}

// overrides are the flags that change what a spec says.
type overrides struct {
	variation
	asking
	Check    []string `name:"check" placeholder:"PROPERTY" help:"Check these properties, separated by commas; none explores only."`
	Expect   []string `sep:"none" placeholder:"PROPERTY=VERDICT[:N]" help:"Expect this verdict, N states long; repeatable."`
	Fairness string   `placeholder:"NAME" help:"Decide claims about runs that go on for ever under this fairness of the model; none supposes nothing."`
	Symmetry string   `placeholder:"on|off" help:"Visit one state per orbit of the model's symmetry."`
}

// words are the flags that change a run's inputs, as they were typed.
func (o *overrides) words() string {
	var words []string
	for _, set := range o.Set {
		words = append(words, "--set", quoted(set))
	}
	for _, rule := range o.Without {
		words = append(words, "--without", quoted(rule))
	}
	if len(o.Check) > 0 {
		words = append(words, "--check", quoted(strings.Join(o.Check, ",")))
	}
	words = append(words, o.asking.words()...)
	if o.Fairness != "" {
		words = append(words, "--fairness", quoted(o.Fairness))
	}
	return strings.Join(words, " ")
}

func (o *overrides) contradictions() error {
	if o.Symmetry != "" && o.Symmetry != "on" && o.Symmetry != "off" {
		return usage("--symmetry must be on or off, got %q", o.Symmetry)
	}
	for _, rule := range o.Without {
		if strings.TrimSpace(rule) == "" {
			return usage("--without needs the name of a rule; mc list rules names all")
		}
	}
	if slices.Contains(o.Check, "none") {
		switch {
		case len(o.Check) > 1:
			return usage("--check none contradicts --check %s; give one of them", other(o.Check, "none"))
		case len(o.Expect) > 0 && !o.asked():
			return usage("--check none checks nothing, so --expect %s cannot be met; drop one of them", o.Expect[0])
		}
	}
	return nil
}

func other(list []string, not string) string {
	i := slices.IndexFunc(list, func(s string) bool { return s != not })
	return list[max(i, 0)]
}

// apply writes the flags over the spec. Flags that change its inputs drop the
// expectations it has: they were for other inputs.
func (o *overrides) apply(w *world, s *specfile.Spec) error {
	set, err := pairs("--set", o.Set)
	if err != nil {
		return err
	}
	if len(set) > 0 || len(o.Without) > 0 || len(o.Check) > 0 || o.asked() || o.Fairness != "" {
		s.Expect = map[string]specfile.Expectation{}
	}
	if err := w.Override(s, set, setFlag(set)); err != nil {
		return usage("--set %v", err)
	}
	o.applyNames(s)
	return o.applyExpect(s)
}

// setFlag is the flag that gives a constant its value.
func setFlag(set map[string]string) func(name string) string {
	return func(name string) string { return "--set " + name + "=" + set[name] }
}

func (o *overrides) applyNames(s *specfile.Spec) {
	for _, rule := range o.Without {
		s.Without = append(s.Without, rule)
		s.Override("without."+rule, "--without "+rule)
	}
	if len(o.Check) > 0 {
		s.Check = []string{}
		s.Override("check", "--check "+strings.Join(o.Check, ","))
	}
	for _, property := range o.Check {
		if property != "none" {
			s.Check = append(s.Check, property)
		}
	}
	if o.asked() && len(o.Check) == 0 {
		s.Check = []string{}
	}
	o.asking.apply(s)
	if o.Fairness != "" {
		s.Fairness = o.Fairness
		s.Override("fairness", "--fairness "+o.Fairness)
	}
	if o.Symmetry != "" {
		s.Symmetry = map[string]specfile.Toggle{"on": specfile.On, "off": specfile.Off}[o.Symmetry]
		s.Override("symmetry", "--symmetry "+o.Symmetry)
	}
}

func (o *overrides) applyExpect(s *specfile.Spec) error {
	given, err := pairs("--expect", o.Expect)
	if err != nil {
		return err
	}
	for property, text := range given {
		e, err := specfile.ParseExpectation(text)
		if err != nil {
			return usage("--expect %s=%s: %v", property, text, err)
		}
		s.Expect[property] = e
		s.Override("expect."+property, "--expect "+property+"="+text)
	}
	return nil
}
