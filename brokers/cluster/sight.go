package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mc/brokers/cluster/driver"
)

// sights are what can be seen of the cluster without asking anybody, so that nobody who
// is frozen has to answer: logs, and the files of the replicas.
type sights struct {
	c    *cluster
	ends map[string]int64 // how far each log was read

	// Of the controller's log.
	leader, epoch, version int
	isr, elr, lastKnown    []int
	fenced                 map[int]bool

	brokers map[int]*broker // of the brokers' logs

	watch func() // called after every line that is taken in; nil: nobody waits
}

// broker is what a broker's log says of the partition.
type broker struct{ epoch, hw int }

// look reads what has been logged since.
func (s *sights) look() error {
	if err := s.lines(s.c.controller.log(), s.ofController); err != nil {
		return err
	}
	for b, n := range s.c.brokers {
		if s.brokers[b] == nil {
			s.brokers[b] = &broker{epoch: -1}
		}
		if err := s.lines(n.log(), s.brokers[b].read); err != nil {
			return err
		}
	}
	return nil
}

// lines calls read with every whole line that is new in a file.
func (s *sights) lines(path string, read func(line string)) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Seek(s.ends[path], io.SeekStart); err != nil {
		return err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	whole := strings.LastIndexByte(string(text), '\n') + 1
	s.ends[path] += int64(whole)
	for line := range strings.Lines(string(text[:whole])) {
		if strings.Contains(line, "t-0") || strings.Contains(line, "Replayed") {
			read(line)
			if s.watch != nil {
				s.watch()
			}
		}
	}
	return nil
}

var (
	newPartition = regexp.MustCompile(`Replayed PartitionRecord for new partition t-0 `)
	changed      = regexp.MustCompile(`Replayed partition change PartitionChangeRecord\(.* for topic t\b`)
	fencing      = regexp.MustCompile(`Replayed BrokerRegistrationChangeRecord modifying the registration for broker (\d+):.*fenced=(-?1)`)
	registering  = regexp.MustCompile(`Replayed .*RegisterBrokerRecord .*for broker (\d+): .*fenced=true`)
	field        = regexp.MustCompile(`(isr|elr|eligibleLeaderReplicas|lastKnownElr|leader|leaderEpoch|partitionEpoch)=(\[[^]]*\]|-?\d+|null)`)
)

// ofController takes in a line of the controller's log.
func (s *sights) ofController(line string) {
	switch {
	case newPartition.MatchString(line):
		s.epoch, s.version = 0, 0
		s.change(line)
	case changed.MatchString(line):
		s.version++
		s.change(line)
	}
	if m := fencing.FindStringSubmatch(line); m != nil {
		s.fenced[integer(m[1])] = m[2] == "1"
	}
	if m := registering.FindStringSubmatch(line); m != nil {
		s.fenced[integer(m[1])] = true
	}
}

// change takes in the fields of a record of the partition.
func (s *sights) change(line string) {
	for _, m := range field.FindAllStringSubmatch(line, -1) {
		if m[2] == "null" {
			continue
		}
		switch m[1] {
		case "isr":
			s.isr = integers(m[2])
		case "elr", "eligibleLeaderReplicas":
			s.elr = integers(m[2])
		case "lastKnownElr":
			s.lastKnown = integers(m[2])
		case "leader":
			if leader := integer(m[2]); leader != -2 { // -2 leaves it as it is
				if s.version > 0 {
					s.epoch++
				}
				s.leader = leader
			}
		}
	}
}

var (
	learned = regexp.MustCompile(`(?:Leader|Follower) t-0 .*starts at leader epoch (\d+) from offset \d+ with partition epoch \d+,? (?:and )?high watermark (\d+)`)
	raised  = regexp.MustCompile(`Setting high watermark \(offset=(\d+)|High watermark updated from .* to \(offset=(\d+)`)
)

// read takes in a line of a broker's log.
func (b *broker) read(line string) {
	if m := learned.FindStringSubmatch(line); m != nil {
		b.epoch, b.hw = integer(m[1]), integer(m[2])
	} else if m := raised.FindStringSubmatch(line); m != nil {
		b.hw = integer(m[1] + m[2])
	}
}

func integer(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func integers(list string) (all []int) {
	for word := range strings.FieldsFuncSeq(list, func(r rune) bool { return !(r >= '0' && r <= '9') }) {
		all = append(all, integer(word))
	}
	return all
}

// logEnd is the LEO of a replica, from its files: the end of the last whole batch.
func (n *node) logEnd() int {
	files, _ := filepath.Glob(filepath.Join(n.replica(), "*.log"))
	if len(files) == 0 {
		return 0
	}
	slices.Sort(files)
	last := files[len(files)-1]
	end := integer(strings.TrimLeft(strings.TrimSuffix(filepath.Base(last), ".log"), "0"))
	f, err := os.Open(last)
	if err != nil {
		return end
	}
	defer f.Close()
	_ = batches(f, func(_ int64, head []byte) bool {
		end = int(batchBase(head)) + int(int32(binary.BigEndian.Uint32(head[23:]))) + 1
		return true
	})
	return end
}

func batchBase(head []byte) int64 { return int64(binary.BigEndian.Uint64(head)) }

func batchSize(head []byte) int64 { return int64(binary.BigEndian.Uint32(head[8:])) + 12 }

// headSize is how long the head of a batch is.
const headSize = 61

// batches visits the heads of the whole batches of a segment, with where each begins.
func batches(f *os.File, visit func(at int64, head []byte) bool) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head := make([]byte, headSize)
	for at := int64(0); at+headSize <= info.Size(); {
		if _, err := f.ReadAt(head, at); err != nil {
			return err
		}
		size := batchSize(head)
		if size < headSize || at+size > info.Size() || !visit(at, head) {
			return nil
		}
		at += size
	}
	return nil
}

// holds reports whether all that an operation waits for is seen.
func (s *sights) holds(step *driver.Step) bool {
	for key, want := range step.Keys {
		if key != "within" && !s.one(step, key, want) {
			return false
		}
	}
	return true
}

func (s *sights) one(step *driver.Step, key, want string) bool {
	list, _ := driver.Brokers(want)
	every := func(holds func(b int) bool) bool {
		return !slices.ContainsFunc(list, func(b int) bool { return !holds(b) })
	}
	switch key {
	case "leader":
		return want == "none" && s.leader < 1 || slices.Equal(list, []int{s.leader})
	case "isr":
		return same(list, s.isr)
	case "elr":
		return same(list, s.elr)
	case "fenced":
		return every(func(b int) bool { return s.fenced[b] })
	case "unfenced":
		return every(func(b int) bool { return !s.fenced[b] })
	case "down":
		return every(func(b int) bool { return !s.c.brokers[b].up() })
	}
	b, n := step.Brokers[0], integer(want)
	switch key {
	case "epoch":
		return s.brokers[b].epoch == n
	case "leo":
		return s.c.brokers[b].logEnd() == n
	default:
		return s.brokers[b].hw == n
	}
}

// same reports whether two lists are the same set.
func same(a, b []int) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// describe is the partition in one line, as the tools of a cluster show it: a leader
// that is fenced is none to them.
func (s *sights) describe() string {
	leader := "none"
	if s.leader > 0 && !s.fenced[s.leader] {
		leader = strconv.Itoa(s.leader)
	}
	return fmt.Sprintf("leader=%s isr=%s elr=%s lastKnownElr=%s", leader, bare(s.isr), bare(s.elr), bare(s.lastKnown))
}

// bare is [1,2].
func bare(list []int) string { return strings.ReplaceAll(fmt.Sprint(list), " ", ",") }

// now is what is seen of everybody, for whoever waits in vain.
func (s *sights) now() string {
	text := s.describe()
	for _, n := range s.c.all()[1:] {
		b := s.brokers[n.id]
		text += fmt.Sprintf("; b%d epoch=%d leo=%d hw=%d", n.id, b.epoch, n.logEnd(), b.hw)
		switch {
		case !n.up():
			text += " down"
		case n.frozen:
			text += " frozen"
		}
		if s.fenced[n.id] {
			text += " fenced"
		}
	}
	return text
}
