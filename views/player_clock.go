package views

import "time"

// On a clock the player has the time of the run: 1x is a second of it each
// second. What is on screen follows from a step and a time, which is that of
// the step or later, but before the next.

// now is the time of the run on screen, in ns; 0 without a clock.
func (s *Session) now() int64 {
	if s.run.clock == nil {
		return 0
	}
	if p := &s.player; !p.still || !p.moving {
		return p.now
	}
	return s.run.clock.at(s.Step()) // motion is not wanted: only steps move it
}

// clockFrame is how often a run that plays on a clock is drawn: bars and packets
// go by whole cells, and each of them costs the terminal some bytes a frame. A
// run that plays quickly has more of them change at a time.
func (p *player) clockFrame() time.Duration {
	if p.quick() {
		return time.Second / 3
	}
	return time.Second / 7
}

// tickClock moves the run on by dt.
func (s *Session) tickClock(dt time.Duration) bool {
	p, c := &s.player, s.run.clock
	if p.due += dt; p.due < p.clockFrame() {
		return false
	}
	p.now += int64(p.due.Seconds() * rateOf(p.speed) * 1e9)
	p.due = 0
	s.run.line.Seek(max(s.Step(), c.step(p.now)))
	if s.Step() == s.run.line.Len() {
		p.now = c.end()
		p.stop(s.Step())
	}
	return true
}

// seekTime goes to a time of the run, in ns; before the first arrival at 0.
func (s *Session) seekTime(ns int64) {
	c := s.run.clock
	ns = min(ns, c.end())
	if ns <= 0 {
		s.seek(0)
		return
	}
	s.seek(c.step(ns))
	s.player.now = ns
}

// goRouted goes to where the next or the previous request is routed; from later
// in a request, back to where it was.
func (s *Session) goRouted(dir int) {
	r := s.Request()
	at := s.run.standing(r)
	switch {
	case dir > 0 && r+1 >= s.run.requests:
		s.seek(s.run.line.Len())
	case dir > 0:
		s.seek(s.run.standing(r + 1))
	case s.Step() > at || s.now() > s.run.clock.at(at):
		s.seek(at)
	default:
		s.seek(s.run.standing(r - 1))
	}
}

// standing returns the step that stands for a request: its end, or, on a clock,
// where it is routed.
func (r *run) standing(request int) int {
	if r.clock == nil || request < 0 {
		return r.line.End(request)
	}
	return min(r.line.Start(request)+1, r.line.Len())
}
