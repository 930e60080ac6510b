package progress

import "time"

// Say writes a line of other text, unless the last line is less than a second
// old.
func (l *Line) Say(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.last) >= interval*9/10 {
		l.last = now
		l.write(text)
	}
}
