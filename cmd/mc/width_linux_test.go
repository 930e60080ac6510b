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
