package workload

import (
	"math"
	"slices"

	"kvtui/core/pyrand"
)

// schedule gives requests whose time is known before any has finished, in
// order of arrival.
type schedule interface {
	next() (r Request, at int64, ok bool)
}

// starts are the first requests of the clients of a closed loop.
type starts struct {
	src     Source
	clients int
	begun   int
	stagger int64 // ns
}

func (s *starts) next() (Request, int64, bool) {
	if s.begun == s.clients {
		return Request{}, 0, false
	}
	r, ok := s.src.Next()
	if !ok {
		return Request{}, 0, false
	}
	s.begun++
	return r, int64(s.begun-1) * s.stagger, true
}

// poisson are arrivals with exponential gaps, from time 0 on.
type poisson struct {
	src  Source
	rng  *pyrand.Rand
	mean float64 // gap, ns
	at   int64
}

func (p *poisson) next() (Request, int64, bool) {
	r, ok := p.src.Next()
	if !ok {
		return Request{}, 0, false
	}
	p.at = later(p.at, nearest(-math.Log(1-p.rng.Float64())*p.mean))
	return r, p.at, true
}

// stamps are arrivals as recorded. Without jitter a group is one request.
type stamps struct {
	src    Source
	rng    *pyrand.Rand
	jitter int64
	speed  float64
	group  []Request // of one stamp
	times  []int64   // of the trace, one for each of group
	begun  int       // of group
	after  Request   // the first of the next group
	ahead  bool      // whether there is one
}

func (s *stamps) next() (Request, int64, bool) {
	if s.begun == len(s.group) && !s.fill() {
		return Request{}, 0, false
	}
	r, at := s.group[s.begun], s.times[s.begun]
	s.begun++
	if s.speed != 1 {
		at = nearest(float64(at) / s.speed)
	}
	return r, min(at, latest), true
}

// fill takes the requests of the next stamp from the source.
func (s *stamps) fill() bool {
	first, ok := s.after, s.ahead
	s.ahead = false
	if !ok {
		if first, ok = s.src.Next(); !ok {
			return false
		}
	}
	s.group, s.times, s.begun = append(s.group[:0], first), append(s.times[:0], first.At), 0
	for s.jitter > 0 {
		if s.after, s.ahead = s.src.Next(); !s.ahead || s.after.At != first.At {
			break
		}
		s.group = append(s.group, s.after)
	}
	if len(s.group) > 1 {
		s.spread(first.At)
	}
	return true
}

// spread draws the times of a group, before the next stamp.
func (s *stamps) spread(from int64) {
	width := s.jitter
	if s.ahead {
		width = min(width, max(0, s.after.At-from))
	}
	s.times = s.times[:0]
	for range s.group {
		s.times = append(s.times, later(from, int64(s.rng.Float64()*float64(width))))
	}
	slices.Sort(s.times)
}
