package workload

import (
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// TestNumbers holds the numbers, in whatever order shared blocks and those of
// one request alone come, against a model that remembers every block: equal
// chains of contents get equal numbers, everything else a new one, and there
// are no holes.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := numbers{tree: block.NewTree()}
		known := map[string]block.Prefix{}
		contents := map[block.Prefix]uint64{}
		for range rapid.IntRange(0, 20).Draw(t, "requests") {
			ids := rapid.SliceOfN(rapid.Uint64Range(0, 2), 0, 4).Draw(t, "ids")
			alone := rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(t, "alone")
			chain, err := n.number(ids, alone)
			if err != nil || chain.Len() != len(ids)+alone {
				t.Fatalf("chain %v for %d + %d: %v", chain, len(ids), alone, err)
			}
			path := ""
			for i := range chain.Len() {
				p := chain.At(i)
				_, used := contents[p]
				if i < len(ids) {
					path += string(rune('a' + ids[i]))
					if want, ok := known[path]; ok != used || ok && want != p {
						t.Fatalf("%q is %d, want %d", path, p, want)
					}
					known[path], contents[p] = p, ids[i]
					continue
				}
				if used {
					t.Fatalf("number %d is not for one request alone", p)
				}
				contents[p] = 1<<63 | uint64(p)
			}
		}
		if n.len() != 1+len(contents) {
			t.Fatalf("%d numbers for %d blocks", n.len(), len(contents))
		}
		for p, want := range contents {
			if got := n.content(p); p == 0 || int(p) > len(contents) || got != want {
				t.Fatalf("content of %d is %d, want %d", p, got, want)
			}
		}
	})
}
