package evidence

import (
	"mc/model"
)

// Any stands in a fact for a number that was not seen.
const Any = -1 << 31

// Fact is what one line says, as numbers: the first is its kind, which with the stream
// says what the others are. Facts are held against each other number by number.
type Fact [10]int32

// Says reports whether a fact that was seen can be one that a step shows: the two are
// equal wherever neither has Any.
func (f *Fact) Says(shown *Fact) bool {
	for i := range f {
		if f[i] != shown[i] && f[i] != Any && shown[i] != Any {
			return false
		}
	}
	return true
}

// Line is something that was seen.
type Line struct {
	File   string // that it stands in, below the folder of the recording
	Number int    // in the file, from 1
	At     int64  // when it was written, in milliseconds of some clock that all files share
	After  int64  // no earlier than this did what it tells of happen; 0 if nothing is known
	Stream int    // lines of one stream were written in the order in which things happened
	Fact   Fact
	Text   string
	Calm   bool // if it has no news where it is the first line left, it will have none a little later
	Look   bool // it tells how things are and not what happens: it is told as soon as they are so
}

// Sign is what a step shows in one stream: its next line.
type Sign struct {
	Stream int
	Fact   Fact
	Peek   bool // the line is left for a later step
	Soon   bool // the step brings about only what a later line of the stream tells: nothing else need be tried before it
}

// Way is one way to see a step: all its signs. A step without a sign goes unseen.
type Way []Sign

// Recording is what was seen of one run, in the terms of a model.
type Recording[S comparable] struct {
	Set     map[string]string // the constants of the model that the run is held against
	Because []string          // where these come from, a sentence each
	Partial []string          // what was not recorded, and so is not held against anything
	Notes   []string          // what is odd in the files and was taken for a slip
	Streams []string          // their names
	Lines   []Line            // by time; of a stream, in the order of the stream

	// Scale says which numbers of the recording those of the model stand for, where the
	// recording has more; nil if each stands for itself. Names say of a course, by the lines
	// that show its steps, what its records stand for.
	Scale *Scale
	Names func(shown [][]int) []Name

	// Beyond is since when what the lines tell that would come next in a stream may have
	// happened, if things went on after the last lines; nil if they did not. A step from then
	// on may show what a stream has no more.
	Beyond func(stream int) int64

	// Start is the state in which the recording begins.
	Start func(m *model.Model[S]) (S, error)

	// Ways are the ways to see a step of the model; none says that it was not taken,
	// whatever else is seen. An unseen way comes last.
	Ways func(before *S, rule string, args model.Args, after *S, next func(stream int) *Line) []Way

	// Told says in words what a fact of a stream tells.
	Told func(stream int, f Fact) string

	// Stale reports whether a line tells nothing new in a state, so that it needs no step.
	Stale func(s *S, l *Line) bool
}

// Scale is which numbers of the recording 0, 1, 2, ... of the model stand for. A number between
// two of them is taken for the lower one; so many lines tell of such numbers, and so many have
// no news then and were left out.
type Scale struct {
	Of            string // what they number, in the plural
	Numbers       []int
	Between, Idle int
}

// Name is what something in a course is called, and what that is in the recording.
type Name struct{ Name, Is string }

// Options say of a recording what its folder does not.
type Options struct {
	Release   string            // of what was recorded; "" as the folder says
	Topic     string            // "" for the first one
	Partition int               // of the topic
	Until     int64             // in milliseconds of the day, when to end; 0 for the end
	Set       map[string]string // constants to be taken instead of those that the recording suggests
}

// Reader opens a recording in a folder.
type Reader[S comparable] func(dir string, o Options) (*Recording[S], error)
