package views

import (
	"fmt"
	"strings"

	"kvtui/core/sim"
	"kvtui/ui"
)

// laneHead is how many columns a lane has before its bar: number and letter.
func (v *Route) laneHead() int { return len(thousands(v.s.run.requests)) + 4 }

// inner is where the lanes of a worker's rectangle are.
func inner(r ui.Rect) ui.Rect {
	if r.H >= framedH {
		return r.Inset(2, 1)
	}
	_, body := r.Top(1)
	return body.Inset(1, 0)
}

// scale returns the ns of one cell, the same for all bars of a frame: nine of
// ten requests of the run fit, and all that are under way do.
func (v *Route) scale() int64 {
	room := 0
	for _, s := range v.spots {
		if w := inner(s.rect).W - v.laneHead(); room == 0 || w < room {
			room = w
		}
	}
	if room < 1 {
		return 0
	}
	long := v.s.run.clock.usual
	if live := v.s.run.line.State().Live; len(live) > 0 {
		long = max(long, v.s.now()-live[0].Arrived)
	}
	return nice(long/int64(room) + 1)
}

// drawLegendOfLanes writes how long a cell is and what the glyphs are.
func (v *Route) drawLegendOfLanes(c *ui.Canvas, r ui.Rect, cell int64) {
	if r.Empty() || cell == 0 {
		return
	}
	split, words, shown := v.s.run.st.Fleet() > v.s.run.st.Workers, 0, 0
	for p, l := range phaseLooks() {
		if split || phase(p) != moves {
			words += len(l.word)
			shown++
		}
	}
	before, after, lettered := 2, 1, false // columns around a glyph
	head := cellWords(cell)
	if ui.Width(head)+words+4*shown >= r.W {
		head, before, after = strings.Replace(head, "1 cell =", "1 =", 1), 1, 0
	}
	if tight := after == 0; tight && (c.ASCII() || ui.Width(head)+words+2*shown >= r.W) { // a letter as a glyph would join the word
		head, before, after, lettered = cellWords(cell), 2, 1, true
	}
	x, end := c.Text(r.X+1, r.Y, head, v.st.Text), r.X+r.W
	for p, l := range phaseLooks() {
		text := l.word
		if lettered {
			text = string(l.letter)
		}
		if phase(p) == moves && !split || x+before+1+after+len(text) > end {
			continue
		}
		c.Set(x+before, r.Y, l.glyph, v.phaseStyle(phase(p)))
		x = c.Text(x+before+1+after, r.Y, text, v.st.Muted)
	}
}

func (v *Route) phaseStyle(p phase) ui.Style {
	if p == waits {
		return v.st.Muted
	}
	return v.st.SeriesStyle(int(p) - 1)
}

// drawLanes draws the requests on a worker, the newest on top. Where not all
// fit, those in the middle are counted: the oldest are being served.
func (v *Route) drawLanes(c *ui.Canvas, r ui.Rect, on []int32, cell int64) {
	if len(on) == 0 {
		c.Text(r.X, r.Y, "idle", v.st.Faint)
		return
	}
	gap, left := len(on), 0 // the row of the count, and how many it stands for
	if len(on) > r.H && r.H > 1 {
		gap, left = r.H/2, len(on)-r.H+1
		c.Text(r.X, r.Y+gap, "+"+thousands(left)+" more", v.st.Muted)
	}
	for y := range min(r.H, len(on)) {
		i := y
		switch {
		case left > 0 && y == gap:
			continue
		case y > gap:
			i += left - 1
		}
		v.drawLane(c, ui.Rect{X: r.X, Y: r.Y + y, W: r.W, H: 1}, int(on[len(on)-1-i]), cell)
	}
}

// drawLane is one request: its number, the letter of what it does, and a bar of
// its phases since it arrived.
func (v *Route) drawLane(c *ui.Canvas, r ui.Rect, at int, cell int64) {
	t, way := &v.s.run.line.State().Live[at], v.fleetNow().ways[at]
	now := way[len(way)-1].phase
	c.TextRight(r.X+v.laneHead()-3, r.Y, "#"+thousands(int(t.Request)+1), v.st.Text)
	c.Set(r.X+v.laneHead()-2, r.Y, phaseLooks()[now].letter, v.phaseStyle(now))
	bar := ui.Rect{X: r.X + v.laneHead(), Y: r.Y, W: r.W - v.laneHead(), H: 1}
	if bar.W < 1 || cell == 0 {
		return
	}
	cells := func(ns int64) int { return int(min((ns-t.Arrived)/cell, int64(bar.W-1))) }
	end := cells(v.s.now())
	for i, m := range way {
		to := end
		if i+1 < len(way) {
			to = cells(way[i+1].at) - 1
		}
		from := cells(m.at)
		c.Fill(ui.Rect{X: bar.X + from, Y: r.Y, W: to - from + 1, H: 1}, phaseLooks()[m.phase].glyph, v.phaseStyle(m.phase))
	}
	if note, look := v.laneNote(t, now), v.st.Muted; note != "" && end+2+ui.Width(note) <= bar.W {
		if t.Preempted > 0 {
			look = v.st.Warn
		}
		c.Text(bar.X+end+2, r.Y, note, look)
	}
}

// laneNote is what a bar cannot show: how far a prompt in parts is, and that a
// request was preempted.
func (v *Route) laneNote(t *sim.Times, now phase) string {
	switch done := t.Cached + t.Loaded + t.Computed; {
	case t.Preempted > 0:
		return preemptedWords(t.Preempted)
	case now == prefills && t.Computed > 0 && done < t.Prompt:
		return fmt.Sprintf("%s of %s tok", thousands(int(done)), thousands(int(t.Prompt)))
	}
	return ""
}
