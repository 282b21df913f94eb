package ui

// DotRange draws where a figure lies: its range with a dot at the median, and a
// band to hold it against, whose cells differ with and without the range.
type DotRange struct {
	Low, Mid, High float64 // in the unit of the scale
	// Band is drawn only with a BandHigh at or above BandLow and Banded.
	BandLow, BandHigh float64
	Banded            bool  // off leaves the band out
	Style             Style // of the range and its dot
}

// Draw draws the range over the columns of the first row of r.
func (d DotRange) Draw(c *Canvas, r Rect, s Scale, st *Styles) {
	if r.Empty() {
		return
	}
	at := func(v float64) int { return r.X + s.Column(v, r.W) }
	c.WithClip(r, func() {
		c.Fill(Rect{r.X, r.Y, r.W, 1}, '·', st.Faint)
		if d.Banded {
			c.Fill(Rect{at(d.BandLow), r.Y, at(d.BandHigh) - at(d.BandLow) + 1, 1}, '▒', st.Muted)
		}
		low, high := at(d.Low), at(d.High)
		for x := low; x < high; x++ {
			line := '─'
			if d.Banded && x >= at(d.BandLow) && x <= at(d.BandHigh) {
				line = '═'
			}
			c.Set(x, r.Y, line, d.Style)
		}
		if high > low {
			c.Set(low, r.Y, '├', d.Style)
			c.Set(high, r.Y, '┤', d.Style)
		}
		c.Set(at(d.Mid), r.Y, '●', d.Style)
	})
}
