package cert

import (
	"fmt"
	"strings"
)

// thousands writes 1234567 as 1,234,567.
func thousands(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// counted is a number of things.
func counted(n uint64, what string) string {
	if n != 1 {
		what += "s"
	}
	return thousands(n) + " " + what
}

// change is how a number went from one to the other: "+1,204".
func change(a, b uint64) string {
	if b >= a {
		return "+" + thousands(b-a)
	}
	return "-" + thousands(a-b)
}

// times is how often one number is the other, where that says more than a
// difference; else empty.
func times(a, b uint64) string {
	digits := func(x float64) string {
		if x >= 10 {
			return thousands(uint64(x + 0.5))
		}
		return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
	}
	switch {
	case a == 0 || b == 0:
		return ""
	case b >= 2*a:
		return digits(float64(b)/float64(a)) + " times as often"
	case a >= 2*b:
		return digits(float64(a)/float64(b)) + " times less often"
	}
	return ""
}
