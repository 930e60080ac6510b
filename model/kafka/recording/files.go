package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mc/model/evidence"
	"mc/model/kafka"
)

// looked is a line of steps.jsonl: what the files of brokers held after something was done.
type looked struct {
	End   string `json:"t_end"`
	Files map[string]struct {
		Cache *string `json:"cache"` // leader-epoch-checkpoint
		HW    *int    `json:"hw"`    // replication-offset-checkpoint
	} `json:"files"`
}

// looking is for how many milliseconds files are read.
const looking = 100

// noEpoch stands for a leader epoch of which a file has nothing.
const noEpoch = -1

// readFiles reads what the files of brokers held. A file without an entry is as one with 0, as
// a process that starts takes it.
func (d *folder) readFiles() error {
	const name = "steps.jsonl"
	text, err := os.ReadFile(filepath.Join(d.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	n, looks := 0, map[int][]*evidence.Line{}
	for line := range strings.Lines(string(text)) {
		n++
		var one looked
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			return fmt.Errorf("%s:%d: it is not JSON: %w", name, n, err)
		}
		at, is := stamp(one.End + " ")
		if !is || at < d.meta.created {
			continue
		}
		for b, id := range d.meta.brokers {
			held, has := one.Files[strconv.Itoa(id)]
			if !has {
				continue
			}
			f := evidence.Fact{}
			if held.HW != nil {
				f[0] = short(*held.HW)
			}
			cacheOf(held.Cache, &f)
			f[early] = f[0]
			looks[b] = append(looks[b], &evidence.Line{File: name, Number: n, At: at + looking, After: at, Stream: d.of(b, files), Fact: f,
				Text: strings.TrimSpace(line), Look: true})
		}
	}
	for b, list := range looks {
		d.loosen(b, list)
		for _, l := range list {
			d.lines = append(d.lines, *l)
		}
	}
	return nil
}

// early is which number of a look is another high watermark that may be on disk.
const early = 9

// loosen lets a broker that is silent have written already what is seen to be on disk later.
// Of requests that lie with a process that was stopped the model tells when they are sent, so
// that its high watermark is ahead of that of the process until this goes on.
func (d *folder) loosen(b int, looks []*evidence.Line) {
	for i, l := range looks {
		hw := l.Fact[0]
		silent := slices.ContainsFunc(d.silences[b], func(s [2]int64) bool { return s[0] <= l.At && l.After <= s[1]+metadataLag })
		if i > 0 && looks[i-1].Fact[0] == hw && looks[i-1].Fact[early] != hw {
			silent = true // as long as it stays
		}
		if i > 0 && looks[i-1].Fact[0] > hw {
			continue
		}
		later := slices.IndexFunc(looks[i:], func(o *evidence.Line) bool { return o.Fact[0] != hw })
		if silent && later > 0 && looks[i+later].Fact[0] > hw {
			l.Fact[early] = looks[i+later].Fact[0]
		}
	}
}

// cacheOf reads a leader-epoch-checkpoint, its lines separated by slashes: a version, how many
// entries, and the entries, each an epoch and where it begins.
func cacheOf(text *string, f *evidence.Fact) {
	for e := range kafka.MaxLeaderEpoch + 1 {
		f[1+e] = noEpoch
		if text == nil {
			f[1+e] = evidence.Any
		}
	}
	if text == nil {
		return
	}
	lines := strings.Split(*text, " / ")
	for _, entry := range lines[min(2, len(lines)):] {
		var epoch, from int
		if n, _ := fmt.Sscan(entry, &epoch, &from); n == 2 && epoch >= 0 && epoch <= kafka.MaxLeaderEpoch {
			f[1+epoch] = short(from)
		}
	}
}

// onDisk says what files hold.
func onDisk(f *evidence.Fact) string {
	var epochs []string
	for e, from := range f[1:] {
		if e <= kafka.MaxLeaderEpoch && from >= 0 {
			epochs = append(epochs, fmt.Sprintf("%d from %d", e, from))
		}
	}
	switch {
	case f[1] == evidence.Any:
		epochs = []string{"?"}
	case epochs == nil:
		epochs = []string{"none"}
	}
	return fmt.Sprintf("has on disk high watermark %s, leader epochs %s", number(f[0]), strings.Join(epochs, ", "))
}

// holds reports whether a broker's files are as a line says. They may have entries at the end
// of its log, or behind it, that it has no more: of before it has loaded; of an earlier epoch,
// after a cut, which is written in the background (KAFKA-16541), so that they stay for as long
// as it is stopped then; and where an offset stands for several, of a record that the model
// does not have.
func (v viewer) holds(x *kafka.Broker, f *evidence.Fact) bool {
	if f[0] != evidence.Any && f[0] != int32(x.Checkpoint) && f[early] != int32(x.Checkpoint) {
		return false
	}
	ahead := v.grouped || x.Down() || x.Role == kafka.Idle
	for e := range kafka.MaxLeaderEpoch + 1 {
		said, has := f[1+e], int32(x.Cache[e].Int())
		if said != has && said != evidence.Any && !((ahead || kafka.Epoch(e) < x.Epoch) && has == noEpoch && said >= int32(x.Log.End)) {
			return false
		}
	}
	return true
}

// checkpoints is how often high watermarks are written to disk: so that what is there changes
// as it was seen to, and before each end of a process. Of more than the model has, none is looked at.
func (d *folder) checkpoints(r *evidence.Recording[kafka.State], stops int) int {
	const most = 15
	was, n := map[int]int32{}, stops
	for i := range d.lines {
		if l := &d.lines[i]; d.ofFiles(l) {
			if l.Fact[0] != was[l.Stream] {
				n++
			}
			was[l.Stream] = l.Fact[0]
		}
	}
	if n <= most {
		return n
	}
	for i := range d.lines {
		if l := &d.lines[i]; d.ofFiles(l) {
			l.Fact[0] = evidence.Any
		}
	}
	if n > stops {
		r.Partial = append(r.Partial, fmt.Sprintf("high watermarks on disk, which are written %d times; the model has %d", n, most))
	}
	return min(stops, most)
}

func (d *folder) ofFiles(l *evidence.Line) bool {
	return l.Stream != controller && d.kind(l.Stream) == files
}
