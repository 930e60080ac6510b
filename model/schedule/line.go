package schedule

import "strings"

// Line reads a command as a transcript has it: "produce to=b1 acks=all".
func Line(text string) (c Command) {
	for i, word := range strings.Fields(text) {
		key, value, keyed := strings.Cut(word, "=")
		switch {
		case i == 0:
			c.Name = word
		case keyed && key != "":
			c.Args = append(c.Args, Arg{Key: key, Values: strings.Split(value, ",")})
		default:
			c.Args = append(c.Args, Arg{Values: strings.Split(word, ",")})
		}
	}
	return c
}
