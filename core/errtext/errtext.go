// Package errtext makes text from outside the program (arguments, file names,
// file contents) safe to show in an error line.
package errtext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// limit is how many characters of outside text an error shows.
const limit = 60

// nameLimit is the same for a file's name, which tells by both its ends.
const nameLimit = 200

// Quote returns s in double quotes with control characters escaped, cut to 60
// characters as shown, an escape being several, and closed with "..." when it is
// longer.
func Quote(s string) string {
	shown := 0
	for rest := s; rest != ""; {
		_, size := utf8.DecodeRuneInString(rest)
		shown += utf8.RuneCountInString(strconv.Quote(rest[:size])) - len(`""`)
		if shown > limit {
			return strconv.Quote(s[:len(s)-len(rest)]) + "..."
		}
		rest = rest[size:]
	}
	return strconv.Quote(s)
}

// Cut returns s cut to 60 characters and closed with "..." when it is longer.
// s must be known to print, such as a number.
func Cut(s string) string {
	if head := first(s, limit); head != s {
		return head + "..."
	}
	return s
}

// Name returns a file name unchanged when every character prints, so that an
// ordinary name stays as the person typed it, and as Quote otherwise. Of more
// than 200 characters the middle gives way to "...".
func Name(s string) string {
	if s == "" || !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return Quote(s)
	}
	head := first(s, nameLimit)
	if head == s {
		return s
	}
	tail := s
	for n := utf8.RuneCountInString(s) - nameLimit/2; n > 0; n-- {
		_, size := utf8.DecodeRuneInString(tail)
		tail = tail[size:]
	}
	return first(s, nameLimit/2) + "..." + tail
}

// first returns the first n characters of s.
func first(s string, n int) string {
	seen := 0
	for i := range s {
		if seen == n {
			return s[:i]
		}
		seen++
	}
	return s
}
