package workload

import "fmt"

// Counts is what reading a trace came across.
type Counts struct {
	Lines   int           // blank and skipped ones included
	Blank   int           // lines with white space only
	Skipped int           // wrong, with Options.SkipBad
	Reasons []*TraceError // of the first few skipped
	Stamped int           // requests with an arrival stamp
	Late    int           // stamps before the one of the line before
	// Mismatched requests have fewer ids than whole blocks, or more than
	// blocks.
	Mismatched int
	// Alone requests name no block: only their lengths are known, so they
	// share nothing.
	Alone     int
	Estimated int // requests whose length is estimated from their text
	Failed    int // requests that were answered with no token
}

// SkippedWords counts the lines that were skipped and tells the first, empty
// without any. The words may hold text of the file, quoted.
func (c Counts) SkippedWords() string {
	if c.Skipped == 0 {
		return ""
	}
	words := several(c.Skipped, "line") + " skipped"
	if len(c.Reasons) > 0 {
		words += fmt.Sprintf(": line %d: %s", c.Reasons[0].Line, c.Reasons[0].Problem)
	}
	return words
}

// Notes are words about the lines that were read but are not as they should
// be, a count each; none where all are.
func (c Counts) Notes() []string {
	var out []string
	note := func(n int, thing, words string) {
		if n > 0 {
			out = append(out, several(n, thing)+" "+words)
		}
	}
	note(c.Late, "stamp", "out of order")
	note(c.Mismatched, "request", "with too few or too many ids")
	note(c.Estimated, "request", "of estimated length")
	note(c.Failed, "request", "answered with no token")
	return out
}

func several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
