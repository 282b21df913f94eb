package views

import "kvtui/ui"

// runTrack is the timeline of a session's run. Positions count requests; its
// events are the misses and evictions.
type runTrack struct {
	ui.Timeline
	of *run
}

func (t *runTrack) draw(c *ui.Canvas, r ui.Rect, s *Session, st *ui.Styles, focused bool) {
	if t.of != s.run {
		t.of, t.Events = s.run, make([]int, len(s.run.lost))
		for i, step := range s.run.lost {
			t.Events[i] = s.run.line.Request(step) + 1
		}
	}
	if !t.Held() {
		t.Pos = s.Request() + 1
	}
	t.N = s.run.requests
	label := "misses"
	if s.run.st.Capacity > 0 {
		label = "misses, evictions"
	}
	t.Head = 0
	if labelled := r.H > 1 && len(t.Events) > 0; labelled {
		t.Head = max(ui.Width(label), 2*ui.Width(thousands(t.N))+2)
	}
	t.Draw(c, r, st, focused)
	if t.Head > 0 && t.Track().X > r.X+ui.Width(label) {
		c.Text(r.X, r.Y+1, label, st.Muted)
	}
}

// follow moves the run to where the timeline stands.
func (t *runTrack) follow(s *Session) { s.seek(s.run.line.End(t.Pos - 1)) }
