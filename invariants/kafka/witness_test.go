package kafka

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"mc/model"
)

// TestWitnessesSpeakOfWhatTheyName: whatever of the view a witness names in
// words, a broker, a record or an offset, it has as a part, too. Pictures and
// explanations go by the parts alone.
func TestWitnessesSpeakOfWhatTheyName(t *testing.T) {
	m, sound := start(t)
	for i := range m.Properties {
		p := &m.Properties[i]
		before, after := sound, sound
		var err error
		switch p.Kind {
		case model.Step:
			brokenSteps[p.Name](&before, &after)
			err = p.Step(&before, model.Action{}, &after)
		case model.Always:
			broken[p.Name](&after)
			err = p.State(&after)
		default:
			continue // a goal has no witness
		}
		w := model.AsWitness(err)
		for _, lane := range m.Describe(&after).Lanes {
			if got, want := slices.Contains(w.Lanes, lane.Name), named(w.Text, lane.Name); got != want {
				t.Errorf("%s: %q: names %s: %v, has it as a part: %v", p.Name, w.Text, lane.Name, want, got)
			}
		}
		for v := 1; v < 8; v++ {
			record := fmt.Sprint("r", v)
			if got, want := slices.Contains(w.Records, record), named(w.Text, record); got != want && len(w.Lanes) > 0 {
				t.Errorf("%s: %q: names %s: %v, has it as a part: %v", p.Name, w.Text, record, want, got)
			}
		}
		for o := range 4 {
			if got, want := slices.Contains(w.Offsets, o), named(w.Text, fmt.Sprint("offset ", o)); got != want {
				t.Errorf("%s: %q: names offset %d: %v, has it as a part: %v", p.Name, w.Text, o, want, got)
			}
		}
	}
}

// named reports that a sentence has a word, or several, as they are.
func named(sentence, words string) bool {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(words) + `\b`).MatchString(sentence)
}
