package views

import (
	"math"

	"kvtui/core/sim"
	"kvtui/ui"
)

// drawMarker draws the request on its way from the router to its worker. It
// moves only while the step that routes it is being shown.
func (v *Route) drawMarker(c *ui.Canvas) {
	st := v.s.run.line.State()
	p := v.s.player.seen()
	if st.Step == 0 || st.Last.Kind != sim.Routed || p >= 1 || v.at.compact {
		return
	}
	path := v.path(st.Target)
	if len(path) < 2 {
		return
	}
	x, y := along(path, p)
	c.Set(x, y, '●', v.st.Accent)
}

type place struct{ x, y int }

// path leads from the queue over the router's table to the worker's panel.
func (v *Route) path(w int) []place {
	r := v.at.router
	from := place{r.X + 2, r.Y + 1}
	if v.at.beside {
		from = place{v.at.incoming.X + v.at.incoming.W - 2, v.at.incoming.Y + 1}
	}
	for _, s := range v.spots {
		if s.worker == w {
			to := place{s.rect.X + 1, s.rect.Y + 1}
			if v.at.beside {
				return []place{from, {r.X, from.y}, {r.X + r.W - 1, to.y}, to}
			}
			return []place{from, {r.X, r.Y + r.H - 2}, {to.x, r.Y + r.H - 1}, to}
		}
	}
	return []place{from, {r.X, r.Y + r.H - 2}, {v.at.workers.X + 1, v.at.workers.Y + 1}}
}

// along returns the cell at share p of a path's length.
func along(path []place, p float64) (x, y int) {
	total := 0.0
	for i := 1; i < len(path); i++ {
		total += gap(path[i-1], path[i])
	}
	left := p * total
	for i := 1; i < len(path); i++ {
		d := gap(path[i-1], path[i])
		if left <= d && d > 0 {
			t := left / d
			a, b := path[i-1], path[i]
			return a.x + int(math.Round(t*float64(b.x-a.x))), a.y + int(math.Round(t*float64(b.y-a.y)))
		}
		left -= d
	}
	end := path[len(path)-1]
	return end.x, end.y
}

// gap is the distance of two cells as the eye sees it: a row is about two
// columns high.
func gap(a, b place) float64 { return math.Hypot(float64(a.x-b.x), 2*float64(a.y-b.y)) }
