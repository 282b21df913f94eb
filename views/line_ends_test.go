package views

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kvtui/ui"
)

// TestEndsStandInTheOrderOfTheirValues draws any lines: names are read from the
// highest to the lowest, none twice, all named or counted, in their rows, and
// the one on the stage is among them.
func TestEndsStandInTheOrderOfTheirValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := rapid.IntRange(3, 20).Draw(t, "h")
		axis := ui.Axis{Scale: ui.Scale{Max: 100}}
		var ends []lineEnd
		for i := range rapid.IntRange(1, 18).Draw(t, "n") {
			ends = append(ends, lineEnd{
				name: string(rune('a'+i)) + "-strategy", first: i < 2,
				value: float64(rapid.IntRange(0, 40).Draw(t, "value")) * 2.5,
			})
		}
		rows, left := endRows(ends, axis, h, rapid.IntRange(26, 60).Draw(t, "room"))
		read := slices.Concat(rows...)
		if !slices.IsSortedFunc(read, func(a, b lineEnd) int { return int(2*b.value - 2*a.value) }) {
			t.Fatalf("out of order: %v", read)
		}
		n := len(read)
		for _, k := range left {
			n += k
		}
		if n != len(ends) {
			t.Fatalf("%d of %d named or counted", n, len(ends))
		}
		for y, es := range rows {
			for _, e := range es {
				if own := h - 1 - axis.Column(e.value, h); y < own || y > own+endSpill || h < 10 && y != own {
					t.Fatalf("%s is in row %d, its line in %d of %d", e.name, y, own, h)
				}
			}
		}
		for _, e := range ends[:min(2, len(ends))] {
			if !slices.Contains(read, e) {
				t.Fatalf("%s has no name", e.name)
			}
		}
	})
}
