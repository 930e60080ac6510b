package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"mc/term"
)

// openTerminal is a terminal of so many columns, and what is shown on it.
func openTerminal(t *testing.T, columns uint16) (shown, terminal *os.File) {
	t.Helper()
	shown, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	t.Cleanup(func() { shown.Close() })
	ask := func(what uintptr, about unsafe.Pointer) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, shown.Fd(), what, uintptr(about)); errno != 0 {
			t.Skipf("there are no terminals here: %v", errno)
		}
	}
	var unlocked, number int32
	size := [4]uint16{24, columns}
	ask(syscall.TIOCSPTLCK, unsafe.Pointer(&unlocked))
	ask(syscall.TIOCGPTN, unsafe.Pointer(&number))
	ask(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	return shown, terminal
}

// TestTextIsAsWideAsTheTerminal: sentences are wrapped where the terminal ends, and
// at 96 columns where there is none.
func TestTextIsAsWideAsTheTerminal(t *testing.T) {
	for _, columns := range []int{50, 70, 120} {
		shown, terminal := openTerminal(t, uint16(columns))
		go func() {
			mc([]string{"explain", "hw-within-maximal-isr"}, terminal, terminal)
			terminal.Close()
		}()
		widest := 0
		lines := bufio.NewScanner(shown)
		for lines.Scan(); lines.Scan(); { // the first is a title
			widest = max(widest, term.Width(strings.TrimRight(lines.Text(), "\r")))
		}
		if widest > columns || widest < columns-20 {
			t.Errorf("the longest line takes %d columns of %d", widest, columns)
		}
	}
}

// TestNothingIsWiderThanTheTerminal: what people read is folded, on both streams, with
// colours or without; only a word that has no space in it stands out.
func TestNothingIsWiderThanTheTerminal(t *testing.T) {
	const columns = 60
	for _, args := range [][]string{
		{"check", "kip-101-data-loss"},
		{"check", "-v", "--full", "kip-101-data-loss"},
		{"check", "kip-101-data-loss", "die-hard", "--max-states", "10"},
		{"check", "--model", "kafka", "--set", "replicas=2", "--max-states", "100"},
		{"check", "--model", "kafka", "--set", "replicas=two", "--set", "min_insync_replicas=9"},
		{"simulate", "-q", "kip-101-data-loss", "--walks", "20"},
		{"cert", "diff", "-q", "die-hard", "two-phase-commit"},
		{"list", "specs"}, {"list", "switches"}, {"list", "rules", "--model", "kafka"},
		{"list", "properties"}, {"list", "models", "--model", "kafka"}, {"list", "variants"}, {"list", "specs", "--release", "2.8"},
		{"explain", "KIP-320"}, {"show", "kip-101-data-loss"},
		{"matrix", "--recorded", "--columns", "releases"}, {"matrix", "--recorded", "--columns", "3.7,4.1", "--changed"},
		{"matrix", "-q", "--columns", "2.1,2.8", "r15-kafka-14704-broken"},
	} {
		shown, terminal := openTerminal(t, columns)
		go func() {
			mc(args, terminal, terminal)
			terminal.Close()
		}()
		lines := 0
		for all := bufio.NewScanner(shown); all.Scan(); lines++ {
			parts := strings.Split(strings.TrimRight(all.Text(), "\r"), "\r") // the progress line
			line := parts[len(parts)-1]
			if n := term.Width(line); n > columns && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("mc %s: %d columns of %d: %q", strings.Join(args, " "), n, columns, line)
			}
		}
		if lines == 0 {
			t.Errorf("mc %s: says nothing", strings.Join(args, " "))
		}
	}
}
