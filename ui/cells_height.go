package ui

// Height returns how many of h rows the grid takes in w columns.
func (g *CellGrid) Height(w, h int) int {
	if w <= 0 || h <= 0 || len(g.Runs) == 0 {
		return 0
	}
	at, all := g.flow(w, h, g.Fits(w, h))
	if !all {
		return h
	}
	return at[len(at)-1].y + 1
}
