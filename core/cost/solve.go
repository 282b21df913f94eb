package cost

import "sort"

// WidestPrecision returns the widest precision in which the KV of tokens crosses
// gbps GB/s within ms, as s sends it; ok is false where not even int4 does.
// Among precisions of one width it returns the first of Precisions.
func WidestPrecision(m Model, s Shrink, tokens int, gbps, ms float64) (p Precision, ok bool) {
	s.FP16Share = 0
	for _, p := range Precisions() {
		s.Width = p.Width()
		if BytesMS(s.Bytes(m, tokens), gbps) <= ms*(1+timeSlack) {
			return p, true
		}
	}
	return INT4, false
}

// MostInFlight returns how many requests of kvBytes fit limitBytes together, at
// most MaxConcurrency: HostBufferBytes of that many is within the limit, of one
// more is not.
func MostInFlight(kvBytes, limitBytes int64) int {
	if limitBytes < 0 {
		return 0
	}
	if kvBytes <= 0 {
		return MaxConcurrency
	}
	return int(min(limitBytes/kvBytes, MaxConcurrency))
}

// LongestSent returns the most tokens, up to MaxTokens, whose KV, as s sends it,
// crosses a link of gbps GB/s within ms: that count fits and the next does not,
// with times equal to 12 digits taken as equal. capped is true where even
// MaxTokens fit, as happens when every layer slides. A negative or undefined ms
// gives -1: not even an empty prompt fits.
func LongestSent(m Model, s Shrink, gbps, ms float64) (tokens int, capped bool) {
	first := sort.Search(MaxTokens+1, func(n int) bool {
		fits := BytesMS(s.Bytes(m, n), gbps) <= ms*(1+timeSlack)
		return !fits
	})
	return first - 1, first > MaxTokens
}

// Paying are the prompt lengths for which moving KV is no slower than
// recomputing it: up to UpTo tokens, and again from From on. A fixed part of
// prefill makes short prompts pay, attention long ones, and a link that is slow
// enough leaves a gap between them.
type Paying struct {
	Always bool // every length pays; UpTo and From are most
	UpTo   int  // -1 where not even an empty prompt pays
	From   int  // most + 1 where it never pays again
}

// PayingPrompts returns where moving pays among prompts of 0 to most tokens.
// prefill is ms by tokens; it must not fall and must not flatten (a line, a
// parabola), as KV must not grow faster than tokens, which it does not: only
// then is there one gap.
func PayingPrompts(m Model, s Shrink, gbps float64, prefill func(tokens int) float64, most int) Paying {
	gain := func(n int) float64 { return prefill(n) - BytesMS(s.Bytes(m, n), gbps) }
	low := lowest(gain, most)
	if gain(low) >= 0 {
		return Paying{Always: true, UpTo: most, From: most}
	}
	upTo := sort.Search(low+1, func(n int) bool { return gain(n) < 0 }) - 1
	from := low + sort.Search(most+1-low, func(i int) bool { return gain(low+i) >= 0 })
	return Paying{UpTo: upTo, From: from}
}

// lowest returns where a convex function of 0 to most is least.
func lowest(f func(int) float64, most int) int {
	return sort.Search(most, func(n int) bool { return f(n+1) >= f(n) })
}
