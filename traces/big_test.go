package traces

import "testing"

// manyRecords is a run of fifteen records on three brokers: ten replicated,
// five that only the leader has when it dies, three of the next epoch.
func manyRecords(t testing.TB, askEpoch bool) (*File, *Comparison) {
	t.Helper()
	c := toyConfig{Brokers: 3, Records: 15, Kills: 3, AskEpoch: askEpoch}
	m := toyModel(c)
	schedule := []string{}
	for range 10 {
		schedule = append(schedule, "Produce")
	}
	schedule = append(schedule, "Fetch b2", "Fetch b3", "Fetch b2", "Fetch b3", "Produce", "Produce", "Kill b1", "Elect b2", "Produce", "Produce", "Produce", "Fetch b3", "Restart b1", "Fetch b1", "Fetch b3")
	f := record(t, m, run(t, m, schedule...), c)
	c.AskEpoch = !askEpoch
	other, err := Compare(m, f, toyModel(c), [2]string{"one", "other"})
	if err != nil {
		t.Fatal(err)
	}
	return f, other
}

// fiveBrokers is a run of 25 steps on five brokers.
func fiveBrokers(t testing.TB) (*File, *Comparison) {
	t.Helper()
	c := toyConfig{Brokers: 5, Records: 4, Kills: 5}
	m := toyModel(c)
	f := record(t, m, run(t, m, "Produce", "Fetch b2", "Fetch b3", "Fetch b4", "Fetch b5", "Produce", "Fetch b2", "Fetch b3", "Fetch b4", "Fetch b5",
		"Kill b3", "Fetch b2", "Fetch b4", "Fetch b5", "Restart b3", "Produce", "Kill b5", "Kill b4", "Restart b5", "Fetch b2", "Kill b1", "Elect b3", "Produce", "Fetch b5", "Fetch b2"), c)
	c.AskEpoch = true
	other, err := Compare(m, f, toyModel(c), [2]string{"hw-truncation", "kip-101"})
	if err != nil {
		t.Fatal(err)
	}
	return f, other
}

// A long run on five brokers, with the other rules beside it, is still a page
// that can be sent by mail.
func TestPageOfALongTraceStaysSmall(t *testing.T) {
	c := toyConfig{Brokers: 5, Records: 8, Kills: 40}
	m := toyModel(c)
	schedule := []string{}
	for range 8 {
		schedule = append(schedule, "Produce", "Fetch b2", "Fetch b3", "Fetch b4", "Fetch b5", "Fetch b2", "Kill b3", "Restart b3", "Fetch b3", "Kill b5", "Restart b5", "Fetch b5")
	}
	f := record(t, m, run(t, m, schedule...), c)
	c.AskEpoch = true
	other, err := Compare(m, f, toyModel(c), [2]string{"hw-truncation", "kip-101"})
	if err != nil {
		t.Fatal(err)
	}
	if page := rendered(t, f, "html", RenderOptions{Comparison: other}); len(page) > 600_000 {
		t.Errorf("%d states: %d bytes, want no more than 600,000", f.States(), len(page))
	}
}
