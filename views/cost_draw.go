package views

import (
	"fmt"

	"kvtui/ui"
)

// drawFields draws the choices and the tracks.
func (v *Cost) drawFields(c *ui.Canvas) {
	r := v.at.fields
	line := func(f costField, label, choice string, forms []string, least int, aside costAside) {
		if r.H == 0 {
			return
		}
		var row ui.Rect
		row, r = r.Top(1)
		look := v.sty.Muted
		if f == v.focus {
			look = v.sty.Focus
		}
		head := ui.Rect{X: row.X + 11, Y: row.Y, W: row.W - 11, H: 1}
		choice = "‹ " + choice + " ›"
		end := v.row(c, row, f, costInk{base: look}, label)
		end = max(end+1, head.X+1)
		v.arrows(end, row.Y, f, choice)
		end = c.Text(end, row.Y, choice, v.sty.Bold)
		room := row.X + row.W - end - 3
		// The longer forms are for their extra words only; a verdict goes first.
		if less := room - ui.Width(aside.text) - 4; ui.Width(unmarked(forms[least])) <= less {
			room = less
		}
		end = v.muted().write(c, end+3, row.Y, fitting(room, forms...))
		v.drawAside(c, row, end+3, aside)
	}
	verdict, tone := v.verdictText()
	if v.n.basis == basisModel && r.W >= threeColumns {
		verdict += fmt.Sprintf(v.w.withPrefill, v.n.preset.Model)
	}
	line(fieldModel, v.w.model, v.modelName(), v.shape(), 1, costAside{verdict, tone})
	size, least := v.size()
	line(fieldPrecision, v.w.kv, v.precisionName(), size, least, v.splitAside())
	for _, f := range tracks() {
		rows := 1
		if f == fieldGBps {
			rows = 2
		}
		var row ui.Rect
		row, r = r.Top(rows)
		if row.H == 0 {
			return
		}
		// The same columns as the plot, whose frame takes one at each side.
		row.W -= 2
		v.fields = append(v.fields, f)
		v.sliders[f].Draw(c, row, v.sty, f == v.focus)
	}
}

// costAside is what stands at the right end of a row.
type costAside struct {
	text string
	look ui.Style
}

// drawAside writes an aside that has room after column x; only wide screens
// have asides, where they would else stand empty.
func (v *Cost) drawAside(c *ui.Canvas, row ui.Rect, x int, a costAside) {
	if at := row.X + row.W - 1 - ui.Width(a.text); row.W >= twoColumns && at >= x {
		c.Text(at, row.Y, a.text, a.look)
	}
}

// drawTables draws what has room beside or under the sentences.
func (v *Cost) drawTables(c *ui.Canvas) {
	v.drawLinks(c, v.at.links)
	v.drawPrecisions(c, v.at.precisions)
	v.drawPrompts(c, v.at.prompts)
	v.drawFormula(c, v.at.formula)
}
