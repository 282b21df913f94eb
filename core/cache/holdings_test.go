package cache

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// forest draws chains that branch: each continues a head of an earlier one.
func forest(t *rapid.T, chains int) []block.Chain {
	var out []block.Chain
	next := block.Prefix(rapid.IntRange(1, 70).Draw(t, "first number"))
	for i := range chains {
		var c block.Chain
		if i > 0 {
			base := out[rapid.IntRange(0, i-1).Draw(t, "base")]
			c = head(base, rapid.IntRange(0, base.Len()).Draw(t, "head"))
		}
		for range rapid.IntRange(0, 90).Draw(t, "new blocks") {
			c = c.Append(next)
			next++
		}
		out = append(out, c)
	}
	return out
}

// head returns the first n blocks of a chain as a chain of its own.
func head(c block.Chain, n int) block.Chain {
	var out block.Chain
	c.Each(0, n, func(s block.Span) { out = append(out, s) })
	return out
}

type naive []map[block.Prefix]bool

func (n naive) lead(w int, c block.Chain) int {
	for i := range c.Len() {
		if !n[w][c.At(i)] {
			return i
		}
	}
	return c.Len()
}

// dropTail takes the blocks from i on out of w, and all that stand on them.
func (n naive) dropTail(h *Holdings, w int, c block.Chain, i int, all []block.Chain) {
	for _, d := range all {
		if block.Shared(c, d) > i {
			d.Each(i, d.Len(), func(s block.Span) {
				h.Remove(w, s)
				for j := range s.N {
					delete(n[w], s.First+block.Prefix(j))
				}
			})
		}
	}
}

// TestHoldings holds the packed sets against maps, under adds and removes that
// keep them prefix-closed.
func TestHoldings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 5).Draw(t, "workers")
		chains := forest(t, rapid.IntRange(1, 8).Draw(t, "chains"))
		var h Holdings
		model := make(naive, workers)
		for w := range model {
			model[w] = map[block.Prefix]bool{}
		}
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			w := rapid.IntRange(0, workers-1).Draw(t, "worker")
			c := rapid.SampledFrom(chains).Draw(t, "chain")
			n := rapid.IntRange(0, c.Len()).Draw(t, "blocks")
			if rapid.IntRange(0, 2).Draw(t, "what") == 0 {
				model.dropTail(&h, w, c, n, chains)
				continue
			}
			c.Each(0, n, func(s block.Span) { h.Add(w, s) })
			for i := range n {
				model[w][c.At(i)] = true
			}
		}
		for _, c := range chains {
			deepest := 0
			for w := range workers {
				want := model.lead(w, c)
				if got := h.Lead(w, c); got != want {
					t.Fatalf("worker %d leads %v by %d, want %d", w, c, got, want)
				}
				deepest = max(deepest, want)
			}
			var want []int32
			for w := range workers {
				if deepest > 0 && model.lead(w, c) == deepest {
					want = append(want, int32(w))
				}
			}
			leads := make([]int32, workers)
			for w := range leads {
				leads[w] = 99 // what was there before does not matter
			}
			h.Leads(c, leads)
			for w, n := range leads {
				if int(n) != model.lead(w, c) {
					t.Fatalf("leads of %v are %v, worker %d holds %d", c, leads, w, model.lead(w, c))
				}
			}
			depth, got := h.Deepest(c)
			got = slices.Sorted(slices.Values(got))
			if depth != deepest || !slices.Equal(got, want) {
				t.Fatalf("deepest of %v is %d at %v, want %d at %v", c, depth, got, deepest, want)
			}
		}
	})
}

// TestHoldingsGrows holds many workers and prefixes, so that the hash table is
// made anew several times.
func TestHoldingsGrows(t *testing.T) {
	var h Holdings
	const workers, blocks = 300, 1000
	for w := range workers {
		h.Add(w, block.Span{First: 1, N: uint32(w + 1)})
		h.Add(w, block.Span{First: block.Prefix(1 + (w+1)*blocks), N: blocks})
	}
	all := block.Chain{{First: 1, N: blocks}}
	for w := range workers {
		own := block.Chain{{First: block.Prefix(1 + (w+1)*blocks), N: blocks}}
		if h.Lead(w, all) != w+1 || h.Lead(w, own) != blocks || h.Lead((w+1)%workers, own) != 0 {
			t.Fatalf("worker %d: leads %d and %d", w, h.Lead(w, all), h.Lead(w, own))
		}
	}
	if depth, who := h.Deepest(all); depth != workers || !slices.Equal(who, []int32{workers - 1}) {
		t.Errorf("deepest is %d at %v, want %d at [%d]", depth, who, workers, workers-1)
	}
}

// TestHoldingsAllocates holds that asking allocates nothing.
func TestHoldingsAllocates(t *testing.T) {
	var h Holdings
	c := block.Chain{{First: 10, N: 300}, {First: 900, N: 70}}
	for w := range 8 {
		c.Each(0, 100*w, func(s block.Span) { h.Add(w, s) })
	}
	leads := make([]int32, 8)
	if n := testing.AllocsPerRun(100, func() { h.Deepest(c); h.Lead(3, c); h.Leads(c, leads) }); n > 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

// TestHoldingsWithGaps holds Leads and Deepest where any block may be missing.
func TestHoldingsWithGaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		workers := rapid.IntRange(1, 5).Draw(t, "workers")
		chains := forest(t, rapid.IntRange(1, 5).Draw(t, "chains"))
		h := Holdings{Gaps: true}
		model := make(naive, workers)
		for w := range model {
			model[w] = map[block.Prefix]bool{}
		}
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			w := rapid.IntRange(0, workers-1).Draw(t, "worker")
			c := rapid.SampledFrom(chains).Draw(t, "chain")
			from, to := rapid.IntRange(0, c.Len()).Draw(t, "from"), rapid.IntRange(0, c.Len()).Draw(t, "to")
			held := rapid.IntRange(0, 2).Draw(t, "what") > 0
			c.Each(from, to, func(s block.Span) {
				if held {
					h.Add(w, s)
				} else {
					h.Remove(w, s)
				}
				for i := range s.N {
					model[w][s.First+block.Prefix(i)] = held
				}
			})
		}
		for _, c := range chains {
			leads, deepest := make([]int32, workers), 0
			h.Leads(c, leads)
			for w, n := range leads {
				if int(n) != model.lead(w, c) || h.Lead(w, c) != int(n) {
					t.Fatalf("leads of %v are %v, worker %d holds %d", c, leads, w, model.lead(w, c))
				}
				deepest = max(deepest, int(n))
			}
			if depth, who := h.Deepest(c); depth != deepest || deepest > 0 && int(leads[who[0]]) != deepest {
				t.Fatalf("deepest of %v is %d at %v, leads are %v", c, depth, who, leads)
			}
		}
	})
}

// TestHoldingsForget holds that what is taken out leaves no memory behind, and
// that what stays is found.
func TestHoldingsForget(t *testing.T) {
	var h Holdings
	for i := range 100_000 {
		h.Add(i%3, block.Span{First: block.Prefix(1 + 64*i), N: 100})
		if i >= 10 {
			h.Remove((i-10)%3, block.Span{First: block.Prefix(1 + 64*(i-10)), N: 100})
		}
	}
	if len(h.entries) > 200 || len(h.places.slots) > 1024 || len(h.heads.slots) > 1024 {
		t.Errorf("%d entries, %d and %d slots for what 10 chains hold", len(h.entries), len(h.places.slots), len(h.heads.slots))
	}
	last := block.Chain{{First: 1 + 64*99_999, N: 100}}
	if h.Lead(0, last) != 100 {
		t.Errorf("the last chain leads with %d of 100", h.Lead(0, last))
	}
}
