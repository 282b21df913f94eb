package workload

// Arrivals says when the requests of a stream come. Whoever serves them asks
// Next at the start, at every arrival and after every Finished, each time until
// ok is false, and keeps what is given in order of time: a request that a finish
// brings may be due before one that was given earlier.
type Arrivals interface {
	// Next gives a request, each once, and when it arrives, in ns; that may be
	// later than now. ok is false when none is to be told of before the next
	// arrival or finish, and at the end.
	Next(now int64) (r Request, at int64, ok bool)
	// Finished tells that a request has been answered, or lost for good.
	Finished(r Request, now int64)
}

// Arrive lets the requests of a stream arrive in a pattern. stamped says
// whether every request has a stamp: see Stamped. What is drawn comes from
// streams derived from the seed. A turn of a session that would come while the
// turn before is unfinished is held, and arrives Delay after that one's end; in
// a closed loop its client waits with it. The error is an *ArgError.
func Arrive(src Source, p Pattern, seed int64, stamped bool) (Arrivals, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Kind == Stamps && !stamped {
		return nil, &ArgError{"arrivals", "stamps need an arrival stamp on every request: accepted are auto, closed and poisson"}
	}
	p = p.resolve(stamped)
	a := &arrivals{src: src, closed: p.Kind == ClosedLoop}
	switch p.Kind {
	case Stamps:
		a.timed = &stamps{src: src, rng: derived(seed, "jitter"), jitter: p.JitterNS, speed: p.Speed}
	case Poisson:
		a.timed = &poisson{src: src, rng: derived(seed, "poisson"), mean: 1e9 / p.RatePerS}
	default:
		a.timed = &starts{src: src, clients: p.Concurrency, stagger: p.StaggerNS}
	}
	if !a.closed || p.Concurrency > 1 {
		a.held = map[int][]turn{}
	}
	return a, nil
}

// Stamped reports whether every request of a workload has an arrival stamp.
func Stamped(w Workload) bool {
	s, ok := w.(interface{ Stamped() bool })
	return ok && s.Stamped()
}

// turn is a request and when it arrives, in ns.
type turn struct {
	Request
	at int64
}

type arrivals struct {
	src    Source
	timed  schedule
	given  int64 // when the last of timed that was given arrives
	closed bool  // a finish lets a client send its next request
	free   int   // clients that have none
	freed  int64 // the last finish
	// held has, for each session with a turn that is given and unfinished, the
	// turns after it that the source gave meanwhile. It is nil where no two
	// requests are under way.
	held map[int][]turn
	due  []turn // no longer held
}

func (a *arrivals) Next(now int64) (Request, int64, bool) {
	if len(a.due) > 0 {
		t := a.due[0]
		a.due = a.due[:copy(a.due, a.due[1:])]
		return t.Request, t.at, true
	}
	for a.free > 0 {
		r, ok := a.src.Next()
		if !ok {
			return Request{}, 0, false
		}
		a.free--
		if !a.hold(r, a.freed) {
			return r, a.freed, true
		}
	}
	// One is given ahead, which brings the next question at its arrival. A
	// held one would not, so those are passed over.
	for a.given <= now {
		r, at, ok := a.timed.next()
		if !ok {
			break
		}
		if !a.hold(r, at) {
			a.given = at
			return r, at, true
		}
	}
	return Request{}, 0, false
}

// hold keeps a turn back whose session is busy, and else makes it busy.
func (a *arrivals) hold(r Request, at int64) bool {
	if a.held == nil || r.Session < 0 {
		return false
	}
	waiting, busy := a.held[r.Session]
	if busy {
		waiting = append(waiting, turn{r, at})
	}
	a.held[r.Session] = waiting
	return busy
}

func (a *arrivals) Finished(r Request, now int64) {
	if a.closed {
		a.free++
		a.freed = now
	}
	if a.held == nil || r.Session < 0 {
		return
	}
	waiting := a.held[r.Session]
	if len(waiting) == 0 {
		delete(a.held, r.Session)
		return
	}
	t := waiting[0]
	if t.at < now { // it would have come before the end of this one
		t.at = later(now, t.Delay)
	}
	a.due = append(a.due, t)
	a.held[r.Session] = waiting[1:]
}
