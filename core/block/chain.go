package block

// Prefix is the dense number of a prefix: of a block and all before it. 0 is
// the empty prefix; numbers are given in order of first appearance.
type Prefix uint32

// Span is a run of N prefixes with consecutive numbers, each the child of the
// one before.
type Span struct {
	First Prefix // the number of its first prefix
	N     uint32 // how many prefixes, at least 1 in a chain
}

// Chain is the whole blocks of a prompt from its head on, as spans. New
// prefixes are numbered as they appear, so a chain of hundreds of blocks is a
// few spans.
type Chain []Span

// Len returns the number of blocks.
func (c Chain) Len() int {
	n := 0
	for _, s := range c {
		n += int(s.N)
	}
	return n
}

// At returns the prefix of block i, or 0 where the chain is shorter.
func (c Chain) At(i int) Prefix {
	for _, s := range c {
		if i < int(s.N) {
			return s.First + Prefix(i)
		}
		i -= int(s.N)
	}
	return 0
}

// Append returns the chain with one more block.
func (c Chain) Append(p Prefix) Chain {
	if n := len(c); n > 0 && c[n-1].First+Prefix(c[n-1].N) == p {
		c[n-1].N++
		return c
	}
	return append(c, Span{First: p, N: 1})
}

// Each calls f for the parts of the spans that hold blocks from to to-1.
func (c Chain) Each(from, to int, f func(Span)) {
	at := 0
	for _, s := range c {
		lo, hi := max(from-at, 0), min(to-at, int(s.N))
		if lo < hi {
			f(Span{s.First + Prefix(lo), uint32(hi - lo)})
		}
		if at += int(s.N); at >= to {
			return
		}
	}
}

// Shared returns how many leading blocks two chains have in common.
func Shared(a, b Chain) int {
	n, i, j := 0, 0, 0
	var sa, sb Span
	for {
		if sa.N == 0 {
			if i == len(a) {
				return n
			}
			sa, i = a[i], i+1
		}
		if sb.N == 0 {
			if j == len(b) {
				return n
			}
			sb, j = b[j], j+1
		}
		if sa.First != sb.First {
			return n
		}
		k := min(sa.N, sb.N)
		n += int(k)
		sa = Span{First: sa.First + Prefix(k), N: sa.N - k}
		sb = Span{First: sb.First + Prefix(k), N: sb.N - k}
	}
}
