package views

import (
	"fmt"

	"kvtui/core/cost"
	"kvtui/ui"
)

// costColumn is one column of a table.
type costColumn struct {
	left  bool // else right-aligned
	texts []string
	looks []ui.Style // by row; missing ones are plain
}

func (col *costColumn) width() (w int) {
	for _, t := range col.texts {
		w = max(w, ui.Width(t))
	}
	return w
}

// frame draws the frame of a table, or its title alone where rows are few, and
// returns the rectangle inside.
func (v *Cost) frame(c *ui.Canvas, r ui.Rect, title, note string) ui.Rect {
	if v.at.boxed {
		return ui.Box(c, r, title, note, v.sty.Border, v.sty.Title)
	}
	c.Text(r.X+2, r.Y, fitting(r.W-2, title), v.sty.Muted)
	_, r = r.Top(1)
	return r
}

// table draws columns with two blanks between, one where they are tight, as
// many as have room, and a mark before row here (-1 for none).
func (v *Cost) table(c *ui.Canvas, r ui.Rect, here int, cols ...costColumn) {
	x, gap, sum := r.X+2, 2, 0
	for _, col := range cols {
		sum += col.width() + 2
	}
	if sum > r.W {
		gap = 1
	}
	for _, col := range cols {
		w := col.width()
		if x+w > r.X+r.W {
			break
		}
		for i, t := range col.texts {
			if i >= r.H {
				break
			}
			look := v.sty.Text
			switch {
			case i < len(col.looks):
				look = col.looks[i]
			case i == here:
				look = v.sty.Accent
			}
			at := x
			if !col.left {
				at = x + w - ui.Width(t)
			}
			c.Text(at, r.Y+i, t, look)
		}
		x += w + gap
	}
	if here >= 0 && here < r.H {
		c.Set(r.X, r.Y+here, '▸', v.sty.Accent)
	}
}

// side is a verdict of a table: a glyph and a word.
func (v *Cost) side(s cost.Side, yes, no string) (string, ui.Style) {
	switch s {
	case cost.Faster:
		return yes, v.sty.Good
	case cost.Slower:
		return no, v.sty.Bad
	default:
		return v.w.same, v.sty.Warn
	}
}

// linkRow is a line of the table of links.
type linkRow struct {
	name, basis string
	gbps        float64
	here        bool
}

// linkRows are the links by rising rate with the state's own rate between
// them.
func (v *Cost) linkRows(links []cost.Link, short bool) (rows []linkRow) {
	you := linkRow{name: v.w.here, gbps: v.st.GBps, here: true}
	placed := false
	for _, l := range links {
		if !placed && you.gbps < l.GBps() {
			rows = append(rows, you)
			placed = true
		}
		row := linkRow{name: l.Name, basis: v.basisWord(l), gbps: l.GBps()}
		if short && l.Short != "" {
			row.name = l.Short
		}
		if !placed && you.gbps == row.gbps {
			row.here, placed = true, true
		}
		rows = append(rows, row)
	}
	if !placed {
		rows = append(rows, you)
	}
	return rows
}

func (v *Cost) basisWord(l cost.Link) string {
	switch l.Evidence() {
	case cost.Measured:
		return v.w.measured
	case cost.Estimated:
		return v.w.estimated
	default:
		return v.w.lineRate
	}
}

// drawLinks lists the time that the prompt's KV takes over each link.
func (v *Cost) drawLinks(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		return
	}
	in := v.frame(c, r, v.w.links, "")
	short := in.W < 60
	rows := v.linkRows(cost.Links(), short)
	if len(rows) >= in.H || short {
		rows = v.linkRows(linkPresets(), short)
	}
	w, head := v.w, []ui.Style{v.sty.Muted}
	name := costColumn{left: true, texts: []string{w.linkHead}, looks: head}
	rate := costColumn{texts: []string{w.rateHead}, looks: head}
	basis := costColumn{left: true, texts: []string{w.basisHead}, looks: head}
	move := costColumn{texts: []string{w.timeHead}, looks: head}
	judged := costColumn{left: true, texts: []string{w.verdictHead}, looks: head}
	split := costColumn{left: true, texts: []string{w.splitHead}, looks: head}
	here := -1
	for i, row := range rows {
		look := v.sty.Text
		if row.here {
			here, look = i+1, v.sty.Accent
		}
		m := cost.JudgeMove(v.n.kv, row.gbps, v.n.move.PrefillMS)
		name.add(row.name, look)
		rate.add(ui.GBps(row.gbps), look)
		basis.add(row.basis, v.sty.Muted)
		move.add(ui.Ms(m.TransferMS), look)
		judged.add(v.side(m.Side, w.yes, w.no))
		if v.n.hasSaved {
			s := cost.JudgeSplit(v.n.kv, row.gbps, v.n.freed)
			split.add(v.side(s.Side, w.yesSplit, w.noSplit))
		}
		v.hits = append(v.hits, costHit{
			at: ui.Rect{X: in.X, Y: in.Y + 1 + i, W: in.W, H: 1}, field: fieldGBps,
			do: func(ui.Host) { v.set(fieldGBps, row.gbps) },
		})
	}
	cols := []costColumn{name, rate, move, judged}
	if v.n.hasSaved {
		cols = append(cols, split)
	}
	v.table(c, in, here, append(cols, basis)...)
}

func (col *costColumn) add(text string, look ui.Style) {
	col.texts = append(col.texts, text)
	col.looks = append(col.looks, look)
}

// drawPrecisions lists size and time by KV precision, with the caveats where
// there is room.
func (v *Cost) drawPrecisions(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		return
	}
	w := v.w
	in := v.frame(c, r, w.precisions, "")
	var name, size, move, judged, caveat costColumn
	name.left, judged.left, caveat.left = true, true, true
	here := -1
	for i, p := range cost.Precisions() {
		look := v.sty.Text
		if v.precisionName() == p.String() {
			here, look = i, v.sty.Accent
		}
		as := v.n.shrink
		as.Width, as.FP16Share = p.Width(), 0
		kv := as.Bytes(v.n.model, v.st.Tokens)
		m := cost.JudgeMove(kv, v.st.GBps, v.n.move.PrefillMS)
		name.add(p.String(), look)
		size.add(binary(kv), look)
		move.add(ui.Ms(m.TransferMS), look)
		judged.add(v.side(m.Side, w.yes, w.no))
		caveat.add(v.caveatWord(p), v.sty.Muted)
		v.hits = append(v.hits, costHit{
			at: ui.Rect{X: in.X, Y: in.Y + i, W: in.W, H: 1}, field: fieldPrecision,
			do: func(ui.Host) { v.setPrecision(p) },
		})
	}
	v.table(c, in, here, name, size, move, judged, caveat)
}

func (v *Cost) caveatWord(p cost.Precision) string {
	switch p.Caveat() {
	case cost.CaveatSafe:
		return v.w.safe
	case cost.CaveatMostModels:
		return v.w.mostModels
	case cost.CaveatByModel:
		return v.w.byModel
	default:
		return ""
	}
}

// drawPrompts lists prompts of growing length over the link: size, time, and
// whether they cross within the limit.
func (v *Cost) drawPrompts(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		return
	}
	w, head := v.w, []ui.Style{v.sty.Muted}
	in := v.frame(c, r, w.prompts, "")
	length := costColumn{texts: []string{w.tokens}, looks: head}
	size := costColumn{texts: []string{w.kv}, looks: head}
	move := costColumn{texts: []string{w.timeHead}, looks: head}
	within := costColumn{left: true, texts: []string{fmt.Sprintf(w.within, ui.Ms(v.st.WithinMS))}, looks: head}
	for tokens := 128; tokens <= 131_072; tokens *= 2 {
		kv := v.n.shrink.Bytes(v.n.model, tokens)
		ms := cost.BytesMS(kv, v.st.GBps)
		length.add(thousands(tokens), v.sty.Text)
		size.add(binary(kv), v.sty.Text)
		move.add(ui.Ms(ms), v.sty.Text)
		if ms > v.st.WithinMS {
			within.add(w.tooLong, v.sty.Bad)
		} else {
			within.add(w.inTime, v.sty.Good)
		}
	}
	v.table(c, in, -1, length, size, move, within)
}

// drawFormula shows how the bytes come about.
func (v *Cost) drawFormula(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		return
	}
	in := v.frame(c, r, v.w.counting, v.modelName())
	lines := []string{v.layerRule()}
	if m := v.n.model; m.Global != (cost.Heads{}) && m.MLA == (cost.MLA{}) {
		b := v.n.width.Bytes()
		lines = append(lines, fmt.Sprintf(v.w.countGlobal, thousands(m.Global.KVHeads), thousands(m.Global.HeadDim), exact(b),
			exact(2*float64(m.Global.KVHeads)*float64(m.Global.HeadDim)*b)))
	}
	lines = append(lines, v.keepRule(), v.tokenSum(), v.w.countUnits)
	if note := v.n.model.Note; note != "" {
		lines = append(lines, note)
	}
	for i, text := range lines {
		if i < in.H {
			c.Text(in.X+2, in.Y+i, fitting(in.W-2, text), v.sty.Text)
		}
	}
}
