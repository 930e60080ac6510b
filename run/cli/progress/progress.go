package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"mc/explorer"
	"mc/report"
	"mc/term"
)

// interval is the time between two lines.
const interval = time.Second

// Line writes the progress of one run after the other to a stream.
type Line struct {
	Out      io.Writer
	Terminal bool       // overwrite the line instead of adding one
	Name     string     // of the spec that is running
	Columns  func() int // of the terminal, 0 if unknown; nil asks it

	mu    sync.Mutex
	last  time.Time
	width int // of what stands on the terminal
}

// Show writes p unless the last line is less than a second old.
func (l *Line) Show(p explorer.Progress) { l.show(l.Name, p) }

// Of shows the progress of one of several runs that share the line.
func (l *Line) Of(name string) func(explorer.Progress) {
	return func(p explorer.Progress) { l.show(name, p) }
}

func (l *Line) show(name string, p explorer.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.last) >= interval*9/10 {
		l.last = now
		l.write(Text(name, p))
	}
}

// Apart prints something else, on whatever stream, while there is no line.
func (l *Line) Apart(print func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	return print()
}

func (l *Line) write(text string) {
	if !l.Terminal {
		fmt.Fprintln(l.Out, text)
		return
	}
	if n := l.columns(); n > 0 {
		text = term.Clip(text, n-1) // a line that fills the last column may go on in the next
	}
	fmt.Fprintf(l.Out, "\r%s", term.Pad(text, l.width))
	l.width = term.Width(text)
}

func (l *Line) columns() int {
	if l.Columns != nil {
		return l.Columns()
	}
	return term.Columns(l.Out)
}

// Clear takes the line off the terminal, before a result is printed.
func (l *Line) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
}

func (l *Line) clear() {
	if l.Terminal && l.width > 0 {
		fmt.Fprintf(l.Out, "\r%-*s\r", l.width, "")
		l.width = 0
	}
}

// Text words a progress report.
func Text(name string, p explorer.Progress) string {
	doing := ""
	if p.Doing != "" {
		doing = p.Doing + ", "
	}
	return fmt.Sprintf("%s: %s%s states, %s/s, frontier %s, depth %d, memory %s, %s", name, doing,
		count(p.States), count(uint64(p.Rate)), count(p.Frontier), p.Depth,
		report.Size(p.Memory), p.Elapsed.Round(time.Second))
}

// count shortens a large number: 9.98M.
func count(n uint64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.2fG", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.2fM", float64(n)/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.0fk", float64(n)/1e3)
	}
	return fmt.Sprint(n)
}
