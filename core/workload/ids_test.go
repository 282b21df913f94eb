package workload

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
)

// TestReadMooncakeIDForms holds that ids are read the same in every form that
// JSON has for whole numbers, whatever the spaces between them, and that one
// which is no whole number up to 2^63-1 is refused wherever it stands.
func TestReadMooncakeIDForms(t *testing.T) {
	space := rapid.SampledFrom([]string{"", "", " ", "  ", "\t", " \t "})
	rapid.Check(t, func(t *rapid.T) {
		var list strings.Builder
		var want block.Chain
		tree, parent, bad := block.NewTree(), block.Prefix(0), false
		n := rapid.IntRange(0, 12).Draw(t, "ids")
		for i := range n {
			if i > 0 {
				list.WriteString("," + space.Draw(t, "after"))
			}
			id := rapid.OneOf(rapid.Uint64Range(0, 99), rapid.Uint64Range(1<<53-2, 1<<53+2), rapid.Uint64Range(999_999_999_999_999_998, 1_000_000_000_000_000_001), rapid.Uint64Range(1<<63-2, 1<<63+1), rapid.Uint64()).Draw(t, "id")
			form := strconv.FormatUint(id, 10)
			switch rapid.IntRange(0, 9).Draw(t, "form") {
			case 0:
				id, form = 1200, rapid.SampledFrom([]string{"1200.0", "1.2e3", "12E+2", "12000e-1"}).Draw(t, "as")
			case 1:
				form = rapid.SampledFrom([]string{"-1", "1.5", "null", "true", `"7"`, "[7]", "{}", "1e99", "99999999999999999999"}).Draw(t, "as")
				bad = true
			}
			bad = bad || id >= 1<<63
			list.WriteString(form + space.Draw(t, "behind"))
			parent = tree.Child(parent, id)
			want = want.Append(parent)
		}
		text := `{"input_length": ` + strconv.Itoa(512*n) + `, "hash_ids": [` + space.Draw(t, "head") + list.String() + `]}`
		set, err := ReadMooncake(strings.NewReader(text), "t", 0)
		switch {
		case bad && err == nil:
			t.Fatalf("%s was taken for %v", text, set.Requests[0].Chain)
		case !bad && err != nil:
			t.Fatalf("%s: %v", text, err)
		case !bad && (block.Shared(set.Requests[0].Chain, want) != n || set.Requests[0].Chain.Len() != n || set.Prefixes != tree.Len()):
			t.Fatalf("%s gave %v, want %v", text, set.Requests[0].Chain, want)
		}
	})
}
