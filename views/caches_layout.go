package views

import "kvtui/ui"

// cachesLayout is where the parts of the Caches screen are. Parts that have no
// room are empty.
type cachesLayout struct {
	head, sums, grid, tree, landings, timeline ui.Rect
	compact                                    bool
}

// Rows of the landings: the frame, the heads, ten strategies, and why.
const (
	landingRows     = 13
	landingRowsWhy  = 15
	landingRowsFew  = 6
	cachesSideFewer = 42 // columns that tree and landings need at least
)

// layCaches cuts the screen into its parts. From 80x24 on the grid stands at
// the left, landings and tree at the right; below, the part in focus takes all.
func layCaches(r ui.Rect, focus cachesPart, needs func(most int) int) cachesLayout {
	var at cachesLayout
	at.head, r = r.Top(1)
	if r.W < 78 || r.H < 20 {
		at.compact = true
		at.timeline, r = r.Bottom(1)
		at.sums, r = r.Top(1)
		switch focus {
		case onTree:
			at.tree = r
		case onLandings:
			at.landings = r
		case onGrid, onTimeline, cachesParts:
			at.grid = r
		}
		return at
	}
	rows, sums := 1, 2
	if r.H >= 26 {
		rows, sums = 2, 3
	}
	at.timeline, r = r.Bottom(rows)
	at.sums, r = r.Top(sums)
	var side ui.Rect
	at.grid, side = r.Left(gridWidth(r.W, needs))
	land := landingRows
	switch {
	case r.H >= 26 && side.W < whyBeside+4:
		land = landingRowsWhy
	case r.H < 26 && focus == onTree:
		land = landingRowsFew
	}
	at.landings, at.tree = side.Top(land)
	return at
}

// gridWidth is as wide as the grid needs, up to 60 % of the screen.
func gridWidth(w int, needs func(most int) int) int {
	low, high := max(36, min(w*2/5, 60)), min(w*3/5, w-cachesSideFewer)
	return max(low, min(needs(high), high))
}
