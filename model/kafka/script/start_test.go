package script

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mc/model"
	"mc/model/kafka"
	"mc/model/schedule"
)

// atRest takes from a state what a start cannot say: what is on its way, what budgets
// have been spent, and what nobody but its owner has a name for.
func atRest(p *kafka.Protocol, s kafka.State) kafka.State {
	c := &s.Controller
	s.Alter, s.Published, s.Asked = kafka.Alter{}, [16]kafka.News{}, kafka.Asked{}
	c.Incarnations = [kafka.MaxBrokers]kafka.Incarnation{}
	last := kafka.Value(0)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		x.Response, x.Request, x.Change, x.Reading = kafka.Response{}, kafka.Alter{}, kafka.Change{}, 0
		if x.StartOnDisk = 0; x.Start > 0 {
			clear(x.Log.Records[:x.Start])
		}
		if x.Half != 0 {
			x.Half, x.Log.Records[x.Log.End] = 0, 0
		}
		x.NewsDue, x.EpochForgot, x.Boot = false, false, kafka.InService
		x.Failed, x.Sessions, x.MinIsr, x.Gone = 0, 0, c.MinIsr, 0
		if x.Role == kafka.Idle || x.Down() {
			x.MinIsr = 0
		}
		for f := range p.Brokers {
			r := &x.Remotes[f]
			r.LeaderEnd, r.Incarnation = 0, 0
			r.CaughtUp = x.Role == kafka.Leader && p.HWWaitsForCaughtUp && f != b && x.Isr.Has(f)
			if c.Leader != kafka.NodeOf(b) { // a deposed leader has heard from nobody
				r.End = 0
			}
		}
		for _, r := range x.Log.Records[:x.Log.End] {
			last = max(last, r.Value())
		}
	}
	g := &s.Ghosts
	g.Suspects, g.ReadConflict, g.Latest, g.LatestWentBack, g.AfterAppend = 0, false, 0, false, g.Nacked != 0
	s.Used = kafka.Used{Records: uint8(last)}
	return s
}

// written is a state in the words of a start, in full.
func written(p *kafka.Protocol, s *kafka.State) (given []model.Given) {
	x := &Player{Session: &schedule.Session[kafka.State]{}, p: p}
	*x.Now() = *s
	add := func(key, of, value string) {
		given = append(given, model.Given{Key: key, Of: of, Values: []string{value}})
	}
	look := func(key string, b int, of string) {
		i := slices.IndexFunc(sights, func(s sight) bool { return s.name == key })
		add(key, of, sights[i].see(x, b))
	}
	for _, key := range []string{"leader", "leader_epoch", "partition_epoch", "isr", "elr", "last_known", "fenced", "stopping", "committed",
		"consumed", "acked", "acked_by_leader", "refused_after_append"} {
		look(key, 0, "")
	}
	if s.Controller.MinIsr != 0 {
		look("min_isr", 0, "")
	}
	for b := range p.Brokers {
		own := &s.Brokers[b]
		keys := []string{"role", "log", "epochs", "hw", "cache"}
		switch own.Role {
		case kafka.Follower:
			keys = append(keys, "epoch", "follows", "truncating")
		case kafka.Leader:
			keys = append(keys, "epoch", "known_isr", "known_partition_epoch", "epoch_start", "waiting")
		case kafka.Stopped:
			keys = append(keys, "clean")
		}
		for _, key := range keys {
			look(key, b, name(uint8(b)))
		}
		if p.KeepsStarts {
			look("log_start", b, name(uint8(b)))
		}
		look("checkpoint", b, name(uint8(b)))
		look("flushed", b, name(uint8(b)))
		if l := s.Controller.Leader.Index(); l >= 0 && l != b && s.Brokers[l].Role == kafka.Leader {
			look("known_leo", b, name(uint8(b)))
		}
	}
	return given
}

var startSets = []map[string]string{
	{"generation": "0.10.2", "unclean_elections": "1", "checkpoints": "1"},
	{"generation": "0.11", "kills": "2", "fences": "2", "elections": "1"},
	{"generation": "2.1", "lossy_crashes": "1", "flushes": "2", "elections": "2"},
	{"generation": "2.8", "clean_stops": "1", "reads": "2", "elections": "1"},
	{"generation": "3.3", "track_acks": "separate", "acks": "any", "fences": "2", "kills": "1"},
	{"generation": "4.1", "min_isr_changes": "1", "fences": "3", "kills": "2", "min_insync_replicas": "2", "elections": "1"},
	{"generation": "0.10.2", "reads_beyond_end": "on", "elections": "1"},
	{"generation": "0.11", "retentions": "2", "checkpoints": "2", "kills": "1", "elections": "2"},
	{"generation": "2.1", "deletes": "2", "elections": "2", "unclean_elections": "1", "reads": "2"},
	{"generation": "2.8", "retentions": "2", "deletes": "1", "lossy_crashes": "1", "flushes": "1", "checkpoints": "1", "elections": "2"},
	{"generation": "4.3", "min_insync_replicas": "3", "fences": "3", "elections": "2", "unclean_elections": "1"},
}

// TestStartReadsBack: what runs come to, written down as a start, is read as what it was.
func TestStartReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := map[string]string{"replicas": "3", "min_insync_replicas": "1", "records": "4", "max_leader_epoch": "5"}
		for k, v := range rapid.SampledFrom(startSets).Draw(t, "set") {
			set[k] = v
		}
		m, values, err := kafka.Template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		p, err := kafka.NewProtocol(values)
		if err != nil {
			t.Fatal(err)
		}
		s, err := schedule.Begin(m)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			enabled := s.Enabled()
			if len(enabled) == 0 {
				break
			}
			s.Do(rapid.SampledFrom(enabled).Draw(t, "action"))
		}
		was := atRest(p, *s.Now())
		readsBack(t, p, m, values, &was)
	})
}

// readsBack writes a state as a start and reads it.
func readsBack(t *rapid.T, p *kafka.Protocol, m *model.Model[kafka.State], values model.Values, was *kafka.State) {
	given := written(p, was)
	for i := 0; ; i++ {
		there, problems := Start(m, values, given)
		if len(problems) == 0 {
			var is kafka.State
			there.Init(func(s kafka.State) { is = s })
			is.Used, is.Ghosts.Conflict, is.Ghosts.Deleted = was.Used, was.Ghosts.Conflict, was.Ghosts.Deleted
			for b := range p.Brokers {
				is.Brokers[b].StartOnDisk = 0
			}
			if is != *was {
				t.Fatalf("written as %v (was, is): %s", given, cmp.Diff(*was, is))
			}
			return
		}
		given = allowing(t, given, problems, i)
	}
}

// allowing adds the words that allow what a run has come to, and leaves out what is of a
// record that no log has any more; anything else is a mistake.
func allowing(t *rapid.T, given []model.Given, problems []schedule.Problem, tries int) []model.Given {
	var allow []string
	for _, p := range problems {
		_, word, needed := strings.Cut(p.Message, "if that is meant, add ")
		word, _, _ = strings.Cut(word, " ")
		switch {
		case needed && !slices.Contains(allow, word):
			allow = append(allow, word)
		case needed:
		case strings.Contains(p.Message, "no log has a record"), strings.Contains(p.Message, "counts that too"):
			t.Skip("the state is none that can be said")
		default:
			t.Fatalf("%v\n%s", given, p.Message)
		}
	}
	if tries > 3 {
		t.Fatalf("%v: %v", given, problems)
	}
	return append(given, model.Given{Key: "although", Values: allow})
}

// given reads "hw of b1 = 2; isr = b1, b2".
func given(text string) (list []model.Given) {
	for _, part := range strings.Split(text, "; ") {
		name, value, _ := strings.Cut(part, " = ")
		key, of, _ := strings.Cut(name, " of ")
		list = append(list, model.Given{Key: key, Of: of, Values: []string{value}})
	}
	return list
}

// TestStartMakesSense: each mistake is told at what is wrong, and what may be meant is
// taken with the word for it.
func TestStartMakesSense(t *testing.T) {
	for _, test := range []struct{ given, at, says string }{
		{"colour = red", "colour", `nothing is called "colour"`},
		{"in_flight of b1 = none", "in_flight of b1", "can be seen and not given"},
		{"isr of b1 = b1", "isr of b1", "of nobody in particular"},
		{"hw = 1", "hw", "needs a broker"},
		{"hw of b9 = 1", "hw of b9", `"b9" is no broker`},
		{"leader = b7", "leader", `"b7" is no broker`},
		{"leader_epoch = 9", "leader_epoch", "not from 0 to 7"},
		{"leader_epoch = 5", "leader_epoch", "max_leader_epoch is 4"},
		{"hw of b1 = 1", "hw of b1", "1 is beyond the end of its log, which is 0"},
		{"flushed of b1 = 1", "flushed of b1", "beyond the end"},
		{"log of b1 = a, a", "log of b1", "a is in it twice"},
		{"log of b1 = a..e", "log", "records: 4 bounds those of the start too"},
		{"log of b1 = a, b; epochs of b1 = 0", "epochs of b1", "there are 1, and its log has 2 records"},
		{"leader_epoch = 2; log of b1 = a, b; epochs of b1 = 1, 0", "epochs of b1", "never fall"},
		{"leader_epoch = 1; log of b1 = a; log of b2 = a; epochs of b2 = 1", "log of b2", "a record has one epoch"},
		{"cache of b1 = 0 0, 1", "cache of b1", "pairs of an epoch and its start"},
		{"cache of b1 = 0 1", "cache of b1", "beyond the end of the log"},
		{"leader_epoch = 2; cache of b1 = 1 0, 0 0", "cache of b1", "does not continue"},
		{"isr = b2", "isr", "add leader-outside-isr"},
		{"fenced = b1; isr = b1, b2", "fenced", "add leader-fenced"},
		{"fenced = b2; isr = b1, b2", "isr", "add fenced-in-isr"},
		{"isr = none", "isr", "the ISR is empty"},
		{"log of b1 = a; cache of b1 = none", "cache of b1", "add cache-differs"},
		{"checkpoint of b2 = 1", "checkpoint of b2", "add checkpoint-beyond-log"},
		{"log of b1 = a; log of b2 = b; hw of b1 = 1; hw of b2 = 1", "log of b2", "add logs-differ"},
		{"log of b1 = a; epochs of b1 = 1", "epochs of b1", "add records-ahead"},
		{"although = logs-differ", "although", "that is not so"},
		{"although = weather", "although", `nothing is called "weather"`},
		{"role of b2 = king", "role of b2", "must be leader, follower, idle or down"},
		{"role of b2 = leader", "role of b2", "the controller's has b1"},
		{"role of b1 = down; role of b2 = down", "role", "kills: 1 counts that too"},
		{"epoch of b2 = 1", "epoch of b2", "the controller's is 0"},
		{"follows of b2 = b2", "role of b2", "leader b2"},
		{"known_isr of b2 = b1", "known_isr of b2", "does not lead"},
		{"known_leo of b1 = 0", "known_leo of b1", "no leader that knows of b1"},
		{"clean of b1 = yes", "clean of b1", "b1 runs"},
		{"truncating of b2 = perhaps", "truncating of b2", "must be yes or no"},
		{"acked = z", "acked", `no log has a record "z"`},
		{"committed = z", "committed", `no log has a record "z"`},
		{"log_start of b1 = 2; log of b1 = c, d", "log_start of b1", "this run does not keep it"},
		{"log_start of b1 = 21", "log_start of b1", "not from 0 to 20"},
		{"hw of b1 = -1", "hw of b1", "-1 is not from 0 to 20"},
		{"elr = b2; isr = b1", "elr", "this run does not keep it"},
		{"min_isr = 1", "min_isr", "this run does not keep it"},
		{"partition_epoch = 201", "partition_epoch", "not from 0 to 200"},
	} {
		set := map[string]string{"generation": "2.1", "records": "4", "max_leader_epoch": "4", "kills": "1", "fences": "2", "checkpoints": "1",
			"track_acks": "with-hw", "clean_stops": "1", "lossy_crashes": "1", "flushes": "1"}
		m, values, err := kafka.Template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		_, problems := Start(m, values, given(test.given))
		if len(problems) == 0 || problems[0].Init.Name() != test.at || !strings.Contains(problems[0].Message, test.says) {
			t.Errorf("%s: want %q at %s, got %+v", test.given, test.says, test.at, problems)
			continue
		}
		_, word, _ := strings.Cut(problems[0].Message, "add ")
		if word, _, meant := strings.Cut(word, " to although"); meant {
			if _, problems := Start(m, values, given(test.given+"; although = "+word)); len(problems) > 0 {
				t.Errorf("%s, although %s: %s", test.given, word, problems[0].Message)
			}
		}
	}
}

// TestStartBeginsAnywhere: logs that begin above 0 are read from there on, with what
// follows from it, and high watermarks are not below them, unless that is meant.
func TestStartBeginsAnywhere(t *testing.T) {
	set := map[string]string{"generation": "2.1", "records": "4", "max_leader_epoch": "4", "retentions": "1", "replicas": "3", "min_insync_replicas": "1"}
	m, values, err := kafka.Template.Build(set)
	if err != nil {
		t.Fatal(err)
	}
	const words = "leader_epoch = 2; log_start of b1 = 2; log of b1 = c, d; epochs of b1 = 1, 2; hw of b1 = 3; log of b2 = a..d; epochs of b2 = 0, 0, 1, 2"
	there, problems := Start(m, values, given(words))
	if len(problems) > 0 {
		t.Fatal(problems[0].Message)
	}
	var s kafka.State
	there.Init(func(is kafka.State) { s = is })
	x := &s.Brokers[0]
	c, d := kafka.NewRecord(1, 1), kafka.NewRecord(2, 2)
	if x.Start != 2 || x.Log.End != 4 || x.Log.Records[2] != c || x.Log.Records[3] != d || s.Brokers[1].Log.Records[2] != c {
		t.Errorf("logs: %+v, %+v", x, s.Brokers[1].Log)
	}
	if want := (kafka.Cache{1: kafka.Know(kafka.Offset(2)), 2: kafka.Know(kafka.Offset(3))}); x.Cache != want {
		t.Errorf("cache: %v", x.Cache)
	}
	if g := &s.Ghosts; g.Committed.End != 3 || g.Committed.Records[2] != c || g.Deleted != 2 || s.Used.Records != 4 {
		t.Errorf("ghosts: %+v", g)
	}
	for says, words := range map[string]string{
		"":                                       "log_start of b1 = 2; log of b1 = c, d",
		"add hw-below-log-start":                 "log_start of b1 = 2; log of b1 = c, d; hw of b1 = 1",
		"there are 1, and its log has 2 records": "log_start of b1 = 2; log of b1 = c, d; epochs of b1 = 0",
		"records: 4 bounds those of the start too": "log_start of b1 = 2; log of b1 = c..e",
		"add cache-differs":                        "log_start of b1 = 2; log of b1 = c, d; cache of b1 = 0 0",
	} {
		switch _, problems := Start(m, values, given(words)); {
		case says == "" && len(problems) > 0:
			t.Errorf("%s: %s", words, problems[0].Message)
		case says != "" && (len(problems) != 1 || !strings.Contains(problems[0].Message, says)):
			t.Errorf("%s: want %q, got %+v", words, says, problems)
		}
	}
}

// TestStartWordsAreSights: what can be given is called as what can be seen.
func TestStartWordsAreSights(t *testing.T) {
	for _, w := range startWords {
		i := slices.IndexFunc(sights, func(s sight) bool { return s.name == w.name })
		if w.name != "although" && (i < 0 || sights[i].of != w.of) {
			t.Errorf("%s: no sight, or of somebody else", w.name)
		}
	}
}
