package term_test

import (
	"fmt"

	"mc/term"
)

func ExampleWrap() {
	for line := range term.Wrap("  ", "a sentence that is too long for one line", 20) {
		fmt.Println(line)
	}
	// Output:
	//   a sentence that is
	//   too long for one
	//   line
}
