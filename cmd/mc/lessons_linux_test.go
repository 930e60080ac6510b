package main

import (
	"bufio"
	"os/exec"
	"strings"
	"testing"
)

// TestLearnStops: on a terminal a lesson stops at each question until the reader goes on,
// and a reader who leaves is told neither the answer nor what comes after it.
func TestLearnStops(t *testing.T) {
	shown, terminal := openTerminal(t, 100)
	cmd := exec.Command("mc", "learn", "kip-101")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := shown.WriteString("\nq\n"); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = cmd.Wait()
		terminal.Close()
	}()
	var text strings.Builder
	for all := bufio.NewScanner(shown); all.Scan(); {
		text.WriteString(all.Text() + "\n")
	}
	if n := strings.Count(text.String(), "Enter goes on"); n != 2 {
		t.Errorf("it stopped %d times, not twice:\n%s", n, text.String())
	}
	if n := strings.Count(text.String(), "Answer: "); n != 1 {
		t.Errorf("%d answers were told, not one", n)
	}
	if strings.Contains(text.String(), "is violated") {
		t.Error("the failure is told to a reader who left before it")
	}
}
