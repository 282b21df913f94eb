package ui

import "math"

// Segment is one part of a bar.
type Segment struct {
	Value float64 // in the unit of the bars; 0 or less draws nothing
	Style Style   // the zero style takes the theme's colour of that number
}

// Bar is one horizontal bar: segments in a row, so that prefill and transfer
// add up to the time to first token. They differ by glyph: full, then two
// shades.
type Bar struct {
	Label string    // before the bar
	Text  string    // the value with its unit, after the bar
	Parts []Segment // from the left
}

func (b Bar) sum() (v float64) {
	for _, p := range b.Parts {
		v += amount(p.Value)
	}
	return v
}

// amount reads NaN and what is below 0 as nothing.
func amount(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return v
}

// Bars draws bars on one scale, one a row.
type Bars struct {
	Bars []Bar
	// Max is the value of a bar as long as the room; 0 takes the longest bar.
	// Longer ones end in an arrow.
	Max float64
	// Head is the number of columns before the bars; 0 means as many as the
	// labels need.
	Head int
}

// Draw draws the bars into r; the last row says how many found no room.
func (b *Bars) Draw(c *Canvas, r Rect, st *Styles) {
	if r.Empty() || len(b.Bars) == 0 {
		return
	}
	head, tail, most := b.Head, 0, b.Max
	for _, bar := range b.Bars {
		if b.Head == 0 {
			head = max(head, Width(bar.Label)+1)
		}
		tail = max(tail, Width(bar.Text)+1)
		if b.Max == 0 {
			most = max(most, bar.sum())
		}
	}
	if r.W-head-tail < 4 {
		head = 0
	}
	shown := len(b.Bars)
	if shown > r.H {
		shown = r.H - 1
	}
	c.WithClip(r, func() {
		for i, bar := range b.Bars[:shown] {
			row := Rect{r.X + head, r.Y + i, max(0, r.W-head-tail), 1}
			if head > 0 {
				c.Text(r.X, row.Y, Fit(bar.Label, head-1), st.Text)
			}
			end := bar.draw(c, row, most, st)
			if end > r.X {
				end++
			}
			c.Text(end, row.Y, Fit(bar.Text, r.X+r.W-end), st.Bold)
		}
		if shown < len(b.Bars) {
			c.Text(r.X, r.Y+shown, Fit("+"+Thousands(len(b.Bars)-shown)+" more", r.W), st.Muted)
		}
	})
}

// draw draws the segments over the columns of r and returns the column after
// them.
func (b Bar) draw(c *Canvas, r Rect, most float64, st *Styles) (end int) {
	if r.W == 0 || !(most > 0) {
		return r.X
	}
	glyphs := [...]rune{'█', '▒', '░'}
	sum := 0.0
	x := r.X
	for i, p := range b.Parts {
		sum += amount(p.Value)
		look := p.Style
		if look == (Style{}) {
			look = st.SeriesStyle(i)
		}
		cells := min(sum/most, 1) * float64(r.W)
		if math.IsNaN(cells) { // infinite over infinite
			cells = float64(r.W)
		}
		to := r.X + int(math.Round(cells))
		if len(b.Parts) == 1 && !c.ascii {
			x = solid(c, r, cells, look)
			continue
		}
		c.Fill(Rect{x, r.Y, to - x, 1}, glyphs[min(i, len(glyphs)-1)], look)
		x = to
	}
	if sum > most {
		c.Set(r.X+r.W-1, r.Y, '▸', st.Bold)
	}
	return x
}

// solid draws a bar to an eighth of a cell; whatever is above 0 shows.
func solid(c *Canvas, r Rect, cells float64, look Style) (end int) {
	eighths := int(math.Round(cells * 8))
	if cells > 0 {
		eighths = max(1, eighths)
	}
	c.Fill(Rect{r.X, r.Y, eighths / 8, 1}, '█', look)
	end = r.X + eighths/8
	if rest := eighths % 8; rest > 0 {
		c.Set(end, r.Y, [...]rune{'▏', '▎', '▍', '▌', '▋', '▊', '▉'}[rest-1], look)
		end++
	}
	return end
}
