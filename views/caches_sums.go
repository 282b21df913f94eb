package views

import (
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// cachesSums are the figures over all workers, good for a step.
type cachesSums struct {
	of   *run
	step int
	cachesFigures
}

// cachesFigures are what the lines at the top say, in blocks.
type cachesFigures struct {
	held, distinct, repeated int // repeated: on more than one worker
	known, both              int
	promised, reused         int // over all requests so far
	free                     int // blocks, over all workers, -1 for unlimited
	routed                   int // held by the workers that the router chooses from
	strategy                 string
	indexed                  bool
}

func (v *Caches) figures() cachesFigures {
	k := &v.sums
	if k.of == v.s.run && k.step == v.s.Step() {
		return k.cachesFigures
	}
	st, sc := v.state(), v.s.run.st.Scenario
	f := cachesFigures{
		promised: st.Totals.Promised, reused: st.Totals.Reused,
		strategy: sc.Strategy, indexed: indexed(sc.Strategy),
	}
	f.distinct, f.repeated = st.Copies()
	for i := range st.Workers {
		w := &st.Workers[i]
		f.held += w.Held
		if i < sc.Workers {
			f.routed += w.Held
		}
		if room := capacityOf(sc, i); room > 0 && f.free >= 0 {
			f.free += room - w.Held
		} else {
			f.free = -1
		}
		f.known += w.Known
		f.both += w.Both
	}
	*k = cachesSums{v.s.run, v.s.Step(), f}
	return f
}

// capacityOf is how many blocks a worker can hold; 0 is unlimited.
func capacityOf(sc scenario.Scenario, w int) int {
	if c := sc.Clock.Split.Capacity; w >= sc.Workers && c > 0 {
		return c
	}
	return sc.Capacity
}

// drifted reports whether the index is wrong about more than the request that
// is being served: while that is under way, belief or truth is a step ahead.
func (v *Caches) drifted(f cachesFigures) bool {
	now := sim.Share{}
	if r, st := v.s.Request(), v.state(); r >= 0 && st.Step < v.s.run.line.End(r) {
		c := v.set().Requests[r].Chain
		now = st.Share(st.Target, c, 0, c.Len())
	}
	return f.known-f.both > now.Known-now.Both || f.routed-f.both > now.Held-now.Both
}

// drawSums writes what the fleet holds, how far the index is from that, and
// where there is room what happens at this step.
func (v *Caches) drawSums(c *ui.Canvas, r ui.Rect) {
	f := v.figures()
	w := r.W - 2
	switch {
	case r.H == 1:
		c.Text(r.X+1, r.Y, longest(w, f.briefWords()...), v.st.Text)
	case r.H > 1:
		c.Text(r.X+1, r.Y, longest(w, f.heldWords()...), v.st.Text)
	}
	if r.H > 1 {
		look := v.st.Text
		if f.indexed && v.drifted(f) {
			look = v.st.Warn
		}
		c.Text(r.X+1, r.Y+1, longest(w, f.driftWords()...), look)
	}
	if r.H > 2 && v.s.Step() > 0 {
		now := v.s.stepWords(v.state().Last)
		c.Text(r.X+1, r.Y+2, longest(w, "● "+now, "● "+shortStep(now)), v.st.Accent)
	}
}
