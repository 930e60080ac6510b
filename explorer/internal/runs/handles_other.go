//go:build !linux && !darwin && !freebsd

package runs

// mostOpen is what any system lets a process have open.
func mostOpen() int { return 64 }

// tooMany is not told from other errors here.
func tooMany(error) bool { return false }
