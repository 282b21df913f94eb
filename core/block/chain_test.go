package block

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// runs draws a list of prefixes in which consecutive numbers are common.
func runs(t *rapid.T, label string) []Prefix {
	var out []Prefix
	for range rapid.IntRange(0, 6).Draw(t, label) {
		first := Prefix(rapid.IntRange(1, 12).Draw(t, "first"))
		for i := range rapid.IntRange(1, 5).Draw(t, "n") {
			out = append(out, first+Prefix(i))
		}
	}
	return out
}

// chainOf makes a chain by Append, or, so that chains which are not merged as
// far as possible are tried too, of one span a block.
func chainOf(t *rapid.T, ps []Prefix) Chain {
	merge := rapid.Bool().Draw(t, "merge")
	var c Chain
	for _, p := range ps {
		if merge {
			c = c.Append(p)
		} else {
			c = append(c, Span{First: p, N: 1})
		}
	}
	return c
}

// TestChain holds a chain against the plain list of its prefixes.
func TestChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := runs(t, "runs")
		c := chainOf(t, want)
		if c.Len() != len(want) {
			t.Fatalf("Len is %d, want %d", c.Len(), len(want))
		}
		for i := range len(want) + 2 {
			var p Prefix
			if i < len(want) {
				p = want[i]
			}
			if c.At(i) != p {
				t.Fatalf("At(%d) of %v is %d, want %d", i, c, c.At(i), p)
			}
		}
		from := rapid.IntRange(-1, len(want)+1).Draw(t, "from")
		to := rapid.IntRange(-1, len(want)+1).Draw(t, "to")
		var got []Prefix
		c.Each(from, to, func(s Span) {
			if s.N == 0 {
				t.Fatal("Each gave an empty span")
			}
			for i := range s.N {
				got = append(got, s.First+Prefix(i))
			}
		})
		var part []Prefix
		if lo, hi := max(from, 0), min(to, len(want)); lo < hi {
			part = want[lo:hi]
		}
		if !slices.Equal(got, part) {
			t.Fatalf("Each(%d, %d) of %v gave %v, want %v", from, to, c, got, part)
		}
	})
}

// TestAppendMerges holds that consecutive numbers become one span.
func TestAppendMerges(t *testing.T) {
	var c Chain
	for _, p := range []Prefix{4, 5, 6, 9, 10, 3} {
		c = c.Append(p)
	}
	if want := (Chain{{4, 3}, {9, 2}, {3, 1}}); !slices.Equal(c, want) {
		t.Errorf("got %v, want %v", c, want)
	}
}

// TestShared holds the common head of two chains, whatever their spans.
func TestShared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head := runs(t, "head")
		a := append(slices.Clone(head), runs(t, "a")...)
		b := append(slices.Clone(head), runs(t, "b")...)
		want := 0
		for want < min(len(a), len(b)) && a[want] == b[want] {
			want++
		}
		if got := Shared(chainOf(t, a), chainOf(t, b)); got != want {
			t.Fatalf("%v and %v share %d, want %d", a, b, got, want)
		}
	})
}
