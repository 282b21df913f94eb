package workload

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

// Notes are words about the lines that were read but are not as they should
// be, a count each, written by number; none where all are.
func (c Counts) Notes(number func(int) string) []string {
	var out []string
	note := func(n int, thing, words string) {
		if n == 0 {
			return
		}
		if n > 1 {
			thing += "s"
		}
		out = append(out, number(n)+" "+thing+" "+words)
	}
	note(c.Late, "stamp", "out of order")
	note(c.Mismatched, "request", "with too few or too many ids")
	note(c.Estimated, "request", "of estimated length")
	note(c.Failed, "request", "answered with no token")
	return out
}
