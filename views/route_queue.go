package views

import (
	"fmt"

	"kvtui/ui"
)

// drawIncoming lists the requests still to come, in a room of its own.
func (v *Route) drawIncoming(c *ui.Canvas, r ui.Rect) {
	if r.Empty() {
		return
	}
	next := v.s.Request()
	title := "Queue"
	if v.timed() { // queues are at the workers then
		title = "To come"
	}
	in := ui.Box(c, r, title, thousands(v.waiting()), v.st.Border, v.st.Title)
	first := pageStart(next, in.H)
	for i := range in.H {
		n := first + i
		if n >= v.s.run.requests {
			break
		}
		v.drawQueued(c, ui.Rect{X: in.X + 1, Y: in.Y + i, W: in.W - 2, H: 1}, n, n == next)
	}
}

// pageStart returns the first request of a list of rows requests that holds n
// in its first half. The mark moves and the list stands still, half a page long:
// a list that moves on with each request is a blur, and costs a terminal a
// screenful each time.
func pageStart(n, rows int) int {
	half := max(1, rows/2)
	return max(0, n) / half * half
}

// toComeWords counts the requests that have not been routed.
func (v *Route) toComeWords() string {
	if v.timed() {
		return thousands(v.waiting()) + " to come"
	}
	return "queue " + thousands(v.waiting())
}

// waiting returns how many requests have not been routed.
func (v *Route) waiting() int { return v.s.run.requests - 1 - v.s.Request() }

func (v *Route) drawQueued(c *ui.Canvas, r ui.Rect, n int, now bool) {
	req := v.set().Requests[n]
	number, size := fmt.Sprintf("#%d", n+1), thousands(req.Tokens)
	look := v.st.Muted
	switch {
	case now:
		c.Set(r.X-1, r.Y, '▸', v.st.Accent)
		look = v.st.Bold
	case n < v.s.Request():
		look = v.st.Faint
	}
	x := c.Text(r.X, r.Y, ui.Fit(number, r.W), look)
	name := groupName(v.set(), req.Group)
	if x+1+ui.Width(name) <= r.X+r.W {
		x = c.Text(x+1, r.Y, name, v.groupLook(req.Group))
	}
	// Sizes stand on every line or on none: those of a trace may be long.
	if size += " tok"; x+1+ui.Width(size) <= r.X+r.W && (!v.set().Traced || r.W >= 22) {
		c.TextRight(r.X+r.W, r.Y, size, v.st.Faint)
	}
}

// drawQueue writes the next requests on one line.
func (v *Route) drawQueue(c *ui.Canvas, r ui.Rect) {
	next := v.s.Request()
	x := r.X
	const shown = 7 // about, of names as short as the lab's
	first, end := pageStart(next, shown), v.s.run.requests
	if v.timed() && v.s.Playing() { // the others pass too fast to be read
		first, end = max(0, next), min(next+1, end)
	}
	for n := first; n < end; n++ {
		req := v.set().Requests[n]
		number, name := fmt.Sprintf("#%d ", n+1), groupName(v.set(), req.Group)
		if x+ui.Width(number)+ui.Width(name)+4 > r.X+r.W {
			c.Text(x, r.Y, "…", v.st.Muted)
			return
		}
		mark, look := ' ', v.st.Muted
		switch {
		case n == next:
			mark, look = '▸', v.st.Bold
		case n < next:
			look = v.st.Faint
		}
		c.Set(x, r.Y, mark, v.st.Accent)
		x = c.Text(x+1, r.Y, number, look)
		x = c.Text(x, r.Y, name, v.groupLook(req.Group)) + 2
	}
}

// groupLook is the colour of a prefix.
func (v *Route) groupLook(g int) ui.Style {
	if g < 0 {
		return v.st.Muted
	}
	return v.st.GroupStyle(g)
}
