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
	// first stands before others of the same height.
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
// Names at one height share a row; those that find no room there go into the
// next free one, or are counted.
func drawEnds(c *ui.Canvas, in ui.Rect, st *ui.Styles, chart *ui.Chart, x int, ends []lineEnd) {
	plot := chart.Plot()
	if plot.Empty() || len(ends) == 0 {
		return
	}
	from := plot.X + chart.X.Column(float64(x), plot.W) + 2
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

// endRows shares the h rows of a plot among the names; left counts, by row,
// those that found no room. In a high plot a name may stand a few rows below
// its line, where no other line ends: those before it in its row are higher.
func endRows(all []lineEnd, axis ui.Axis, h, room int) (rows [][]lineEnd, left []int) {
	ends := slices.Clone(all)
	slices.SortStableFunc(ends, func(a, b lineEnd) int {
		switch {
		case a.first != b.first && a.first:
			return -1
		case a.first != b.first:
			return 1
		}
		return cmp.Compare(b.value, a.value)
	})
	rows, left = make([][]lineEnd, h), make([]int, h)
	room -= ui.Width(" +9")
	var over []lineEnd
	row := func(e lineEnd) int { return h - 1 - axis.Column(e.value, h) }
	for _, e := range ends {
		if y := row(e); widthOf(rows[y], e) <= room {
			rows[y] = append(rows[y], e)
		} else {
			over = append(over, e)
		}
	}
	own := make([]bool, h)
	for y := range rows {
		own[y] = len(rows[y]) > 0
	}
next:
	for _, e := range over {
		y := row(e)
		for at := y + 1; h >= 10 && at < min(h, y+4); at++ {
			if !own[at] && widthOf(rows[at], e) <= room {
				rows[at] = append(rows[at], e)
				continue next
			}
		}
		left[y]++
	}
	return rows, left
}

func widthOf(es []lineEnd, more lineEnd) int {
	names := make([]string, 0, len(es)+1)
	for _, e := range append(slices.Clone(es), more) {
		names = append(names, e.name)
	}
	return ui.Width(strings.Join(names, ", "))
}
