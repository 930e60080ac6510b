package model

import "fmt"

// DidYouMean is ", did you mean \"x\"?" for the known name nearest to the one
// that was given, or "" if none is near.
func DidYouMean(given string, known []string) string {
	if text := Nearest(given, known); text != "" {
		return text + "?"
	}
	return ""
}

// Nearest is DidYouMean without its question mark, to go on after it.
func Nearest(given string, known []string) string {
	best, distance := "", len(given)/2+1
	for _, k := range known {
		if d := editDistance(given, k); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q", best)
}

// editDistance counts the insertions, deletions and substitutions between a
// and b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
