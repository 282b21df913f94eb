// Package errtext makes text from outside the program (arguments, file names,
// file contents) safe to show in an error line.
package errtext

import (
	"strconv"
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

// Name returns a file name unchanged when every character prints, and quoted
// otherwise, so that an ordinary name stays as the person typed it. Of more than
// 200 characters the middle gives way to "...".
func Name(s string) string {
	if head := first(s, nameLimit); head != s {
		tail := s
		for n := utf8.RuneCountInString(s) - nameLimit/2; n > 0; n-- {
			_, size := utf8.DecodeRuneInString(tail)
			tail = tail[size:]
		}
		s = first(s, nameLimit/2) + "..." + tail
	}
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
