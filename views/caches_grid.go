package views

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/ui"
)

// glyphPart stands for blocks that a worker holds in part, and the index knows
// no better and no worse.
const glyphPart = '▌'

// shareGlyph is the state of n blocks on a worker in one glyph: what is wrong
// comes first.
func shareGlyph(s sim.Share, n int) rune {
	switch {
	case s.Known > s.Both:
		return glyphGone
	case s.Held == 0:
		return glyphNone
	case s.Held < n:
		return glyphPart
	case s.Both < s.Held:
		return glyphUnknown
	}
	return glyphHeld
}

// shareLook is the style of blocks of a group in that state.
func (v *Caches) shareLook(glyph rune, group int) ui.Style {
	switch glyph {
	case glyphNone:
		return v.st.Faint
	case glyphGone:
		return v.st.Gone
	}
	if group < 0 {
		return v.st.Text
	}
	return v.st.GroupStyle(group)
}

// cachesGrid is who holds what, prefixes down and workers across.
type cachesGrid struct {
	rows  cachesRows
	order prefixOrder
	group int // of the row under the cursor
	on    bool
	top   int // first row shown
	left  int // first worker shown
	moved bool
	drawn gridDrawn
	cells map[gridCell]gridShare
	kept  gridKept
	// longest is the longest row of setOf, in blocks.
	longest int
	setOf   *workload.Set
}

// gridDrawn is where the grid was last drawn.
type gridDrawn struct {
	cells      ui.Rect
	mode       gridMode
	rows, cols int
	copies     int // the column after the count of copies
}

// gridMode is how wide the columns are.
type gridMode struct {
	step   int // columns from one worker to the next
	bar    int // cells of the bar
	digits int // columns of the number after it, 0 for none
}

type gridCell struct{ row, worker int }

// gridShare is a cell of the grid.
type gridShare struct {
	sim.Share
	bar [prefixCells]rune
}

// gridKept says what the cells are of.
type gridKept struct {
	of    *run
	step  int
	order prefixOrder
	bar   int
}

// gridLabel is the columns of the prefixes' names, gridCopies those of the
// count of copies.
const gridCopies = 7

func (v *Caches) gridLabel() int {
	w := ui.Width(groupName(v.set(), max(0, v.set().Groups-1)))
	return max(w, 6) + 2
}

// gridNeeds is the width that the grid takes where it may have so many columns.
func (v *Caches) gridNeeds(most int) int {
	rest := 4 + v.gridLabel() + gridCopies
	return rest + v.s.run.st.Workers*v.gridMode(most-rest).step
}

// gridModes are the widths of a column, widest first.
func (v *Caches) gridModes() []gridMode {
	digits := len(thousands(v.longest()))
	return []gridMode{
		{step: prefixCells + digits + 3, bar: prefixCells, digits: digits},
		{step: prefixCells + 2, bar: prefixCells},
		{step: digits + 3, bar: 1, digits: digits},
		{step: 2, bar: 1},
		{step: 1, bar: 1},
	}
}

// longest is the number of blocks of the longest row that there can be.
func (v *Caches) longest() int {
	g := &v.grid
	if g.setOf != v.set() {
		g.setOf, g.longest = v.set(), 1
		for i := range g.setOf.Requests {
			g.longest = max(g.longest, g.setOf.Shared(i))
		}
	}
	return g.longest
}

// gridMode is the widest at which all workers fit, or else one that still tells
// them apart.
func (v *Caches) gridMode(room int) gridMode {
	n := v.s.run.st.Workers
	modes := v.gridModes()
	for _, m := range modes {
		if m.step*n <= room {
			return m
		}
	}
	return modes[len(modes)-1]
}

// cell counts a cell once a step.
func (v *Caches) cell(i, w int, r prefixRow, bar int) gridShare {
	g := &v.grid
	k := gridKept{v.s.run, v.s.Step(), v.order(), bar}
	if g.kept != k || g.cells == nil {
		g.kept, g.cells = k, map[gridCell]gridShare{}
	}
	at := gridCell{i, w}
	c, ok := g.cells[at]
	if ok {
		return c
	}
	c.Share = v.share(w, r)
	if bar > 1 {
		n := r.to - r.from
		k := min(bar, n)
		for j := range k {
			part := prefixRow{request: r.request, from: r.from + j*n/k, to: r.from + (j+1)*n/k}
			c.bar[j] = shareGlyph(v.share(w, part), part.to-part.from)
		}
	} else {
		c.bar[0] = shareGlyph(c.Share, r.to-r.from)
	}
	g.cells[at] = c
	return c
}

// cursor is the row under the cursor, 0 where that has none.
func (v *Caches) gridCursor(rows []prefixRow) int {
	if v.grid.on {
		for i, r := range rows {
			if r.group == v.grid.group {
				return i
			}
		}
	}
	return 0
}

// putCursor moves the cursor to a row and a worker.
func (v *Caches) putCursor(row, worker int) {
	rows := v.prefixes()
	v.worker = min(max(worker, 0), v.s.run.st.Workers-1)
	v.grid.moved = true
	if len(rows) == 0 {
		return
	}
	v.grid.on, v.grid.group = true, rows[min(max(row, 0), len(rows)-1)].group
}

func (v *Caches) gridKey(k tea.KeyPressMsg) bool {
	row := v.gridCursor(v.prefixes())
	page := max(1, v.grid.drawn.rows)
	n := v.s.run.st.Workers
	switch k.String() {
	case "up", "k":
		row--
	case "down", "j":
		row++
	case "left", "h":
		v.putCursor(row, v.worker-1)
		return true
	case "right", "l":
		v.putCursor(row, v.worker+1)
		return true
	case "pgup":
		row -= page
	case "pgdown":
		row += page
	case "home":
		v.putCursor(row, 0)
		return true
	case "end":
		v.putCursor(row, n-1)
		return true
	default:
		return false
	}
	v.putCursor(row, v.worker)
	return true
}

// pressGrid puts the cursor under a press; a press on the cell that has it
// shows its history.
func (v *Caches) pressGrid(x, y int, h ui.Host) func() {
	d := &v.grid.drawn
	if !d.cells.Contains(x, y) {
		return nil
	}
	row, w := v.grid.top+y-d.cells.Y, v.grid.left+(x-d.cells.X)/d.mode.step
	rows := v.prefixes()
	if row >= len(rows) || w >= v.s.run.st.Workers {
		return nil
	}
	again := v.focus == onGrid && w == v.worker && row == v.gridCursor(rows)
	return func() {
		v.putCursor(row, w)
		if again {
			v.openCell(h)
		}
	}
}

// openCell shows the history of the first block of the row under the cursor.
func (v *Caches) openCell(h ui.Host) {
	rows := v.prefixes()
	if len(rows) == 0 {
		h.Toast(cachesNoPrefix)
		return
	}
	r := rows[v.gridCursor(rows)]
	openHistory(h, v.s, r.request, r.from, v.worker)
}

func (v *Caches) nextOrder() {
	orders := []prefixOrder{byNumber, byRecency, byCopies}
	for i, o := range orders {
		if o == v.order() {
			v.grid.order = orders[(i+1)%len(orders)]
			break
		}
	}
	v.grid.top, v.grid.moved = 0, true
}

// workerNumbers writes the workers' numbers over their columns, every tenth
// where columns are narrow.
func (v *Caches) workerNumbers(c *ui.Canvas, x, y int, m gridMode, cols int) {
	for i := range cols {
		w := v.grid.left + i
		look := v.st.Muted
		if w == v.worker {
			look = v.st.Accent
		}
		name := "W" + strconv.Itoa(w)
		if m.step <= ui.Width(name) {
			if w == v.worker && m.step == 1 {
				c.Set(x+i*m.step, y, '▾', v.st.Accent)
				continue
			}
			if m.step == 2 {
				c.Set(x+i*m.step, y, rune('0'+w%10), look)
				continue
			}
			if w%10 != 0 || i*m.step+ui.Width(name) > cols*m.step || v.worker > w && v.worker <= w+ui.Width(name)/m.step {
				continue
			}
		}
		c.Text(x+i*m.step, y, name, look)
	}
}
