package ui

// Point is a value pair on a chart, in the units of its axes.
type Point struct{ X, Y float64 }

// Dash is the pattern of a line, so that lines differ without colour.
type Dash uint8

// The patterns. A theme without colour gives solid lines after the first the
// others in turn.
const (
	Solid Dash = iota
	Dashed
	Dotted
	DashDot
)

// Series is one line of a chart. Points that are not numbers part it.
type Series struct {
	Name   string  // written where the line ends
	Points []Point // joined in this order
	Style  Style   // the zero style takes the theme's colour of that number
	Faint  bool    // drawn in the theme's faint look
	Dash   Dash    // without colour, Solid becomes one by number
	// Letter is what a canvas without glyphs draws the line with, where all
	// dots look alike; 0 draws dots there too.
	Letter rune
	// Through lets the line be seen where it meets those on top of it: they
	// and it have every other piece.
	Through bool
}

// Mark is one place of a chart with a name. Beyond an axis it becomes an
// arrow at that edge.
type Mark struct {
	Point
	Rune  rune   // one cell wide
	Label string // beside the rune, where there is room
	Style Style  // the zero style takes the theme's bold
}

// Line is a border across the plot, at a value of one axis.
type Line struct {
	At    float64 // in the unit of the axis
	Label string  // empty for none
	Style Style   // the zero style takes the theme's muted
}

// Shade fills a part of the plot. Infinite bounds reach the edge.
type Shade struct {
	X0, X1, Y0, Y1 float64 // bounds in the units of the axes
	Label          string  // inside, where there is room
	Style          Style   // the zero style takes the theme's faint
}

// Chart draws lines over linear or log axes. A frame and a title are the
// caller's. It keeps what it drew until Version, rectangle or styles change.
type Chart struct {
	X, Y Axis // across and up
	// Series and Marks are drawn with the first on top.
	Series         []Series
	Marks          []Mark
	HLines, VLines []Line  // at values of Y; at values of X
	Shades         []Shade // under everything else
	// Version numbers the contents: whoever changes a field raises it. 0 draws
	// anew each time.
	Version uint64
	// Over gives the plot its columns (X and W) where it is not empty: those
	// of a slider's Track with the same Scale put a value above the handle.
	Over Rect
	// NoX leaves out the row of numbers under the plot. With it, they are the
	// last row of the rectangle; nothing but the numbers is written there, so
	// that it may be the edge of a box.
	NoX bool

	drawn struct {
		version uint64
		rect    Rect
		over    Rect
		styles  *Styles
		ascii   bool
	}
	layer *Canvas
	plot  Rect
}

// Draw draws the chart into r.
func (ch *Chart) Draw(c *Canvas, r Rect, st *Styles) {
	r = r.Intersect(c.Bounds())
	if r.Empty() {
		ch.plot = Rect{}
		return
	}
	now := ch.drawn
	now.version, now.rect, now.over, now.styles, now.ascii = ch.Version, r, ch.Over, st, c.ascii
	if ch.Version == 0 || now != ch.drawn {
		ch.drawn = now
		ch.render(r, st)
	}
	c.Overlay(ch.layer, r.X, r.Y)
}

// Plot returns the cells between the axes as last drawn.
func (ch *Chart) Plot() Rect {
	if ch.plot.Empty() {
		return Rect{}
	}
	p := ch.plot
	return Rect{p.X + ch.drawn.rect.X, p.Y + ch.drawn.rect.Y, p.W, p.H}
}

// At returns the values at a cell of the plot as last drawn.
func (ch *Chart) At(x, y int) (p Point, ok bool) {
	r := ch.Plot()
	if !r.Contains(x, y) {
		return Point{}, false
	}
	return Point{ch.X.Value(x-r.X, r.W), ch.Y.Value(r.Y+r.H-1-y, r.H)}, true
}

// render draws the chart onto its layer, whose corner is that of r.
func (ch *Chart) render(r Rect, st *Styles) {
	if ch.layer == nil {
		ch.layer = &Canvas{}
	}
	ch.layer.ascii = ch.drawn.ascii
	ch.layer.Resize(r.W, r.H)
	ch.layer.clearThrough()
	rows := r.H
	if !ch.NoX {
		rows--
	}
	labels := ch.Y.ticks(ch.Y.rowsToTicks(rows))
	ch.plot = ch.layout(r, rows, labels)
	if ch.plot.Empty() {
		return
	}
	ch.drawY(labels, st)
	if !ch.NoX {
		ch.drawX(st)
	}
	sk := &sketch{Chart: ch, c: ch.layer, r: ch.plot, st: st, cost: make([]uint8, ch.plot.W*ch.plot.H)}
	ch.layer.WithClip(ch.plot, sk.draw)
}

// rowsToTicks returns how many ticks a vertical axis of that many rows bears:
// decades may stand closer than numbers that one reads between.
func (a Axis) rowsToTicks(rows int) int {
	if a.log() {
		return rows / 2
	}
	return (rows - 1) / 3
}

// layout returns the plot within a layer of the size of r: columns for the
// longest label and the axis are left free, or those that Over asks for.
func (ch *Chart) layout(r Rect, rows int, labels []Tick) Rect {
	left := 0
	for _, t := range labels {
		left = max(left, Width(ch.yText(t)))
	}
	left += 2
	if left > r.W/2 {
		left = 1
	}
	p := Rect{left, 0, r.W - left, rows}
	if !ch.Over.Empty() {
		p.X, p.W = ch.Over.X-r.X, ch.Over.W
	}
	return p.Intersect(Rect{0, 0, r.W, max(0, rows)})
}

func (ch *Chart) yText(t Tick) string {
	if ch.Y.Unit != "" && t.Text != "" {
		return t.Text + t.Tail + " " + ch.Y.Unit
	}
	return t.Text + t.Tail
}

func (ch *Chart) drawY(ticks []Tick, st *Styles) {
	p, axis := ch.plot, ch.plot.X-1
	ch.layer.Fill(Rect{axis, p.Y, 1, p.H}, '│', st.Border)
	taken := make([]bool, p.H)
	for rank := range 3 {
		for _, t := range ticks {
			if min(max(t.Rank, 0), 2) != rank || !(t.At >= ch.Y.Min && t.At <= ch.Y.Max) {
				continue
			}
			row := dotY(ch.Y.Fraction(t.At), p.H) / 4
			if taken[row] {
				continue
			}
			taken[row] = true
			ch.layer.Set(axis, p.Y+row, '┤', st.Border)
			if text := ch.yText(t); Width(text) < axis {
				ch.layer.TextRight(axis-1, p.Y+row, text, st.Muted)
			}
		}
	}
}

func (ch *Chart) drawX(st *Styles) {
	ticks := ch.X.ticks(ch.plot.W / 12)
	if ch.X.Ticks == nil && len(ticks) > 0 && ch.X.Unit != "" {
		last := &ticks[len(ticks)-1]
		last.Tail, last.Rank = " "+ch.X.Unit, -1
	}
	row := ch.plot.Y + ch.plot.H
	room := Rect{ch.plot.X, row, ch.layer.w - ch.plot.X, 1}
	for _, t := range placeTicks(nil, ticks, ch.X.Scale, ch.plot, room) {
		ch.layer.Text(t.x, row, t.text(), st.Muted)
	}
}
