package retrace_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mc/explorer/retrace"
	"mc/model"
	"mc/model/evidence"
)

// post is a sender that counts, a message on its way, and a receiver.
type post struct{ Sent, Away, Got, Lost uint8 }

const (
	counts = iota // streams
	receives
)

func mail() *model.Model[post] {
	rule := func(name string, step func(s *post) bool) model.Rule[post] {
		return model.Rule[post]{Name: name, Expand: func(s *post, out *model.Steps[post]) {
			if n := *s; step(&n) {
				*out.Step() = n
			}
		}}
	}
	return &model.Model[post]{Name: "mail", Rules: []model.Rule[post]{
		rule("Count", func(s *post) bool { s.Sent++; return s.Sent < 5 }),
		rule("Send", func(s *post) bool { was := s.Away; s.Away = s.Sent; return was == 0 && s.Sent > 0 }),
		rule("Receive", func(s *post) bool { was := s.Away; s.Got, s.Away = s.Away, 0; return was > 0 }),
		rule("Lose", func(s *post) bool { was := s.Away; s.Away = 0; s.Lost++; return was > 0 && s.Lost < 3 }),
	}}
}

// signs are what a step shows: counts, and what is received that was not received before.
func signs(before *post, rule string, after *post) []evidence.Way {
	switch {
	case rule == "Count":
		return []evidence.Way{{{Stream: counts, Fact: evidence.Fact{int32(after.Sent)}}}}
	case rule == "Receive" && before.Got != after.Got:
		return []evidence.Way{{{Stream: receives, Fact: evidence.Fact{int32(after.Got)}}}}
	case rule == "Receive":
		return []evidence.Way{{{Stream: receives, Fact: evidence.Fact{int32(after.Got)}}}, nil}
	}
	return []evidence.Way{nil}
}

func recordingOf(lines []evidence.Line) *evidence.Recording[post] {
	return &evidence.Recording[post]{
		Streams: []string{"counts", "receives"}, Lines: lines,
		Start: func(*model.Model[post]) (post, error) { return post{}, nil },
		Ways: func(before *post, rule string, _ model.Args, after *post, _ func(int) *evidence.Line) []evidence.Way {
			return signs(before, rule, after)
		},
		Stale: func(s *post, l *evidence.Line) bool { return l.Stream == receives && l.Fact[0] == int32(s.Got) },
		Told:  func(int, evidence.Fact) string { return "" },
	}
}

// walk is a random run as it is recorded: lines are late by at most the slack.
func walk(t *rapid.T, m *model.Model[post], slack int) (lines []evidence.Line) {
	s := post{}
	for at := range rapid.IntRange(1, 14).Draw(t, "steps") {
		type next struct {
			rule  string
			after post
		}
		var all []next
		g := model.NewSteps(func(a model.Action, n *post) { all = append(all, next{m.Rules[a.Rule].Name, *n}) })
		m.Gather(&s, g)
		g.Flush()
		if len(all) == 0 {
			break
		}
		n := all[rapid.IntRange(0, len(all)-1).Draw(t, "step")]
		ways := signs(&s, n.rule, &n.after)
		for _, sign := range ways[rapid.IntRange(0, len(ways)-1).Draw(t, "way")] {
			late := rapid.IntRange(0, slack).Draw(t, "late")
			lines = append(lines, evidence.Line{At: int64(1000 + 10*at + late), Stream: sign.Stream, Fact: sign.Fact, Calm: sign.Stream == receives})
		}
		s = n.after
	}
	for i := range lines { // one stream is in order
		for j := range i {
			if lines[j].Stream == lines[i].Stream {
				lines[i].At = max(lines[i].At, lines[j].At)
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b evidence.Line) int { return int(a.At - b.At) })
	return lines
}

// TestTwin: what is recorded of a run is found, and of what is changed afterwards both ways to
// look for a run say the same.
func TestTwin(t *testing.T) {
	m := mail()
	rapid.Check(t, func(t *rapid.T) {
		slack := rapid.IntRange(1, 30).Draw(t, "slack")
		lines := walk(t, m, slack)
		changed := len(lines) > 0 && rapid.Bool().Draw(t, "changed")
		if changed {
			l := &lines[rapid.IntRange(0, len(lines)-1).Draw(t, "which")]
			l.Fact[0] = int32(rapid.IntRange(0, 4).Draw(t, "to"))
		}
		end := int64(0)
		if rapid.Bool().Draw(t, "ends early") {
			end = int64(1000 + rapid.IntRange(0, 150).Draw(t, "end"))
			lines = slices.DeleteFunc(lines, func(l evidence.Line) bool { return l.At > end })
		}
		r := recordingOf(lines)
		if end > 0 {
			r.Beyond = func(int) int64 { return end }
		}
		out, err := retrace.Find(t.Context(), m, r, retrace.Options{Slack: int64(slack), Unseen: 40})
		if err != nil || out.Cut {
			t.Fatal(err, out)
		}
		if want := twin(m, r, int64(slack)); out.Found != want || !changed && !out.Found {
			t.Fatalf("found %v, the twin %v: %v", out.Found, want, lines)
		}
		holds(t, m, r, out)
	})
}

// holds checks that a course is a run, and that what its steps show are the lines in their order.
func holds(t *rapid.T, m *model.Model[post], r *evidence.Recording[post], out *retrace.Outcome[post]) {
	told := slices.Clone(out.Stale)
	s := out.Path.Start
	for i, step := range out.Path.Steps {
		after, enabled := m.Successor(&s, step.Action)
		if !enabled || after != step.After {
			t.Fatalf("step %d is none of the model", i)
		}
		shows := slices.ContainsFunc(signs(&s, m.Rules[step.Action.Rule].Name, &after), func(w evidence.Way) bool {
			return slices.EqualFunc(w, out.Lines[i], func(sign evidence.Sign, l int) bool {
				return r.Lines[l].Stream == sign.Stream && r.Lines[l].Fact == sign.Fact
			}) || r.Beyond != nil && len(out.Lines[i]) == 0
		})
		if !shows {
			t.Fatalf("step %d shows other lines", i)
		}
		told = append(told, out.Lines[i]...)
		s = after
	}
	slices.Sort(told)
	if out.Found && (len(told) != len(r.Lines) || len(slices.Compact(told)) != len(r.Lines)) {
		t.Fatalf("lines %v are told of %d", told, len(r.Lines))
	}
	if !out.Found && out.Stuck < 0 {
		t.Fatal("no line is named that no run shows")
	}
}

// twin looks for a run breadth first, with the rule of the slack and nothing else.
func twin(m *model.Model[post], r *evidence.Recording[post], slack int64) bool {
	type place struct {
		s  post
		at [2]int
	}
	var streams [2][]evidence.Line
	for _, l := range r.Lines {
		streams[l.Stream] = append(streams[l.Stream], l)
	}
	may := func(p place, stream int, says evidence.Fact) bool {
		due := int64(1) << 60
		for s, list := range streams {
			if p.at[s] < len(list) {
				due = min(due, list[p.at[s]].At)
			}
		}
		list := streams[stream]
		return p.at[stream] < len(list) && list[p.at[stream]].Fact == says && list[p.at[stream]].At <= due+slack
	}
	queue, seen := []place{{}}, map[place]bool{{}: true}
	beyond := func(p place, stream int) bool {
		due := int64(1) << 60
		for s, list := range streams {
			if p.at[s] < len(list) {
				due = min(due, list[p.at[s]].At)
			}
		}
		return r.Beyond != nil && p.at[stream] == len(streams[stream]) && r.Beyond(stream) <= due+slack
	}
	add := func(p place) {
		if !seen[p] {
			seen[p] = true
			queue = append(queue, p)
		}
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if p.at[0] == len(streams[0]) && p.at[1] == len(streams[1]) {
			return true
		}
		if may(p, receives, evidence.Fact{int32(p.s.Got)}) {
			next := p
			next.at[receives]++
			add(next)
		}
		g := model.NewSteps(func(a model.Action, after *post) {
			for _, way := range signs(&p.s, m.Rules[a.Rule].Name, after) {
				next := place{*after, p.at}
				if len(way) == 1 && !beyond(p, way[0].Stream) {
					if !may(p, way[0].Stream, way[0].Fact) {
						continue
					}
					next.at[way[0].Stream]++
				}
				add(next)
			}
		})
		m.Gather(&p.s, g)
		g.Flush()
	}
	return false
}

// TestMemory: a search that may not keep what it needs is cut, and says what it took.
func TestMemory(t *testing.T) {
	lines := []evidence.Line{{At: 1000, Stream: counts, Fact: evidence.Fact{1}}, {At: 1001, Stream: receives, Fact: evidence.Fact{4}}}
	r := recordingOf(lines)
	out, err := retrace.Find(t.Context(), mail(), r, retrace.Options{})
	if err != nil || out.Cut || out.Full || out.Memory == 0 {
		t.Fatal(err, out)
	}
	out, err = retrace.Find(t.Context(), mail(), r, retrace.Options{Memory: out.Memory / 2})
	if err != nil || out.Found || !out.Cut || !out.Full {
		t.Error(err, out)
	}
}

// TestLook: how things are is told as soon as they are so, and what it tells is done at once.
func TestLook(t *testing.T) {
	looks := 2
	r := recordingOf([]evidence.Line{
		{At: 1000, Stream: counts, Fact: evidence.Fact{1}},
		{At: 1010, Stream: looks, Fact: evidence.Fact{1}, Look: true}, // one is lost
		{At: 1020, Stream: counts, Fact: evidence.Fact{2}},
		{At: 1030, Stream: receives, Fact: evidence.Fact{2}},
	})
	r.Streams = append(r.Streams, "looks")
	r.Stale = func(s *post, l *evidence.Line) bool { return l.Stream == looks && l.Fact[0] == int32(s.Lost) }
	ways := r.Ways
	r.Ways = func(before *post, rule string, a model.Args, after *post, next func(int) *evidence.Line) []evidence.Way {
		if l := next(looks); rule == "Lose" && (l == nil || l.Fact[0] < int32(after.Lost)) {
			return nil
		} else if rule == "Lose" {
			return []evidence.Way{{{Stream: looks, Soon: true}}}
		}
		return ways(before, rule, a, after, next)
	}
	out, err := retrace.Find(t.Context(), mail(), r, retrace.Options{Slack: 5})
	if err != nil || !out.Found || out.Path.Steps[len(out.Path.Steps)-1].After.Lost != 1 {
		t.Fatal(err, out)
	}
	r.Lines[1].Fact[0] = 2 // two cannot be: the second letter is sent once only
	if out, err = retrace.Find(t.Context(), mail(), r, retrace.Options{Slack: 5}); err != nil || out.Cut {
		t.Fatal(err, out)
	}
}
