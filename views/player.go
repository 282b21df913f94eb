package views

import (
	"math"
	"time"

	"kvtui/core/sim"
)

// Speeds are numbered: 0 is 1/4x, each next one is twice as fast, up to 64x.
const (
	normalSpeed = 2 // 1x
	topSpeed    = 8
)

// rateOf returns the rate of a speed: requests a second without a clock, and
// seconds a second with one.
func rateOf(speed int) float64 { return math.Ldexp(1, speed-normalSpeed) }

// player moves the cursor on. The state on screen is always that of a step;
// shown tells how much of the last step's motion has been drawn.
type player struct {
	speed  int           // 0 to topSpeed
	target int           // step at which to stop
	moving bool          // towards target
	shown  float64       // 0 to 1
	play   bool          // to the end, rather than one request or step
	still  bool          // motion is not wanted: jump instead of slide
	now    int64         // ns of the run, on a clock
	due    time.Duration // played, but not yet on screen
}

func newPlayer() player { return player{speed: normalSpeed, shown: 1} }

// seen is the share of the last step's motion to draw: all of it where motion
// is not wanted.
func (p *player) seen() float64 {
	if p.still {
		return 1
	}
	return p.shown
}

func (p *player) stop(step int) {
	p.moving, p.play, p.shown, p.target, p.due = false, false, 1, step, 0
}

// weights are the shares of a request's second that its steps take on screen.
func weight(k sim.Kind) float64 {
	switch k {
	case sim.Routed:
		return 4
	case sim.Computed:
		return 3
	case sim.Reused, sim.Evicted:
		return 1.5
	default:
		return 0.8
	}
}

// quick reports whether the run plays so fast that the steps of a request
// cannot be read one by one: then only its outcome is worth showing.
func (p *player) quick() bool { return p.moving && p.play && rateOf(p.speed) >= 4 }

// rate is how many requests a second go by. Single requests and steps that a
// person asks for go at least at 2x, so that a held key does not lag.
func (p *player) rate() float64 {
	if p.play {
		return rateOf(p.speed)
	}
	return max(2, rateOf(p.speed))
}

// toward starts moving to a step. What was still moving before is completed at
// once.
func (s *Session) toward(step int, play bool) {
	p := &s.player
	if p.moving && !p.play {
		s.run.line.Seek(p.target)
	}
	step = min(max(step, 0), s.run.line.Len())
	if step <= s.Step() {
		p.stop(s.Step())
		return
	}
	if !play && (p.still || s.run.clock != nil) {
		s.seek(step)
		return
	}
	p.target, p.moving, p.play = step, true, play
	p.shown = 1
}

// Moving reports whether time must go on.
func (s *Session) Moving() bool { return s.player.moving || s.Loading() }

// Playing reports whether the run plays on to its end.
func (s *Session) Playing() bool { return s.player.moving && s.player.play }

// tickPlayer moves the cursor by dt and reports whether anything changed. It
// passes through every step, however many fit into dt.
func (s *Session) tickPlayer(dt time.Duration) bool {
	p := &s.player
	if !p.moving {
		return false
	}
	if s.run.clock != nil {
		return s.tickClock(dt)
	}
	line := s.run.line
	left := dt.Seconds() * p.rate()
	for left > 0 {
		if p.shown < 1 {
			need := (1 - p.shown) * s.share()
			if left < need {
				p.shown += left / s.share()
				return true
			}
			left -= need
			p.shown = 1
		}
		if s.Step() >= p.target {
			p.stop(s.Step())
			return true
		}
		line.Next()
		p.shown = 0
	}
	return true
}

// share is the part of a request's time that the last step takes.
func (s *Session) share() float64 {
	line := s.run.line
	r := line.Request(s.Step())
	sum := 0.0
	for _, rec := range line.Recording().Records[line.Start(r):line.End(r)] {
		sum += weight(rec.Kind)
	}
	return weight(line.State().Last.Kind) / sum
}
