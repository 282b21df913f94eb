package sim

import (
	"cmp"
	"slices"
	"unsafe"

	"kvtui/core/block"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// RecentGroups is how many groups a worker remembers for the screen.
const RecentGroups = 48

// State is everything there is to see at one step of a run. It is a pure fold
// of records: no strategy and no random source is in it.
type State struct {
	Step    int      // records applied
	Last    Record   // the record applied last; zero before the first
	Totals  Totals   // so far
	Workers []Worker // by number
	// Target is the worker of the last request routed, -1 before the first.
	Target int
	// Events counts the records by which the index learned something, Lost the
	// events that never came, Unmatched those whose names it did not know.
	Events, Lost, Unmatched int
	// Live are the requests under way, in order of arrival, on a clock.
	Live []Times

	set   *workload.Set
	timed bool
	lab   bool // the strategy counts every request ever sent
	apart bool // prefill has workers of its own: those before Routable
	// routable is how many workers the strategy chooses from.
	routable int
	own      *owner
}

// Worker is one worker at a step, and what the router believes of it.
type Worker struct {
	// Step is the last one that changed anything here.
	Step   int
	Sent   int   // requests
	Held   int   // blocks in its cache
	Known  int   // blocks that the index says it holds
	Both   int   // blocks held and known
	Reused int64 // tokens
	// Request is the last one it got, -1 before the first; the rest of its
	// outcome fills step by step.
	Request     int
	Active      route.Live // what the router knows to be under way, on a clock
	Down        bool       // killed and not yet back
	Hit         bool       // lab hit
	LastReused  int        // blocks
	LastTokens  int        // computed
	LastStored  int        // blocks
	LastEvicted int        // blocks
	// recent are the last requests of the groups served, newest first, one a
	// group; groups is how many different ones there were.
	recent [RecentGroups]int32
	shown  int
	groups int

	cache, index bitset
}

// NewState returns the state before the first record.
func NewState(set *workload.Set, sc scenario.Scenario) *State {
	workers := sc.Fleet()
	s := &State{
		set: set, Totals: NewTotals(workers), Workers: make([]Worker, workers), own: &owner{}, Target: -1,
		timed: sc.Clock.On, apart: workers > sc.Workers, routable: sc.Workers,
	}
	info, err := route.ByName(sc.Strategy)
	s.lab = err == nil && info.Lab
	for i := range s.Workers {
		s.Workers[i].Request = -1
	}
	return s
}

// Apply moves the state on by one record.
func (s *State) Apply(r Record) {
	s.Step++
	s.Last = r
	s.Totals.Apply(r)
	w := &s.Workers[r.Worker]
	w.Step = s.Step
	if s.timed {
		s.applyLive(r)
	}
	n := int(r.To - r.From)
	switch r.Kind {
	case Routed:
		s.Target = int(r.Worker)
		w.start(r, s.set)
	case Reused:
		w.LastReused = n
		w.Reused += int64(r.Tokens)
	case Computed:
		w.LastTokens = int(r.Tokens)
	case Stored:
		w.LastStored = n
		s.put(r, &w.cache, &w.index, &w.Held, &w.Both)
	case Evicted:
		w.LastEvicted += n
		s.take(r, &w.cache, &w.index, &w.Held, &w.Both)
	case Learned:
		s.Events++
		s.put(r, &w.index, &w.cache, &w.Known, &w.Both)
	case Forgotten, Expired:
		s.take(r, &w.index, &w.cache, &w.Known, &w.Both)
	case Restarted, Killed:
		w.cache, w.Held, w.Both = bitset{}, 0, 0
		w.Down = r.Kind == Killed
	case Lost:
		s.Lost++
	case Unmatched:
		s.Unmatched++
	case Done, Admitted, Loaded, Sent, Crossed, Received, First, Preempted:
	}
}

// applyLive follows the requests under way.
func (s *State) applyLive(r Record) {
	if r.Kind == Routed {
		s.Live = append(s.Live, newTimes(r))
		s.begin(r)
		return
	}
	i := s.underWay(r.Req)
	if i < 0 {
		return
	}
	t := &s.Live[i]
	t.apply(r)
	switch r.Kind {
	case First:
		s.Workers[t.Routed].Active.First(int(r.Req))
	case Sent:
		s.Workers[r.Other].Active.Begin(int(r.Req), 0, s.set.Requests[r.Req].Chain)
	case Done:
		s.Workers[t.Routed].Active.End(int(r.Req))
		if t.Decode >= 0 {
			s.Workers[t.Decode].Active.End(int(r.Req))
		}
		s.Live = slices.Delete(s.Live, i, i+1)
	default:
	}
}

// underWay returns the place of a request in Live, -1 where it is over. They
// stand there by number but for turns that came late.
func (s *State) underWay(request int32) int {
	i, found := slices.BinarySearchFunc(s.Live, request, func(t Times, r int32) int { return cmp.Compare(t.Request, r) })
	if !found {
		i = slices.IndexFunc(s.Live, func(t Times) bool { return t.Request == request })
	}
	return i
}

// begin notes a request under way as the router reckons it.
func (s *State) begin(r Record) {
	chain := s.set.Requests[r.Req].Chain
	if s.apart && int(r.Worker) < s.routable {
		chain = nil
	}
	tokens := int(r.Tokens) - int(r.To)*s.set.Size
	if int(r.Worker) >= s.routable { // a decode worker: its prefills are not counted
		tokens = 0
	}
	s.Workers[r.Worker].Active.Begin(int(r.Req), tokens, chain)
}

// put adds a record's blocks to a set and keeps count of it, and of the blocks
// that are in the other set too.
func (s *State) put(r Record, set, other *bitset, count, both *int) {
	s.set.Requests[r.Of].EachBlock(int(r.From), int(r.To), func(sp block.Span) {
		n, b := set.add(sp, s.own, other)
		*count += n
		*both += b
	})
}

// take takes a record's blocks out of a set, as put puts them in.
func (s *State) take(r Record, set, other *bitset, count, both *int) {
	s.set.Requests[r.Of].EachBlock(int(r.From), int(r.To), func(sp block.Span) {
		n, b := set.remove(sp, s.own, other)
		*count -= n
		*both -= b
	})
}

// start notes that a request went to the worker.
func (w *Worker) start(r Record, set *workload.Set) {
	w.Sent++
	w.Request, w.Hit = int(r.Req), r.Hit
	w.LastReused, w.LastTokens, w.LastStored, w.LastEvicted = 0, 0, 0, 0
	g := set.Requests[r.Req].Group
	if g < 0 {
		return
	}
	if !r.Hit {
		w.groups++
	}
	at := w.shown
	for i := range w.shown {
		if set.Requests[w.recent[i]].Group == g {
			at = i
			break
		}
	}
	if at == w.shown && w.shown < RecentGroups {
		w.shown++
	}
	at = min(at, RecentGroups-1)
	copy(w.recent[1:at+1], w.recent[:at])
	w.recent[0] = r.Req
}

// Recent returns the last request of each group that the worker served, newest
// first, as many as are remembered, and how many groups there were.
func (w *Worker) Recent() (requests []int32, groups int) { return w.recent[:w.shown], w.groups }

// Holds reports whether worker w has the prefix in its cache, and whether the
// index says that it has.
func (s *State) Holds(w int, p block.Prefix) (held, known bool) {
	return s.Workers[w].cache.has(p), s.Workers[w].index.has(p)
}

// Lead returns how many leading blocks of the chain are in the cache of w.
func (s *State) Lead(w int, c block.Chain) int { return s.Workers[w].cache.lead(c) }

// Clone returns a copy that shares what neither changes.
func (s *State) Clone() *State {
	c := &State{own: &owner{}}
	c.copyFrom(s)
	s.own = &owner{}
	return c
}

// copyFrom makes s equal to another state of its run, in the memory it has.
// None of the other's pages may be of s's owner.
func (s *State) copyFrom(other *State) {
	own, computed, workers, live := s.own, s.Totals.Computed, s.Workers, s.Live
	if workers == nil {
		workers = make([]Worker, len(other.Workers))
	}
	*s = *other
	s.own, s.Workers, s.Live = own, workers, append(live[:0], other.Live...)
	s.Totals.Computed = append(computed[:0], other.Totals.Computed...)
	for i := range workers {
		w, o := &workers[i], &other.Workers[i]
		cache, index, active := w.cache, w.index, w.Active
		active.CopyFrom(&o.Active)
		cache.copyFrom(&o.cache, own)
		index.copyFrom(&o.index, own)
		*w = *o
		w.cache, w.index, w.Active = cache, index, active
	}
}

// bytes is about what a clone costs beside an older one of the same run, which
// may be nil.
func (s *State) bytes(older *State) int {
	n := 512 + len(s.Live)*int(unsafe.Sizeof(Times{}))
	for i := range s.Workers {
		w, before := &s.Workers[i], &Worker{}
		if older != nil {
			before = &older.Workers[i]
		}
		n += 420 + 8*(len(w.cache.pages)+len(w.index.pages))
		n += pageBytes * (w.cache.unshared(&before.cache) + w.index.unshared(&before.index))
	}
	return n
}
