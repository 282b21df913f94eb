package cache

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// ordered is a cache as the reference has it: one list of blocks, least
// recently used first. A request puts its chain in from the tail to the head;
// then the oldest go until the rest fits.
type ordered struct {
	capacity int
	blocks   []block.Prefix
}

func (o *ordered) touch(c block.Chain) (evicted []block.Prefix) {
	for i := c.Len() - 1; i >= 0; i-- {
		p := c.At(i)
		if at := slices.Index(o.blocks, p); at >= 0 {
			o.blocks = slices.Delete(o.blocks, at, at+1)
		}
		o.blocks = append(o.blocks, p)
	}
	n := max(0, len(o.blocks)-o.capacity)
	evicted = slices.Clone(o.blocks[:n])
	o.blocks = o.blocks[n:]
	return evicted
}

// TestLRU holds what is kept and what goes, request by request, against the
// list, for prompts shorter and longer than the cache.
func TestLRU(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chains := forest(t, rapid.IntRange(1, 12).Draw(t, "chains"))
		capacity := rapid.IntRange(1, 200).Draw(t, "capacity")
		lru, model := NewLRU(capacity), &ordered{capacity: capacity}
		held := map[block.Prefix]bool{}
		for req := range rapid.IntRange(1, 100).Draw(t, "requests") {
			c := rapid.SampledFrom(chains).Draw(t, "chain")
			lead := 0
			for lead < c.Len() && held[c.At(lead)] {
				lead++
			}
			for i := range c.Len() {
				held[c.At(i)] = true
			}
			var gone []block.Prefix
			kept := lru.Touch(int32(req), 0, c, lead, func(_ int32, of block.Chain, from, to int) {
				if from >= to {
					t.Fatalf("an eviction of blocks %d to %d", from, to)
				}
				for i := from; i < to; i++ {
					gone = append(gone, of.At(i))
					delete(held, of.At(i))
				}
			})
			for i := max(lead, kept); i < c.Len(); i++ { // never held, so nobody was told
				gone = append(gone, c.At(i))
				delete(held, c.At(i))
			}
			want := model.touch(c)
			slices.Sort(gone)
			slices.Sort(want)
			if !slices.Equal(gone, want) {
				t.Fatalf("request %d evicted %v, want %v", req, gone, want)
			}
			check(t, lru, model, held, chains)
		}
	})
}

func check(t *rapid.T, lru *LRU, model *ordered, held map[block.Prefix]bool, chains []block.Chain) {
	if len(held) != len(model.blocks) || lru.Used() != len(held) || lru.Used() > lru.capacity {
		t.Fatalf("holds %d, used %d of %d, want %d", len(held), lru.Used(), lru.capacity, len(model.blocks))
	}
	for _, p := range model.blocks {
		if !held[p] {
			t.Fatalf("prefix %d is gone", p)
		}
	}
	for _, c := range chains {
		for i := 1; i < c.Len(); i++ {
			if held[c.At(i)] && !held[c.At(i-1)] {
				t.Fatalf("not prefix-closed at block %d of %v", i, c)
			}
		}
	}
}

// TestLRUForgetsEmptyRuns holds that a prompt which comes again and again
// behind an old one, and a stream of new ones, leave a queue as long as what is
// held, not as the run.
func TestLRUForgetsEmptyRuns(t *testing.T) {
	none := func(int32, block.Chain, int, int) { t.Fatal("something was evicted") }
	lru := NewLRU(1000)
	lru.Touch(0, 0, block.Chain{{First: 1, N: 10}}, 0, none)
	again := block.Chain{{First: 11, N: 10}}
	lru.Touch(1, 0, again, 0, none)
	for req := range int32(10_000) {
		lru.Touch(2+req, 0, again, 10, none)
	}
	if len(lru.runs) > 100 {
		t.Errorf("%d runs for 2 prompts that are held", len(lru.runs))
	}
	for req := range int32(10_000) {
		lru.Touch(req, 0, block.Chain{{First: 100 + block.Prefix(req), N: 1}}, 0, func(int32, block.Chain, int, int) {})
	}
	if len(lru.runs) > 2100 || lru.Used() != 1000 {
		t.Errorf("%d runs and %d blocks for 1,000 that are held", len(lru.runs), lru.Used())
	}
}

// BenchmarkLRU is a full cache of many short prompts that come once: each lets
// one old go, which must not cost a walk over the queue.
func BenchmarkLRU(b *testing.B) {
	lru := NewLRU(100_000)
	next := block.Prefix(0)
	none := func(int32, block.Chain, int, int) {}
	for b.Loop() {
		next++
		lru.Touch(int32(next), 0, block.Chain{{First: next, N: 1}}, 0, none)
	}
}

// holder is a request that uses leading blocks of its chain.
type holder struct {
	chain  block.Chain
	pinned int
}

// TestLRUWithHolders runs Take, Put and Drop as requests that come, grow and end
// in any order do, and holds the order to a list of single blocks.
func TestLRUWithHolders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chains := forest(t, rapid.IntRange(1, 6).Draw(t, "chains"))
		lru, held := NewLRU(1), map[block.Prefix]bool{}
		var order []block.Prefix // those that go first are first
		var holders []*holder
		shared := func(h *holder, n int) (most int) {
			for _, o := range holders {
				if o != h {
					most = max(most, min(o.pinned, block.Shared(o.chain, h.chain), n))
				}
			}
			return most
		}
		pin := func(h *holder, to int) {
			from := max(h.pinned, shared(h, to))
			lru.Take(h.chain, from, to)
			for i := from; i < to; i++ {
				order = slices.DeleteFunc(order, func(p block.Prefix) bool { return p == h.chain.At(i) })
			}
			h.pinned = max(h.pinned, to)
		}
		t.Repeat(map[string]func(*rapid.T){
			"come": func(t *rapid.T) {
				h := &holder{chain: rapid.SampledFrom(chains).Draw(t, "chain")}
				lead := 0
				for lead < h.chain.Len() && held[h.chain.At(lead)] {
					lead++
				}
				holders = append(holders, h)
				pin(h, rapid.IntRange(0, lead).Draw(t, "reused"))
			},
			"grow": func(t *rapid.T) {
				if len(holders) == 0 {
					t.Skip()
				}
				h := rapid.SampledFrom(holders).Draw(t, "holder")
				to, lead := rapid.IntRange(h.pinned, h.chain.Len()).Draw(t, "to"), 0
				for lead < to && held[h.chain.At(lead)] {
					lead++
				}
				pin(h, lead)
				for i := lead; i < to; i++ {
					held[h.chain.At(i)] = true
				}
				h.pinned = max(h.pinned, to)
			},
			"end": func(t *rapid.T) {
				if len(holders) == 0 {
					t.Skip()
				}
				i := rapid.IntRange(0, len(holders)-1).Draw(t, "holder")
				h := holders[i]
				holders = slices.Delete(holders, i, i+1)
				from := shared(h, h.pinned)
				lru.Put(int32(i), 0, h.chain, from, h.pinned)
				for k := h.pinned - 1; k >= from; k-- {
					order = append(order, h.chain.At(k))
				}
			},
			"drop": func(t *rapid.T) {
				n := rapid.IntRange(0, 12).Draw(t, "blocks")
				var gone []block.Prefix
				dropped := lru.Drop(n, func(_ int32, c block.Chain, from, to int) {
					for i := to - 1; i >= from; i-- {
						gone = append(gone, c.At(i))
						delete(held, c.At(i))
					}
				})
				want := order[:min(n, len(order))]
				if dropped != len(want) || !slices.Equal(gone, want) {
					t.Fatalf("%d went: %v, want %v", dropped, gone, want)
				}
				order = slices.Clone(order[len(want):])
			},
			"": func(t *rapid.T) {
				if lru.Used() != len(order) {
					t.Fatalf("%d blocks in order, want %d", lru.Used(), len(order))
				}
				for _, c := range chains {
					for i := 1; i < c.Len(); i++ {
						if held[c.At(i)] && !held[c.At(i-1)] {
							t.Fatalf("not prefix-closed at block %d of %v", i, c)
						}
					}
				}
			},
		})
	})
}
