package block

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestTree holds the numbers against a map from the list of contents to the
// order of first appearance: same prefix same number, dense, whatever the
// contents are.
func TestTree(t *testing.T) {
	contents := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(0, 5000), rapid.Uint64())
	rapid.Check(t, func(t *rapid.T) {
		tree := NewTree()
		numbers := map[pair]Prefix{}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			parent := Prefix(rapid.IntRange(0, tree.Len()-1).Draw(t, "parent"))
			content := contents.Draw(t, "content")
			want, ok := numbers[pair{parent, content}]
			if !ok {
				want = Prefix(len(numbers) + 1)
				numbers[pair{parent, content}] = want
			}
			got := tree.Child(parent, content)
			if got != want {
				t.Fatalf("child %d of %d is %d, want %d", content, parent, got, want)
			}
			if tree.Parent(got) != parent || tree.Content(got) != content {
				t.Fatalf("prefix %d is (%d, %d), want (%d, %d)", got, tree.Parent(got), tree.Content(got), parent, content)
			}
		}
		if tree.Len() != len(numbers)+1 {
			t.Fatalf("%d prefixes, want %d", tree.Len(), len(numbers)+1)
		}
	})
}

// TestTreeHugeContents holds that the table by content stays within a few
// places a prefix, however large the contents are.
func TestTreeHugeContents(t *testing.T) {
	tree := NewTree()
	parent := Prefix(0)
	for i := range uint64(2000) {
		parent = tree.Child(parent, math.MaxUint64-i)
		parent = tree.Child(parent, 1_000_000+i)
		parent = tree.Child(parent, 7*i)
	}
	if most := 1024 + 4*tree.Len() + 1; len(tree.first) > most {
		t.Errorf("%d places for %d prefixes, want at most %d", len(tree.first), tree.Len(), most)
	}
}
