package views

import "kvtui/ui"

// drawTables lists the tables with how the model stands on each; a press opens
// one.
func (v *Measured) drawTables(c *ui.Canvas) {
	in := ui.Box(c, v.place.tables, v.w.tables, "", v.st.Border, v.st.Title)
	for i, t := range v.pages {
		if i >= in.H {
			return
		}
		row := ui.Rect{X: in.X, Y: in.Y + i, W: in.W, H: 1}
		look := v.st.Text
		if i == v.at {
			look = v.st.Accent
			c.Set(row.X, row.Y, '▸', v.st.Focus)
		}
		side := v.w.side(t)
		c.TextRight(row.X+row.W-1, row.Y, side, v.st.Muted)
		c.Text(row.X+2, row.Y, ui.Fit(t.page.Title, row.W-4-ui.Width(side)), look)
		v.hits = append(v.hits, measuredHit{row, func(ui.Host) { v.show(i) }})
	}
}

// sideParameters are the lines of the parameters' frame, without a heading that
// the frame has.
func (v *Measured) sideParameters(sources bool) []measuredLine {
	lines := v.parameterLines(v.place.parameters.W-4, sources)
	if lines[0].text == v.w.parameters {
		return lines[1:]
	}
	return lines
}

// sideHolds reports whether all parameters have room at the side, with their
// sources or without; those that do not stand below the table.
func (v *Measured) sideHolds(sources bool) bool {
	return v.place.boxed && len(v.sideParameters(sources)) <= v.place.parameters.H-2
}

// drawParameters lists the parameters of the table on screen, or says where
// they are.
func (v *Measured) drawParameters(c *ui.Canvas) {
	if v.place.parameters.H < 3 {
		return
	}
	in := ui.Box(c, v.place.parameters, v.w.parameters, "", v.st.Border, v.st.Title).Inset(1, 0)
	sources := v.sideHolds(true)
	if !sources && !v.sideHolds(false) {
		c.Text(in.X, in.Y, v.w.below, v.st.Muted)
		return
	}
	for i, l := range v.sideParameters(sources) {
		look := v.st.Text
		if l.kind == lineHead {
			look = v.st.Title
		}
		c.Text(in.X, in.Y+i, l.text, look)
	}
}
