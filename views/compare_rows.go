package views

import (
	"cmp"
	"slices"

	"kvtui/core/scenario"
	"kvtui/core/sim"
)

// standing is where a racer stands after so many requests.
type standing struct {
	requests      int // that it stands after
	hits, repeats int
	reuse         float64 // reused over prompt tokens, 0 to 1
	computed      int64   // tokens
	imbalance     float64 // most over mean of the tokens computed per worker
	evicted       int     // blocks
	ofIdeal       float64 // reused tokens over those of the ideal, 0 to 1; or unknown
	value         float64 // of the figure raced for
	counted       bool    // there is one
	gap           float64 // of that value to the baseline's
	lead          float64 // the same, above 0 where it is better
	held          bool    // there is a gap
	clock         sim.Timed
	served        int // requests, on a clock
}

// unknown is a share of an ideal that reused nothing, or that is not there.
const unknown = -1

// row is a racer's line in the table.
type row struct {
	standing
	mode    scenario.Mode
	onStage bool
	ok      bool // its curve is there
}

func (v *Compare) standing(c sim.Curve, n int) standing {
	n = min(n, c.Len())
	s := standing{requests: n, reuse: c.TokenHitRate(n), computed: c.Computed(n), imbalance: c.Imbalance(n), ofIdeal: unknown}
	s.value, s.counted = valueAt(v.figure, c, n)
	if n > 0 {
		s.hits, s.repeats, s.evicted = int(c.Hits[n-1]), int(c.Repeats[n-1]), int(c.Evicted[n-1])
	}
	if n > 0 && c.Clock != nil {
		s.clock, s.served = c.Clock[n-1], c.Clock[n-1].Served(n)
	}
	// On a clock other requests are over than the ideal's first, until all are.
	if ideal, ok := v.race.curves[idealMode()]; ok && ideal.TokenHitRate(n) > 0 && (!v.timed() || n == v.race.set.Len()) {
		s.ofIdeal = s.reuse / ideal.TokenHitRate(n)
	}
	if v.base != nil {
		base, ok := valueAt(v.figure, v.base.curve, n)
		s.gap, s.held = s.value-base, s.counted && ok || !v.figure.timed()
		if s.lead = s.gap; v.figure.info().lower {
			s.lead = -s.gap
		}
	}
	return s
}

func (v *Compare) rowOf(m scenario.Mode, n int) row {
	r := row{mode: m, onStage: m == v.onStage()}
	if c, ok := v.race.curves[m]; ok {
		r.ok, r.standing = true, v.standing(c, n)
	}
	return r
}

// rows returns the racers after n requests, the best of the chosen column
// first; those without a curve come last.
func (v *Compare) rows(n int) []row {
	var out []row
	for _, m := range v.racers() {
		out = append(out, v.rowOf(m, n))
	}
	by := columns()[v.sort]
	slices.SortStableFunc(out, func(a, b row) int {
		switch {
		case a.ok != b.ok && a.ok:
			return -1
		case a.ok != b.ok:
			return 1
		case by.rank == nil:
			return 0
		}
		return cmp.Compare(by.rank(b.standing), by.rank(a.standing))
	})
	return out
}
