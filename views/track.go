package views

import "kvtui/ui"

// runTrack is the timeline of a session's run. Positions count requests, or on
// a clock ticks of its time; its events are what was lost.
type runTrack struct {
	ui.Timeline
	of *run
}

func (t *runTrack) draw(c *ui.Canvas, r ui.Rect, s *Session, st *ui.Styles, focused bool) {
	if t.of != s.run {
		t.of, t.Events = s.run, make([]int, len(s.run.lost))
		for i, step := range s.run.lost {
			t.Events[i] = t.place(s, step)
		}
	}
	if !t.Held() {
		t.Pos = t.here(s)
	}
	t.N, t.Label = s.run.requests, ""
	label := "misses"
	switch c := s.run.clock; {
	case c != nil:
		t.N, t.Label = int((c.end()+c.tick-1)/c.tick), s.timeOfWords()
		label = timedEvents
	case s.run.st.Capacity > 0:
		label = "misses, evictions"
	}
	t.Head = 0
	if labelled := r.H > 1 && len(t.Events) > 0; labelled {
		t.Head = max(ui.Width(label), 2*ui.Width(thousands(t.N))+2, ui.Width(t.Label)+1)
	}
	t.Draw(c, r, st, focused)
	if t.Head > 0 && t.Track().X > r.X+ui.Width(label) {
		c.Text(r.X, r.Y+1, label, st.Muted)
	}
}

// place is the position of a step.
func (t *runTrack) place(s *Session, step int) int {
	if c := s.run.clock; c != nil {
		return int(c.at(step) / c.tick)
	}
	return s.run.line.Request(step) + 1
}

// here is the position of what is on screen: the last one where the run is over.
func (t *runTrack) here(s *Session) int {
	c := s.run.clock
	if c == nil {
		return s.Request() + 1
	}
	if s.Step() == s.run.line.Len() {
		return int((c.end() + c.tick - 1) / c.tick)
	}
	return int(s.now() / c.tick)
}

// follow moves the run to where the timeline stands.
func (t *runTrack) follow(s *Session) {
	if c := s.run.clock; c != nil {
		s.seekTime(int64(t.Pos) * c.tick)
		return
	}
	s.seek(s.run.line.End(t.Pos - 1))
}
