package ui

// density counts events per column of a track. It counts anew only when the
// events, the scale or the width changed.
type density struct {
	of     *int
	n      int
	scale  Scale
	counts []int
	most   int
}

func (d *density) count(events []int, sc Scale, w int) {
	if d.of == &events[0] && d.n == len(events) && d.scale == sc && len(d.counts) == w {
		return
	}
	*d = density{of: &events[0], n: len(events), scale: sc, counts: make([]int, w)}
	for _, e := range events {
		col := sc.Column(float64(e), w)
		d.counts[col]++
		d.most = max(d.most, d.counts[col])
	}
}

// draw writes a bar of one row per column, as high as the column's share of
// the densest one.
func (d *density) draw(c *Canvas, t Rect, y int, events []int, sc Scale, st *Styles) {
	if len(events) == 0 || t.Empty() {
		return
	}
	d.count(events, sc, t.W)
	bars := [...]rune{'▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}
	for x, n := range d.counts {
		if n > 0 {
			c.Set(t.X+x, y, bars[(n*len(bars)-1)/d.most], st.Muted)
		}
	}
}
