package views

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kvtui/ui"
)

// lineEnd is a line of a chart where it has come to.
type lineEnd struct {
	name  string
	value float64
	style ui.Style
	// first is named before others of the same height, and rather than they.
	first bool
}

// endsGutter returns the columns at the right of a chart of w columns that the
// names take when the lines have come to the end. Names may share rows.
func endsGutter(ends []lineEnd, w int) int {
	gutter := 2
	for _, e := range ends {
		gutter = max(gutter, ui.Width(e.name)+3)
	}
	return min(max(gutter, min(34, w*3/10)), w/3)
}

// drawEnds names the lines of a chart beside their ends, at x on its axis.
// Names at one height share a row; those that find no room there go into one
// below, or are counted.
func drawEnds(c *ui.Canvas, in ui.Rect, st *ui.Styles, chart *ui.Chart, x float64, ends []lineEnd) {
	plot := chart.Plot()
	if plot.Empty() || len(ends) == 0 {
		return
	}
	from := plot.X + chart.X.Column(x, plot.W) + 2
	rows, left := endRows(ends, chart.Y, plot.H, in.X+in.W-from)
	for y, es := range rows {
		at := from
		for i, e := range es {
			if i > 0 {
				at = c.Text(at, plot.Y+y, ", ", st.Muted)
			}
			at = c.Text(at, plot.Y+y, e.name, e.style)
		}
		if left[y] > 0 {
			c.Text(at, plot.Y+y, fmt.Sprintf(" +%d", left[y]), st.Muted)
		}
	}
}

// endSpill is how many rows below its line a name may stand in a high plot.
const endSpill = 3

// endRows shares the h rows of a plot among the names, in the order of their
// values from the top left to the bottom right; left counts, by row, those that
// found no room. Those that come first are named even where higher ones are
// not.
func endRows(all []lineEnd, axis ui.Axis, h, room int) (rows [][]lineEnd, left []int) {
	rows, left = make([][]lineEnd, h), make([]int, h)
	room -= ui.Width(" +9")
	spill := 0
	if h >= 10 {
		spill = endSpill
	}
	own := func(e lineEnd) int { return h - 1 - axis.Column(e.value, h) }
	ends := slices.Clone(all)
	slices.SortStableFunc(ends, func(a, b lineEnd) int {
		if c := cmp.Compare(b.value, a.value); c != 0 || a.first == b.first {
			return c
		}
		if a.first {
			return -1
		}
		return 1
	})
	for y := range rows {
		due := func(e lineEnd) bool { return y == h-1 || own(e)+spill <= y }
		n := 0
		for n < len(ends) && own(ends[n]) <= y {
			n++
		}
		var late []lineEnd
		rows[y], late, left[y] = fillRow(ends[:n], due, room)
		ends = append(late, ends[n:]...)
	}
	return rows, left
}

// fillRow puts names into a row in their order; late are those that go into a
// row below, left counts those that must not and have no room.
func fillRow(ends []lineEnd, due func(lineEnd) bool, room int) (row, late []lineEnd, left int) {
	var must []lineEnd
	for _, e := range ends {
		if e.first && due(e) {
			must = append(must, e)
		}
	}
	for i, e := range ends {
		if len(must) > 0 && must[0] == e {
			must = must[1:]
		}
		switch {
		case widthOf(slices.Concat(row, must), e) <= room:
			row = append(row, e)
		case !due(e):
			return row, slices.Clone(ends[i:]), left
		default:
			left++
		}
	}
	return row, nil, left
}

func widthOf(es []lineEnd, more lineEnd) int {
	names := make([]string, 0, len(es)+1)
	for _, e := range append(slices.Clone(es), more) {
		names = append(names, e.name)
	}
	return ui.Width(strings.Join(names, ", "))
}
