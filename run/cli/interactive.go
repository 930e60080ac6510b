package cli

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"mc/run/explore"
	"mc/run/registry"
	"mc/term"
	"mc/traces"
	"mc/traces/tell"
)

// walk is a trace that a person goes through step by step.
type walk struct {
	w     *world
	f     *traces.File
	r     *registry.Replayed
	other *traces.Comparison // nil without other rules
	text  tell.Options
	from  int // the first and the last step to go to
	until int
	now   int
}

// stroll reads what to do next until the reader leaves.
func (k *walk) stroll() error {
	if err := k.say("%s", k.greeting()); err != nil {
		return err
	}
	if err := k.jump(k.from); err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	typed := term.IsTerminal(os.Stdin) // then the terminal shows what is typed
	for {
		if err := k.say("step %d of %d> ", k.now, len(k.f.Steps)); err != nil {
			return err
		}
		if !lines.Scan() {
			return k.say("\n")
		}
		if !typed {
			if err := k.say("%s\n", lines.Text()); err != nil {
				return err
			}
		}
		words := strings.Fields(lines.Text())
		if len(words) == 1 && (words[0] == "x" || words[0] == "explore") {
			return k.leave(lines)
		}
		left, err := k.obey(words)
		if left || err != nil {
			return err
		}
	}
}

func (k *walk) greeting() string {
	about := tell.Summary(k.f)
	if k.other != nil {
		about = []string{tell.Lesson(k.other)}
	}
	return tell.Wrap(about, k.text) + "\n" + strollHelp + "\n"
}

const strollHelp = `n or Enter: next    b: back    N or j N: jump to step N    e: what is enabled here
w: where it goes wrong    s: the whole state    x: leave the trace here, and take other steps
?: this help    q: quit
`

// leave goes on from the present step with whatever the reader chooses.
func (k *walk) leave(lines *bufio.Scanner) error {
	e := explore.New(&k.w.Suite, version())
	open, err := e.Trace(k.f)
	if err != nil {
		return refused("the trace", err)
	}
	open.At = k.now
	e.Opening = open
	return e.Prompt(lines, k.w.terminal())
}

// obey carries out one line and reports whether it was the last.
func (k *walk) obey(words []string) (left bool, err error) {
	if len(words) == 0 {
		words = []string{"n"}
	}
	switch word := words[0]; word {
	case "n", "next":
		return false, k.jump(k.now + 1)
	case "b", "back", "p":
		return false, k.jump(k.now - 1)
	case "w", "wrong":
		return false, k.jump(k.wrong())
	case "e", "enabled":
		return false, k.enabled()
	case "s", "state":
		return false, k.say("%s", tell.State(k.f, k.now, k.text))
	case "q", "quit", "exit":
		return true, nil
	case "?", "h", "help":
		return false, k.say("%s", strollHelp)
	case "j", "jump":
		return false, k.jumpTo(words[1:])
	default:
		return false, k.jumpTo(words)
	}
}

// jumpTo goes to the step that the reader names.
func (k *walk) jumpTo(words []string) error {
	if len(words) != 1 {
		return k.say("jump where? j 7 goes to step 7\n")
	}
	n, err := strconv.Atoi(words[0])
	if err != nil {
		return k.say("%q is no command and no step; ? lists the commands\n", words[0])
	}
	return k.jump(n)
}

// jump goes to a step and tells it.
func (k *walk) jump(to int) error {
	switch {
	case to < k.from:
		return k.say("this is the first: steps %d to %d can be seen\n", k.from, k.until)
	case to > k.until+1:
		return k.say("there is no step %d: steps %d to %d can be seen\n", to, k.from, k.until)
	case to > k.until:
		return k.say("this is the last: steps %d to %d can be seen\n", k.from, k.until)
	}
	k.now = to
	if k.other != nil {
		return k.say("%s\n", tell.Pair(k.other, to, k.text))
	}
	return k.say("%s", tell.Step(k.f, to, k.text))
}

// wrong is where a reader should look first.
func (k *walk) wrong() int {
	step := tell.Wrong(k.f, k.other)
	return min(max(step, k.from), k.until)
}

// enabled lists what the model can do here, and what the trace does.
func (k *walk) enabled() error {
	choices := k.r.Choices(k.now)
	if len(choices) == 0 {
		return k.say("     nothing is enabled here\n")
	}
	for _, c := range choices {
		mark := "     "
		if c.Taken {
			mark = "  => "
		}
		line := mark + c.Action
		if c.Title != c.Action {
			line += ": " + c.Title
		}
		if err := k.say("%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

func (k *walk) say(format string, args ...any) error {
	_, err := fmt.Fprintf(k.w.prose, format, args...)
	return written(err)
}
