package runs_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
)

// trial is one fault in the course of replacing a file.
type trial struct {
	fault runstest.Fault
	at    int64
	stuck bool
}

// eachTrial lets every operation of act go wrong in every way. act works on
// the faulty disk and says what it came to; check looks at the disk after.
func eachTrial(t *testing.T, prepare func(*runstest.Memory), act func(runs.Disk) error, check func(*testing.T, trial, *runstest.Memory, error)) {
	t.Helper()
	trials := 0
	for _, fault := range runstest.Faults() {
		for _, stuck := range []bool{false, true} {
			for at := int64(1); ; at++ {
				m := runstest.NewMemory()
				prepare(m)
				d := &runstest.Faulty{Disk: m, At: at, Fault: fault, Stuck: stuck, Bit: uint(at * 37)}
				err := act(d)
				if d.Operations() < at {
					break
				}
				trials++
				check(t, trial{fault, at, stuck}, m, err)
			}
		}
	}
	if trials < 50 {
		t.Errorf("only %d faults were tried", trials)
	}
}

// TestFaultyWrite replaces a file while the disk fails, and then loses power:
// there is the old file or the new one, and never a part that is believed.
func TestFaultyWrite(t *testing.T) {
	h := runs.Header{Words: 2, Rules: true}
	old, fresh := made(h, runs.BlockRecords+5, 1), made(h, 2*runs.BlockRecords+5, 2)
	check := func(t *testing.T, tr trial, m *runstest.Memory, err error) {
		look := func(when string) {
			got, readErr := load(m, path, h)
			switch {
			case readErr != nil:
				if !tr.fault.Silent() || !refused(readErr) {
					t.Errorf("%+v, %s: %v", tr, when, readErr)
				}
			case got.equal(fresh):
			case !got.equal(old):
				t.Errorf("%+v, %s: something else is believed", tr, when)
			case err == nil && !tr.fault.Silent():
				t.Errorf("%+v, %s: Close gave no error, and the old file is there", tr, when)
			}
		}
		if err != nil && refused(err) {
			t.Errorf("%+v: a fault of the disk is told as %v", tr, err)
		}
		look("at once")
		m.Crash(rand.New(rand.NewPCG(uint64(tr.at), uint64(tr.fault))))
		look("after a loss of power")
	}
	eachTrial(t, func(m *runstest.Memory) { mustStore(t, m, path, old) },
		func(d runs.Disk) error { _, err := store(d, path, fresh); return err }, check)
}

// TestCrashAnywhere loses power after each operation of a disk that has no
// fault.
func TestCrashAnywhere(t *testing.T) {
	h := runs.Header{Words: 1}
	old, fresh := made(h, 5, 1), made(h, runs.BlockRecords+5, 2)
	seen := map[bool]int{}
	for at := int64(1); at < 12; at++ {
		for seed := range uint64(50) {
			m := runstest.NewMemory()
			mustStore(t, m, path, old)
			store(&runstest.Faulty{Disk: m, At: at, Stuck: true}, path, fresh)
			m.Crash(rand.New(rand.NewPCG(seed, uint64(at))))
			got, err := load(m, path, h)
			if err != nil || !got.equal(old) && !got.equal(fresh) {
				t.Fatalf("stopped before operation %d: %v", at, err)
			}
			seen[got.equal(fresh)]++
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("old and new file were seen %v times", seen)
	}
}

// TestFaultyRead reads while the disk fails: there is an error or what was
// written. An error of the disk is not told as damage.
func TestFaultyRead(t *testing.T) {
	want := made(runs.Header{Words: 2, Rules: true}, 5*runs.BlockRecords+5, 1)
	var got records
	check := func(t *testing.T, tr trial, _ *runstest.Memory, err error) {
		switch {
		case err == nil:
			if !got.equal(want) {
				t.Errorf("%+v: something else is believed", tr)
			}
		case refused(err):
			if tr.fault == runstest.Broken || tr.fault == runstest.Full {
				t.Errorf("%+v: a fault of the disk is told as %v", tr, err)
			}
		case tr.fault == runstest.Flip && tr.at > 2 && !tr.stuck:
			t.Errorf("%+v: damage is told as %v", tr, err)
		}
	}
	eachTrial(t, func(m *runstest.Memory) { mustStore(t, m, path, want) },
		func(d runs.Disk) (err error) { got, err = load(d, path, want.head); return err }, check)
}

// TestFaultyManifest replaces a manifest while the disk fails, and then loses
// power.
func TestFaultyManifest(t *testing.T) {
	check := func(t *testing.T, tr trial, m *runstest.Memory, err error) {
		look := func(when string) {
			var got progress
			readErr := runs.ReadManifest(m, path, &got)
			switch {
			case readErr != nil:
				if !tr.fault.Silent() || !refused(readErr) {
					t.Errorf("%+v, %s: %v", tr, when, readErr)
				}
			case got.Level != 1 && got.Level != 2:
				t.Errorf("%+v, %s: %+v is believed", tr, when, got)
			case got.Level == 1 && err == nil && !tr.fault.Silent():
				t.Errorf("%+v, %s: no error was given, and the old manifest is there", tr, when)
			}
		}
		look("at once")
		m.Crash(rand.New(rand.NewPCG(uint64(tr.at), uint64(tr.fault))))
		look("after a loss of power")
	}
	eachTrial(t, func(m *runstest.Memory) { mustWrite(t, m, progress{Level: 1}) },
		func(d runs.Disk) error { return runs.WriteManifest(d, path, progress{Level: 2}) }, check)
}

// TestFaultyManifestRead reads a manifest while the disk fails.
func TestFaultyManifestRead(t *testing.T) {
	m := runstest.NewMemory()
	mustWrite(t, m, progress{Level: 1})
	for _, fault := range runstest.Faults() {
		for at := range int64(5) {
			var got progress
			d := &runstest.Faulty{Disk: m, At: at + 1, Fault: fault, Bit: 300}
			if err := runs.ReadManifest(d, path, &got); err == nil && got.Level != 1 {
				t.Errorf("%v at operation %d: %+v is believed", fault, at+1, got)
			} else if err != nil && got.Level != 0 {
				t.Errorf("%v at operation %d: %+v is told beside %v", fault, at+1, got, err)
			}
		}
	}
}

// TestFullDisk holds that the reason is kept for the caller, and that nothing
// is left in the way.
func TestFullDisk(t *testing.T) {
	m := runstest.NewMemory()
	d := &runstest.Faulty{Disk: m, At: 3, Fault: runstest.Full}
	want := made(runs.Header{Words: 2}, 2*runs.BlockRecords, 1)
	_, err := store(d, path, want)
	if err == nil || !errors.Is(err, errNoSpace) {
		t.Errorf("a full disk gives %v", err)
	}
	if m.Get(path+".tmp") != nil {
		t.Error("a part of a file takes up the disk")
	}
}
