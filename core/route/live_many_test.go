package route

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// TestManyCountBlocks holds what is under way against counting each block of
// each chain, over chains of a tree whose blocks have one parent each.
func TestManyCountBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := []block.Chain{nil}
		for p := block.Prefix(1); p < 30; p++ {
			parent := rapid.SampledFrom(tree).Draw(t, "parent")
			if rapid.IntRange(0, 2).Draw(t, "on") > 0 {
				parent = tree[len(tree)-1]
			}
			tree = append(tree, append(block.Chain{}, parent...).Append(p))
		}
		var l Live
		under := map[int]block.Chain{}
		for i := range 6 * few {
			if i < 2*few { // so that they are many
				under[i] = tree[1+i%(len(tree)-1)]
				l.Begin(i, 1, under[i])
				continue
			}
			if k := rapid.IntRange(0, i).Draw(t, "request"); under[k] != nil {
				if !l.End(k) {
					t.Fatalf("%d was not under way", k)
				}
				delete(under, k)
			} else {
				under[i] = rapid.SampledFrom(tree[1:]).Draw(t, "chain")
				l.Begin(i, 1, under[i])
			}
			var of Live
			of.CopyFrom(&l)
			ask := rapid.SampledFrom(tree).Draw(t, "asked")
			if d, w := distinct(under, nil), distinct(under, ask); of.Distinct != d || of.With(ask) != w || of.Requests() != len(under) || of.Prefill != int64(len(under)) {
				t.Fatalf("%d blocks, %d with %v, %d requests; want %d, %d, %d", of.Distinct, of.With(ask), ask, of.Requests(), d, w, len(under))
			}
		}
	})
}

func distinct(under map[int]block.Chain, and block.Chain) int {
	seen := map[block.Prefix]bool{}
	for _, c := range under {
		c.Each(0, c.Len(), func(s block.Span) {
			for i := range s.N {
				seen[s.First+block.Prefix(i)] = true
			}
		})
	}
	and.Each(0, and.Len(), func(s block.Span) {
		for i := range s.N {
			seen[s.First+block.Prefix(i)] = true
		}
	})
	return len(seen)
}

// TestManyAreQuick holds 100,000 requests under way at once to a time
// that looking at each of them for each would exceed hundreds of times over.
func TestManyAreQuick(t *testing.T) {
	const n = 100_000
	var l Live
	begun := time.Now()
	for i := range n {
		l.Begin(i, 1, block.Chain{{First: 1, N: 64}, {First: block.Prefix(100 + 17*i), N: 16}})
	}
	if l.Distinct != 64+16*n {
		t.Errorf("%d blocks, want %d", l.Distinct, 64+16*n)
	}
	for i := range n {
		l.First(i)
		l.End(i)
	}
	if took := time.Since(begun); took > 10*time.Second || l.Distinct != 0 || l.Prefill != 0 {
		t.Errorf("%v for %d requests; %d blocks and %d tokens left", took, n, l.Distinct, l.Prefill)
	}
}
