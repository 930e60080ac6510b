package script

import (
	"fmt"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/model/kafka/refusal"
	"mc/model/schedule"
)

// refuse says why an action is not enabled: the reason, where one is known,
// and what could be done instead.
func (x *Player) refuse(rule string, args ...uint8) error {
	a, ok := x.action(rule, args)
	if !ok {
		return fmt.Errorf("the model of this run has no rule %s", rule)
	}
	why := ""
	if r := refusal.Why(x.p, x.Now(), rule, a.Args); r.Why != "" {
		why = ": " + r.Why
	}
	return fmt.Errorf("%s is not enabled%s; enabled are %s", x.Model.Text(a), why, few(x.Enabled(), 8))
}

func few(list []string, n int) string {
	if len(list) == 0 {
		return "no actions at all"
	}
	text := strings.Join(list[:min(n, len(list))], ", ")
	if len(list) > n {
		text += fmt.Sprintf(" and %d more", len(list)-n)
	}
	return text
}

// refusedAs is what is wrong with a refusal that was expected.
func (x *Player) refusedAs(w *schedule.Want, err error) string {
	want := strings.Join(w.Values, ", ")
	switch {
	case err == nil:
		return "was carried out, but is expected to be refused: " + want
	case !strings.Contains(err.Error(), want):
		return fmt.Sprintf("refused with %q, which does not contain %q", err, want)
	}
	return ""
}

// WhyNot offers the reasons why actions are not enabled.
func WhyNot(m *model.Model[kafka.State], v model.Values) (schedule.Refuses[kafka.State], error) {
	p, err := kafka.NewProtocol(v)
	if err != nil {
		return nil, err
	}
	return func(now *kafka.State, a model.Action) schedule.Refusal {
		return refusal.Why(p, now, m.Rules[a.Rule].Name, a.Args)
	}, nil
}

func name(b uint8) string { return kafka.NodeOf(int(b)).String() }
