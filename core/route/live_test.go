package route

import (
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// TestLive holds the count of different blocks under way against a set of them,
// through any order of beginnings and ends.
func TestLive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Live
		chains := map[int]block.Chain{}
		for request := range rapid.IntRange(1, 30).Draw(t, "requests") {
			var c block.Chain
			// Prefixes of a tree: block 2^depth + path, as its parent doubles.
			p := block.Prefix(1)
			for range rapid.IntRange(0, 6).Draw(t, "blocks") {
				p = 2*p + block.Prefix(rapid.IntRange(0, 1).Draw(t, "turn"))
				c = c.Append(p)
			}
			l.Begin(request, 10, c)
			chains[request] = c
			if over := rapid.IntRange(0, 2*request+1).Draw(t, "over"); chains[over] != nil || over == request {
				if !l.End(over) {
					t.Fatalf("request %d was not under way", over)
				}
				delete(chains, over)
			}
			blocks := map[block.Prefix]bool{}
			for _, c := range chains {
				for i := range c.Len() {
					blocks[c.At(i)] = true
				}
			}
			if l.Distinct != len(blocks) || l.Requests() != len(chains) || l.Prefill != int64(10*len(chains)) {
				t.Fatalf("%d blocks, %d requests, %d tokens; want %d, %d, %d", l.Distinct, l.Requests(), l.Prefill, len(blocks), len(chains), 10*len(chains))
			}
		}
	})
}
