package block

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNamesFixed holds names against a fixed vector: a name may be written to
// a file or compared with another process, so it must never change.
func TestNamesFixed(t *testing.T) {
	tokens := []int64{0, 1, 2, 3, -1, 1 << 40, 6, 7, 8}
	for _, c := range []struct {
		namer Namer
		want  []string
	}{
		{Namer{Size: 4}, []string{"983ac9ca756879e8b76a8023d93760a0", "75649675cd72f8df237f0ae85b93b779"}},
		{Namer{Size: 4, Seed: 1}, []string{"784ebd45282c9da1c488242760f4bdf0", "3d9e9c48d1fb507fe62542fe0bcfc229"}},
	} {
		var got []string
		for _, n := range c.namer.Names(nil, tokens) {
			got = append(got, n.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: got %q, want %q", c.namer, got, c.want)
		}
	}
}

// TestNamesLength holds how many names a prompt has: the rest is dropped, and
// a size below 1 yields none.
func TestNamesLength(t *testing.T) {
	for _, c := range []struct{ tokens, size, want int }{
		{0, 16, 0},
		{15, 16, 0},
		{16, 16, 1},
		{17, 16, 1},
		{31, 16, 1},
		{32, 16, 2},
		{5, 1, 5},
		{5, 5, 1},
		{5, 6, 0},
		{5, 1 << 40, 0},
		{5, 0, 0},
		{5, -1, 0},
	} {
		if got := len(Names(make([]int64, c.tokens), c.size)); got != c.want {
			t.Errorf("%d tokens in blocks of %d: %d names, want %d", c.tokens, c.size, got, c.want)
		}
	}
}

// tokenLists draws two prompts of a small alphabet that often share a prefix.
func tokenLists(t *rapid.T) (a, b []int64) {
	token := rapid.Int64Range(0, 2)
	head := rapid.SliceOfN(token, 0, 20).Draw(t, "head")
	a = append(slices.Clone(head), rapid.SliceOfN(token, 0, 20).Draw(t, "a")...)
	b = append(slices.Clone(head), rapid.SliceOfN(token, 0, 20).Draw(t, "b")...)
	return a, b
}

// TestNamesStandForPrefixes holds that block i of two prompts has one name
// exactly when all tokens up to its end are equal.
func TestNamesStandForPrefixes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := tokenLists(t)
		size := rapid.IntRange(1, 7).Draw(t, "size")
		na, nb := Names(a, size), Names(b, size)
		if len(na) != len(a)/size {
			t.Fatalf("%d names of %d tokens in blocks of %d", len(na), len(a), size)
		}
		for i := range na {
			for j := range nb {
				equal := i == j && slices.Equal(a[:(i+1)*size], b[:(j+1)*size])
				if (na[i] == nb[j]) != equal {
					t.Fatalf("size %d: block %d of %v and %d of %v: one name %v, one prefix %v", size, i, a, j, b, na[i] == nb[j], equal)
				}
			}
		}
		if !slices.Equal(na, Names(a, size)) {
			t.Fatal("the same tokens got other names")
		}
		kept := []Name{{1}}
		if got := (Namer{Size: size}).Names(kept, a); !slices.Equal(got[1:], na) || got[0] != kept[0] {
			t.Fatal("names were not appended")
		}
		if len(na) > 0 && na[0] == (Namer{Size: size, Seed: 1}).Names(nil, a)[0] {
			t.Fatal("the seed does not matter")
		}
	})
}

// TestOverlap holds it against the definition: the longest head of which every
// name is held. What is asked is left as it was.
func TestOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := tokenLists(t)
		chain := Names(a, 2)
		held := map[Name]struct{}{}
		for i, n := range append(Names(b, 2), chain...) {
			if rapid.Bool().Draw(t, "held") || i%3 == 0 {
				held[n] = struct{}{}
			}
		}
		want := 0
		for n := range chain {
			if _, ok := held[chain[n]]; ok && want == n {
				want = n + 1
			}
		}
		size, before := len(held), slices.Clone(chain)
		if got := Overlap(chain, held); got != want {
			t.Fatalf("got %d, want %d", got, want)
		}
		if len(held) != size || !slices.Equal(before, chain) {
			t.Fatal("Overlap changed what it was given")
		}
	})
}
