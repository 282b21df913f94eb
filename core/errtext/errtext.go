// Package errtext makes text from outside the program (arguments, file names,
// file contents) safe to show in an error line.
package errtext

import (
	"strconv"
	"unicode/utf8"
)

// limit is how many characters of outside text an error shows.
const limit = 60

// Quote returns s in double quotes with control characters escaped, cut to 60
// characters and closed with "..." when it is longer.
func Quote(s string) string {
	head := cut(s)
	if head == s {
		return strconv.Quote(s)
	}
	return strconv.Quote(head) + "..."
}

// Name returns a file name unchanged when every character prints, and quoted
// otherwise, so that an ordinary name stays as the person typed it.
func Name(s string) string {
	if s == "" || !utf8.ValidString(s) {
		return strconv.Quote(s)
	}
	for _, r := range s {
		if !strconv.IsPrint(r) {
			return strconv.Quote(s)
		}
	}
	return s
}

func cut(s string) string {
	seen := 0
	for i := range s {
		if seen == limit {
			return s[:i]
		}
		seen++
	}
	return s
}
