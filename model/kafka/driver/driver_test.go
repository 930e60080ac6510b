package driver

import (
	"errors"
	"strings"
	"testing"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// course is a run of these actions, and what it shows.
func course(t *testing.T, set map[string]string, shows func(s *kafka.State) error, actions ...string) (string, error) {
	t.Helper()
	full := map[string]string{"generation": "kip-966", "replicas": "3", "min_insync_replicas": "2", "records": "2"}
	for k, v := range set {
		full[k] = v
	}
	m, values, err := kafka.Template.Build(full)
	if err != nil {
		t.Fatal(err)
	}
	m.Properties = append(m.Properties, model.Property[kafka.State]{Name: "shown", State: shows})
	s, err := schedule.Begin(m)
	if err != nil {
		t.Fatal(err)
	}
	about, path := schedule.Course{Property: "shown", Of: "a test"}, &model.Path[kafka.State]{Start: s.Start}
	for _, name := range actions {
		a, enabled := s.Named(name)
		if !enabled || !s.Take(a) {
			t.Fatalf("%s is not enabled; enabled are %v", name, s.Enabled())
		}
		path.Steps = append(path.Steps, model.Transition[kafka.State]{Action: a, After: *s.Now()})
		about.Steps = append(about.Steps, "does "+name)
	}
	return Drive(m, values, path, about)
}

var errShown = errors.New("shown")

// ends shows itself when a broker's log has so many records.
func ends(b int, n kafka.Offset) func(s *kafka.State) error {
	return func(s *kafka.State) error {
		if s.Brokers[b].Log.End == n {
			return errShown
		}
		return nil
	}
}

// operations are the lines of a driver without settings, comments and waiting.
func operations(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) > 0 && !strings.Contains("title set await see consume pause expect", words[0]) {
			out = append(out, strings.Join(words, " "))
		}
	}
	return strings.Join(out, "; ")
}

// all shows itself when everything holds.
func all(holds ...func(s *kafka.State) error) func(s *kafka.State) error {
	return func(s *kafka.State) error {
		for _, h := range holds {
			if h(s) == nil {
				return nil
			}
		}
		return errShown
	}
}

// unaware shows itself when b1 takes itself for the leader and b3 is it.
func unaware(s *kafka.State) error {
	if s.Brokers[0].Role == kafka.Leader && s.Controller.Leader == kafka.NodeOf(2) {
		return errShown
	}
	return nil
}

var quiet = map[string]string{"fences": "0", "lag_timeouts": "0", "elections": "1", "track_acks": "with-hw"}

func TestDrive(t *testing.T) {
	for name, c := range map[string]struct {
		shows   func(s *kafka.State) error
		actions []string
		want    string
	}{
		"nobody is held where all comes by itself": {ends(1, 1), []string{"Produce b1 all", "Fetch b2", "Respond b2"},
			"produce b1 r1 acks=all async"},
		"a follower that is to stay behind is held": {all(ends(1, 1), ends(2, 0)),
			[]string{"Produce b1 all", "Fetch b2", "Respond b2"}, "freeze b3; produce b1 r1 acks=all async"},
		"a leader that is to know nothing is held, and what it appends comes before": {all(ends(0, 1), unaware),
			[]string{"Elect b3", "Produce b1 all"}, "produce b1 r1 acks=all async; freeze b1; prefer b3"},
		"a record that only its leader has": {all(ends(0, 1), ends(1, 0), ends(2, 0)),
			[]string{"Produce b1 all"}, "freeze b2; freeze b3; produce b1 r1 acks=all async"},
	} {
		text, err := course(t, quiet, c.shows, c.actions...)
		if got := operations(text); err != nil || got != c.want {
			t.Errorf("%s: got %s, %v; want %s", name, got, err, c.want)
		}
	}
}

// TestUndriven holds that each reason comes with its step.
func TestUndriven(t *testing.T) {
	for want, c := range map[string]struct {
		set     map[string]string
		shows   func(s *kafka.State) error
		actions []string
	}{
		// The records have their order, so that b1 has to append behind b3's back after b3 has.
		"step 4 (Produce b1 all): b1 goes on with its producers here, and has not learned what the controller decided": {
			quiet, all(ends(0, 1), ends(2, 1), unaware), []string{"Elect b3", "Learn b3", "Produce b3 all", "Produce b1 all"}},
		"step 2 (Flush b1): nothing that is done to a cluster brings about Flush": {
			map[string]string{"flushes": "1", "lossy_crashes": "1"}, ends(0, 1), []string{"Produce b1 all", "Flush b1"}},
		"what the trace shows is over as soon as everybody runs on": {quiet, all(ends(0, 1), func(s *kafka.State) error {
			if s.Brokers[1].Response.Kind == kafka.Fetched && s.Brokers[1].Response.Records[0] != 0 && s.Brokers[1].Log.End == 0 &&
				s.Brokers[0].Role == kafka.Follower {
				return errShown
			}
			return nil
		}), []string{"Produce b1 all", "Fetch b2"}},
	} {
		_, err := course(t, c.set, c.shows, c.actions...)
		var stands *schedule.Undriven
		if !errors.As(err, &stands) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
