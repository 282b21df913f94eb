package views

import "kvtui/ui"

// mapWord names what the key of the map shows next.
func (v *Cost) mapWord() string {
	if v.st.Map {
		return v.w.doChart
	}
	return v.w.doMap
}

// toggleMap switches between the chart and the map, which takes the arrow keys.
func (v *Cost) toggleMap() {
	v.st.Map = !v.st.Map
	v.gliding = fieldNone
	v.place()
	v.focus = fieldGBps
	if v.st.Map {
		v.focus, v.touched = fieldMap, fieldMap
	}
}

// cursorKey moves the cursor. Beyond the upper and lower edge the focus goes on
// to what stands there.
func (v *Cost) cursorKey(name string) bool {
	const far = 10
	g := &v.grid
	if g.plot.Empty() {
		return false
	}
	_, row := v.cursorCell()
	switch name {
	case "up":
		if row == g.plot.H-1 {
			return false
		}
		v.moveCursor(0, 1)
	case "down":
		if row == 0 {
			return false
		}
		v.moveCursor(0, -1)
	case leftArrow, "shift+left":
		v.moveCursor(-1, 0)
	case rightArrow, "shift+right":
		v.moveCursor(1, 0)
	case "pgup":
		v.moveCursor(far, 0)
	case "pgdown":
		v.moveCursor(-far, 0)
	case "home":
		v.moveCursor(-g.plot.W, 0)
	case "end":
		v.moveCursor(g.plot.W, 0)
	default:
		return false
	}
	return true
}

// moveCursor moves by columns and rows, within the map.
func (v *Cost) moveCursor(columns, rows int) {
	if v.grid.plot.Empty() {
		return
	}
	col, row := v.cursorCell()
	v.putCursor(col+columns, row+rows)
}

// putCursor puts the cursor on a cell, the row counted from below.
func (v *Cost) putCursor(col, row int) {
	g := &v.grid
	g.tokens = max(1, g.rowTokens(min(max(row, 0), g.plot.H-1)))
	g.gbps = g.chart.X.Value(col, g.plot.W)
}

// pointCursor puts the cursor under a press or a drag.
func (v *Cost) pointCursor(p ui.Pointer) bool {
	g := &v.grid
	if !v.at.mapped || !g.plot.Contains(p.X, p.Y) {
		return false
	}
	v.focusOn(fieldMap)
	v.putCursor(p.X-g.plot.X, g.plot.Y+g.plot.H-1-p.Y)
	return true
}

// takeCursor makes the cursor's prompt and link the ones that the screen counts
// with.
func (v *Cost) takeCursor() {
	tokens, gbps := v.cursor()
	v.edit(fieldMap, func() { v.st.Tokens, v.st.GBps = tokens, gbps })
	v.grid.tokens = 0
}
