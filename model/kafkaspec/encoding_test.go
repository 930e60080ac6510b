package kafkaspec

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"
	"testing"

	"mc/model"
)

// build makes the model of that name ("kip-320") from constants in the order
// of the published configurations: replicas, log_size, max_records,
// max_leader_epoch.
func build(t testing.TB, name string, constants ...int) *model.Model[State] {
	t.Helper()
	keys := []string{"replicas", "log_size", "max_records", "max_leader_epoch"}
	set := map[string]string{}
	for i, c := range constants {
		set[keys[i]] = strconv.Itoa(c)
	}
	for _, template := range Templates() {
		if template.Name == "kafkaspec/"+name {
			m, _, err := template.Build(set)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
	}
	t.Fatalf("there is no model %s", name)
	return nil
}

func buildAsync(t testing.TB, replicas, maxOffset, maxVersion int) *model.Model[AsyncState] {
	t.Helper()
	template := AsyncIsr()
	m, _, err := template.Build(map[string]string{
		"replicas": strconv.Itoa(replicas), "max_offset": strconv.Itoa(maxOffset), "max_version": strconv.Itoa(maxVersion)})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// reachable gives the first states of m, breadth first.
func reachable[S comparable](m *model.Model[S], limit int) []S {
	seen := map[S]bool{}
	var states []S
	visit := func(s *S) {
		if !seen[*s] && len(states) < limit {
			seen[*s] = true
			states = append(states, *s)
		}
	}
	m.Init(func(s S) { visit(&s) })
	out := model.NewSteps(func(_ model.Action, s *S) { visit(s) })
	for i := 0; i < len(states); i++ {
		if from := states[i]; m.Within == nil || m.Within(&from) {
			m.Expand(&from, out)
		}
	}
	return states
}

func raw(t testing.TB, s any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := binary.Write(&b, binary.LittleEndian, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestStatesArePlain(t *testing.T) {
	if err := model.CheckPlain[State](); err != nil {
		t.Error(err)
	}
	if err := model.CheckPlain[AsyncState](); err != nil {
		t.Error(err)
	}
}

func TestStatesPackSmall(t *testing.T) {
	for _, constants := range [][]int{{3, 2, 2, 3}, {3, 3, 3, 3}} {
		ones := 0
		for _, b := range raw(t, build(t, "kip-320", constants...).Widest) {
			ones += bits.OnesCount8(b)
		}
		if t.Logf("%v: %d bits", constants, ones); ones > 128 {
			t.Errorf("%v takes %d bits, more than two words", constants, ones)
		}
	}
}

// TestWidest holds the states of many configurations, the largest included,
// against what Widest promises. Where the whole space is seen, the ladder must
// use every promised bit. (async-isr starts out with the largest ISR and cannot
// use all.)
func TestWidest(t *testing.T) {
	for _, constants := range [][]int{{2, 1, 1, 0}, {2, 2, 2, 1}, {2, 2, 3, 1}, {3, 1, 1, 1}, {3, 4, 5, 2}, {5, 4, 16, 6}} {
		for _, p := range ladder {
			m := build(t, p.name, constants...)
			if used, whole := fits(t, m, m.Widest); whole && !bytes.Equal(used, raw(t, m.Widest)) {
				t.Errorf("%s %v: of %x only %x is used", m.Name, constants, raw(t, m.Widest), used)
			}
		}
	}
	for _, constants := range [][3]int{{2, 1, 1}, {3, 2, 3}, {5, 9, 7}} {
		m := buildAsync(t, constants[0], constants[1], constants[2])
		fits(t, m, m.Widest)
	}
}

// fits gives the bits that the first states of m use, and whether these are
// all states.
func fits[S comparable](t *testing.T, m *model.Model[S], widest *S) (used []byte, whole bool) {
	t.Helper()
	const limit = 15_000
	mask := raw(t, widest)
	used = make([]byte, len(mask))
	states := reachable(m, limit)
	for _, s := range states {
		for i, b := range raw(t, s) {
			if used[i] |= b; b&^mask[i] != 0 {
				t.Fatalf("%s: byte %d of %+v is %#x, beyond the widest %#x", m.Name, i, s, b, mask[i])
			}
		}
	}
	return used, len(states) < limit
}

func TestConstantsAreRefused(t *testing.T) {
	for _, template := range Templates() {
		for _, set := range []map[string]string{
			{"replicas": "1"}, {"replicas": "6"}, {"log_size": "5"}, {"max_records": "0"}, {"max_leader_epoch": "7"}, {"epochs": "1"},
		} {
			if _, _, err := template.Build(set); err == nil {
				t.Errorf("%s accepts %v", template.Name, set)
			}
		}
	}
}

// TestTypesHold walks into the largest configuration, where a field that is
// too narrow would show, and checks every default property there.
func TestTypesHold(t *testing.T) {
	m := build(t, "kip-320", 5, 4, 16, 6)
	for _, s := range reachable(m, 20_000) {
		for _, p := range m.Properties {
			if err := p.State(&s); err != nil && !p.OnRequest {
				t.Fatalf("%s: %v in %+v", p.Name, err, s)
			}
		}
	}
}

// TestMismatchReadsWell pins the witnesses that no short counterexample of the
// ladder gives.
func TestMismatchReadsWell(t *testing.T) {
	m := build(t, "truncate-to-hw", 2, 2, 2, 1)
	s := State{ISR: 3, Epoch: 1, Requests: Requests(0).with(1, newRequest(0, 3))}
	s.Replicas[0] = Replica{Log: Log(newRecord(0, 1)), End: 1, HighWatermark: 1, Epoch: 1, ISR: 3}
	s.Replicas[1] = Replica{Log: Log(newRecord(1, 2)), End: 1, Epoch: 1, ISR: 3}
	judge(t, m, "WeakIsr", s, "b2 is in the ISR of leader b1 but has m1 of epoch 1 at offset 0, where b1, whose high watermark 1 covers it, has m0 of epoch 0")
	s.Replicas[0].Log, s.Replicas[0].End = 0, 0
	judge(t, m, "WeakIsr", s, "leader b1 itself lacks offset 0, which its high watermark 1 covers")
}
