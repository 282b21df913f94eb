package ui

// Box draws a rounded frame with a title at the left of its upper edge and a
// note at the right, and returns the rectangle inside. Titles that do not fit
// are cut, the note first.
func Box(c *Canvas, r Rect, title, note string, border, text Style) Rect {
	return TitledBox(c, r, title, note, border, text, text)
}

// TitledBox is a Box whose title and note differ in style.
func TitledBox(c *Canvas, r Rect, title, note string, border, titled, noted Style) Rect {
	if r.W < 2 || r.H < 2 {
		return Rect{r.X, r.Y, 0, 0}
	}
	right, bottom := r.X+r.W-1, r.Y+r.H-1
	c.Fill(Rect{r.X + 1, r.Y, r.W - 2, 1}, '─', border)
	c.Fill(Rect{r.X + 1, bottom, r.W - 2, 1}, '─', border)
	c.Fill(Rect{r.X, r.Y + 1, 1, r.H - 2}, '│', border)
	c.Fill(Rect{right, r.Y + 1, 1, r.H - 2}, '│', border)
	c.Set(r.X, r.Y, '╭', border)
	c.Set(right, r.Y, '╮', border)
	c.Set(r.X, bottom, '╰', border)
	c.Set(right, bottom, '╯', border)
	boxTitles(c, r, title, note, titled, noted)
	return r.Inset(1, 1)
}

func boxTitles(c *Canvas, r Rect, title, note string, titled, noted Style) {
	room := r.W - 4
	title = Fit(title, room-2)
	x := r.X + 2
	if title != "" {
		x = c.Text(x-1, r.Y, " "+title+" ", titled)
	}
	if note == "" {
		return
	}
	if note = Fit(note, r.X+r.W-3-x-1); note != "" {
		c.TextRight(r.X+r.W-2, r.Y, " "+note+" ", noted)
	}
}
