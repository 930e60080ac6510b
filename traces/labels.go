package traces

import (
	"regexp"
	"slices"

	"mc/model"
)

// modelName is a name that a model may give a thing: a letter and a number.
var modelName = regexp.MustCompile(`\b[a-z]\d+\b`)

// Label gives things other names than the model has for them ("r1" is
// "ok-1"), wherever a reader sees them. The states stay as they are, so the
// trace is replayed as before.
func (f *File) Label(labels map[string]string) {
	if len(labels) == 0 {
		return
	}
	f.Labels = labels
	f.labelView(&f.Start.View)
	for i := range f.Steps {
		f.labelEvent(&f.Steps[i])
	}
	if f.Loop != nil {
		f.Loop.Title = f.Labelled(f.Loop.Title)
	}
	f.Property.Witness = f.Labelled(f.Property.Witness)
	f.speakOf(f.Property.About)
}

// speakOf keeps what the witness speaks of, under the names of f.
func (f *File) speakOf(why model.Witness) {
	why.Records = slices.Clone(why.Records)
	for i := range why.Records {
		why.Records[i] = f.Labelled(why.Records[i])
	}
	f.Property.About = why
	f.analysis = nil
}

// Labelled puts the labels into a text.
func (f *File) Labelled(text string) string {
	if len(f.Labels) == 0 {
		return text
	}
	return modelName.ReplaceAllStringFunc(text, func(word string) string {
		if label, ok := f.Labels[word]; ok {
			return label
		}
		return word
	})
}

// describe is a model's view with the file's labels.
func (f *File) describe(v model.View) model.View {
	f.labelView(&v)
	return v
}

func (f *File) labelEvent(e *Event) {
	e.Title, e.Words = f.Labelled(e.Title), f.Labelled(e.Words)
	for i := range e.Turns {
		e.Turns[i].Words, e.Turns[i].Cause = f.Labelled(e.Turns[i].Words), f.Labelled(e.Turns[i].Cause)
	}
	for i := range e.Arrows {
		e.Arrows[i].Text = f.Labelled(e.Arrows[i].Text)
	}
	for i := range e.Changes {
		e.Changes[i].Before, e.Changes[i].After = f.Labelled(e.Changes[i].Before), f.Labelled(e.Changes[i].After)
	}
	f.labelView(&e.View)
}

func (f *File) labelView(v *model.View) {
	for i := range v.Lanes {
		lane := &v.Lanes[i]
		for k := range lane.Fields {
			lane.Fields[k].Value = f.Labelled(lane.Fields[k].Value)
		}
		if lane.Log == nil {
			continue
		}
		for k := range lane.Log.Cells {
			lane.Log.Cells[k].Text = f.Labelled(lane.Log.Cells[k].Text)
		}
	}
}
