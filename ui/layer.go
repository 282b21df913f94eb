package ui

// clearThrough makes every cell see-through, for a canvas that is laid over
// another.
func (c *Canvas) clearThrough() {
	for i := range c.cells {
		c.cells[i] = cell{width: 1}
	}
}

// Layer returns a blank canvas of the size and glyphs of c, for a part that is
// drawn seldom and laid over c often.
func (c *Canvas) Layer() *Canvas { return NewCanvas(c.w, c.h, c.ascii) }

// Overlay copies the cells of src that were drawn to (x, y) and right and
// down of it, within the clip.
func (c *Canvas) Overlay(src *Canvas, x, y int) {
	for sy := range src.h {
		for sx := range src.w {
			p := src.cells[sy*src.w+sx]
			if p.r == 0 && p.width == 1 || !c.clip.Contains(x+sx, y+sy) {
				continue
			}
			half := p.width == 2 && !c.clip.Contains(x+sx+1, y+sy) ||
				p.width == 0 && !c.clip.Contains(x+sx-1, y+sy)
			if half {
				p = cell{r: ' ', style: p.style, width: 1}
			}
			c.put(x+sx, y+sy, p)
			if p.width == 0 { // put blanked the left half, which belongs to it
				c.cells[(y+sy)*c.w+x+sx-1] = src.cells[sy*src.w+sx-1]
			}
		}
	}
}
