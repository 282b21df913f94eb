package views

import (
	"kvtui/core/sim"
	"kvtui/ui"
)

// timed reports whether the run has a clock.
func (v *Route) timed() bool { return v.s.run.clock != nil }

// timesAt returns the moments of a request as far as the step on screen tells;
// nil before it is routed.
func (s *Session) timesAt(request int) *sim.Times {
	st := s.run.line.State()
	for i := range st.Live {
		if int(st.Live[i].Request) == request {
			return &st.Live[i]
		}
	}
	if request > s.Request() || request < 0 {
		return nil
	}
	return &s.run.clock.times[request]
}

// phaseOf returns what a live request does.
func (s *Session) phaseOf(request int) phase {
	way := s.run.clock.way(request, s.Step())
	if len(way) == 0 {
		return waits
	}
	return way[len(way)-1].phase
}

// drawLive draws what time moves: it is not part of the layer that is kept.
func (v *Route) drawLive(c *ui.Canvas) {
	v.s.drawHead(c, v.at.head, v.st, v.at.compact)
	v.drawFigures(c, v.at.figures)
	v.drawFleet(c, v.at.workers)
	v.timeline.draw(c, v.at.timeline, v.s, v.st, v.focus == 0)
}

// drawFigures writes what the requests that are over come to: a line each in a
// box, or two lines.
func (v *Route) drawFigures(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		return
	}
	f, ok := v.s.run.clock.soFar(v.s.Step())
	if r.H > 3 {
		v.drawFigureBox(c, r, f, ok)
		return
	}
	ttft, rest := figuresWords(f, ok)
	c.Text(r.X+1, r.Y, longest(r.W-2, ttft...), v.st.Bold)
	if r.H > 1 {
		c.Text(r.X+1, r.Y+1, longest(r.W-2, rest...), v.st.Text)
	}
}

// drawFigureBox is drawFigures with a line for each. What the mean TTFT is made of
// stands below it, or beside where the box is low.
func (v *Route) drawFigureBox(c *ui.Canvas, r ui.Rect, f soFar, ok bool) {
	in := ui.Box(c, r, "So far", thousands(f.over)+" over", v.st.Border, v.st.Title).Inset(1, 0)
	if !ok {
		c.Text(in.X, in.Y, longest(in.W, "no request is over yet", "none over yet"), v.st.Faint)
		return
	}
	const value, beside = 25, 27
	left, right := timesOf(f), v.meanOf(f)
	if rest := restOf(f); in.H >= len(left)+len(right)+len(rest) {
		right[0].name = "TTFT mean"
		left, right = append(append(left, right...), rest...), nil
	} else {
		left = append(left, rest...)
	}
	for i, l := range left[:min(len(left), in.H)] {
		look := v.st.Text
		if l.name == lostName && f.Lost > 0 {
			look = v.st.Bad
		}
		c.Text(in.X, in.Y+i, l.name, v.st.Muted)
		c.TextRight(in.X+min(in.W, value), in.Y+i, l.value, look)
	}
	_, side := in.Left(min(in.W, beside))
	c.Text(side.X, side.Y, longest(side.W, "transfer included", "transfer in", ""), v.st.Faint)
	if len(right) >= side.H {
		return
	}
	for i, l := range right {
		if ui.Width(l.name)+ui.Width(l.value) < side.W {
			c.Text(side.X, side.Y+1+i, l.name, v.st.Muted)
			c.TextRight(side.X+side.W, side.Y+1+i, l.value, v.st.Text)
		}
	}
}

// namedFigure is a name with its value and unit.
type namedFigure struct{ name, value string }

const lostName = "lost"

func timesOf(f soFar) []namedFigure {
	if f.Served(f.over) == 0 {
		return []namedFigure{{"TTFT p50", wordNone}, {"TTFT p99", wordNone}}
	}
	return []namedFigure{{"TTFT p50", msOf(f.TTFT50)}, {"TTFT p99", msOf(f.TTFT99)}}
}

func restOf(f soFar) []namedFigure {
	itl := wordNone
	if f.ITL50 > 0 {
		itl = msOf(f.ITL50)
	}
	return []namedFigure{
		{"ITL p50", itl},
		{"requests/s", ui.Decimal(f.RequestsPerS, 2)},
		{"token hit rate", ui.Percent(f.hit)},
		{lostName, thousands(int(f.Lost))},
		{"preempted", thousands(int(f.Preempted))},
	}
}

// meanOf is the mean TTFT and the parts that add up to it.
func (v *Route) meanOf(f soFar) []namedFigure {
	if f.Served(f.over) == 0 {
		return []namedFigure{{"mean", wordNone}}
	}
	out := []namedFigure{{"mean", msOf(f.mean.ttft)}, {" queue", msOf(f.mean.queue)}, {" prefill", msOf(f.mean.prefill)}}
	if v.s.run.st.Fleet() == v.s.run.st.Workers {
		return out
	}
	return append(out, namedFigure{" transfer", msOf(f.mean.transfer)}, namedFigure{" 1st step", msOf(f.mean.step())})
}

// timedProgress is how far the request on screen has come.
func (v *Route) timedProgress() progress {
	t := v.s.timesAt(v.s.Request())
	if t == nil {
		return progress{}
	}
	size, all := v.set().Size, v.set().Requests[t.Request].Chain.Len()
	p := progress{reused: int(t.Cached) / size}
	p.computed = int(t.Loaded+t.Computed) / size
	if t.Cached+t.Loaded+t.Computed >= t.Prompt { // a part of a block at the end counts as one
		p.computed = all
	}
	p.computed = min(p.computed, all-p.reused)
	return p
}

// logRows is how many rows the log of steps takes at most, its head included.
const logRows = mostSteps + 1

// stepRows is how many rows the steps take that are listed with a request.
func (v *Route) stepRows(n int) int {
	switch {
	case v.timed() && v.s.Playing(): // who holds what takes the room
		return 1
	case v.timed():
		return logRows
	}
	return v.s.run.line.End(n) - v.s.run.line.Start(n) + 1
}

// stepForms are the ways to say a step, the longest first.
func (v *Route) stepForms(words string) []string {
	switch {
	case v.timed() && v.s.Playing():
		return nil
	case v.timed():
		return []string{words}
	}
	return []string{words, shortStep(words)}
}

// drawLog lists the last steps of the whole fleet with their times, the present
// one marked. The list stands still while the mark moves down, half a page long.
func (v *Route) drawLog(c *ui.Canvas, r ui.Rect) {
	recs, step := v.s.run.clock.recs, v.s.Step()
	if v.s.Playing() { // too many to be read
		c.Text(r.X, r.Y, longest(r.W, "steps, with their time: pause to read them", "steps: pause to read them"), v.st.Faint)
		return
	}
	c.Text(r.X, r.Y, "steps, with their time in s", v.st.Muted)
	rows := r.H - 1
	if rows < 1 {
		return
	}
	first := pageStart(step-1, rows)
	wide := len(seconds(v.s.run.clock.end()))
	for i := first; i < min(len(recs), first+rows); i++ {
		look, mark := v.st.Text, "  "
		switch {
		case i+1 == step:
			look, mark = v.st.Accent, "▸ "
		case i >= step:
			look = v.st.Faint
		}
		x := c.Text(r.X, r.Y+1+i-first, mark+ui.Pad(seconds(recs[i].At), wide)+" ", look)
		words := v.s.stepWords(recs[i])
		c.Text(x, r.Y+1+i-first, longest(r.X+r.W-x, words, shortStep(words), ""), look)
	}
}

// fillTimes makes the lines of the first n requests that had a first token:
// when, and how long it took, and the median of all so far that are over.
func (v *Route) fillTimes(n int) {
	k := v.s.run.clock
	each, median := ui.Series{Style: v.st.SeriesStyle(0)}, ui.Series{Faint: true, Dash: ui.Dashed}
	every := max(1, n/maxPoints)
	for i := range n {
		if i%every != 0 && i != n-1 {
			continue
		}
		at := float64(k.at(int(k.firsts[i]))) / 1e9
		each.Points = append(each.Points, ui.Point{X: at, Y: float64(k.waited[i]) / 1e6})
		if f, ok := k.soFar(int(k.firsts[i])); ok && f.Served(f.over) > 0 {
			median.Points = append(median.Points, ui.Point{X: at, Y: float64(f.TTFT50) / 1e6})
		}
	}
	v.chart.Series = []ui.Series{each, median}
	if n > 0 {
		v.charted.upTo = each.Points[len(each.Points)-1].X
		v.charted.ends = append(v.charted.ends, lineEnd{"TTFT", each.Points[len(each.Points)-1].Y, each.Style, true})
	}
	if m := len(median.Points); m > 0 {
		v.charted.ends = append(v.charted.ends, lineEnd{"p50", median.Points[m-1].Y, v.st.Muted, false})
	}
	v.chart.X = ui.Axis{Scale: ui.Scale{Min: 0, Max: max(1, float64(k.end())/1e9)}, Unit: "s"}
	v.chart.Y = ui.Axis{Scale: ui.Scale{Min: 0, Max: max(1, float64(nice(k.longest))/1e6)}, Unit: "ms"}
	v.chart.Version++
}
