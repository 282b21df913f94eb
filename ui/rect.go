package ui

// Rect is a rectangle of cells: the top left corner and the size. A part is
// drawn into one and judges mouse hits by the same one.
type Rect struct{ X, Y, W, H int }

// Empty reports whether r holds no cell.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether the cell (x, y) lies in r.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Inset returns r without dx columns on each side and dy rows above and below.
func (r Rect) Inset(dx, dy int) Rect {
	return Rect{r.X + dx, r.Y + dy, max(0, r.W-2*dx), max(0, r.H-2*dy)}
}

// Top cuts n rows off the top: the rows cut and what is left.
func (r Rect) Top(n int) (cut, rest Rect) {
	n = clamp(n, 0, r.H)
	return Rect{r.X, r.Y, r.W, n}, Rect{r.X, r.Y + n, r.W, r.H - n}
}

// Bottom cuts n rows off the bottom: the rows cut and what is left.
func (r Rect) Bottom(n int) (cut, rest Rect) {
	n = clamp(n, 0, r.H)
	return Rect{r.X, r.Y + r.H - n, r.W, n}, Rect{r.X, r.Y, r.W, r.H - n}
}

// Left cuts n columns off the left: the columns cut and what is left.
func (r Rect) Left(n int) (cut, rest Rect) {
	n = clamp(n, 0, r.W)
	return Rect{r.X, r.Y, n, r.H}, Rect{r.X + n, r.Y, r.W - n, r.H}
}

// Right cuts n columns off the right: the columns cut and what is left.
func (r Rect) Right(n int) (cut, rest Rect) {
	n = clamp(n, 0, r.W)
	return Rect{r.X + r.W - n, r.Y, n, r.H}, Rect{r.X, r.Y, r.W - n, r.H}
}

// Intersect returns the cells that r and o share.
func (r Rect) Intersect(o Rect) Rect {
	x, y := max(r.X, o.X), max(r.Y, o.Y)
	return Rect{x, y, max(0, min(r.X+r.W, o.X+o.W)-x), max(0, min(r.Y+r.H, o.Y+o.H)-y)}
}

func clamp(v, lo, hi int) int { return min(max(v, lo), max(lo, hi)) }
