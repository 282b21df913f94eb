package ui

import "time"

// Ticks come at most tickRate times a second, and a tick never carries more
// than maxStep: after a stall things go on where they stood.
const (
	tickRate = 30
	maxStep  = 250 * time.Millisecond
	frame    = time.Second / tickRate
)

// clock drives what moves. A tick cannot be called back, so each carries the
// generation it was armed in and only the newest counts.
type clock struct {
	gen       int
	armed     pace
	last      time.Time // when time was last moved on
	running   bool      // last is from this run of ticks
	blurred   bool
	suspended bool
}

// pace is how soon the next tick is wanted.
type pace uint8

const (
	idle    pace = iota
	waiting      // a toast waits to go
	moving
)

type tickMsg struct{ gen int }

// awake lets ticks run again and forgets the time slept through.
func (c *clock) awake() {
	c.blurred, c.suspended, c.running = false, false, false
}

// pace says which ticks are wanted: none while nothing moves, and none while
// nobody looks. A dialog halts the screen under it.
func (s *Shell) pace() pace {
	scr := s.screen()
	switch {
	case s.clock.blurred || s.clock.suspended:
		return idle
	case scr != nil && len(s.dialogs) == 0 && !s.small() && scr.Moving():
		return moving
	case len(s.toasts) > 0:
		return waiting
	}
	return idle
}

// arm brings the one tick in flight in line with what is wanted.
func (s *Shell) arm() {
	c, want := &s.clock, s.pace()
	if want != moving {
		c.running = false
	}
	if want == c.armed {
		return
	}
	c.gen++
	c.armed = want
	if want == idle {
		return
	}
	now := s.cfg.Now()
	delay := frame
	if want == waiting {
		delay = max(frame, s.toasts[0].until.Sub(now))
	} else if !c.running {
		c.running, c.last = true, now
	}
	s.do(s.cfg.After(delay, tickMsg{c.gen}))
}

func (s *Shell) tick(m tickMsg) {
	c := &s.clock
	if m.gen != c.gen || c.armed == idle {
		return
	}
	c.armed = idle
	now := s.cfg.Now()
	s.dropToasts(now)
	if !c.running || s.pace() != moving {
		return
	}
	dt := min(max(0, now.Sub(c.last)), maxStep)
	c.last = now
	if s.screen().Tick(dt, host{s}) {
		s.dirty = true
	}
}
