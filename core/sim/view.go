package sim

import (
	"slices"

	"kvtui/core/block"
)

// routerView is a State as a router sees it: sent requests and the index.
type routerView struct {
	s     *State
	found []int32
	least int64 // tokens computed by the worker with the fewest
}

func newRouterView(s *State) *routerView {
	return &routerView{s: s, least: slices.Min(s.Totals.Computed[:s.routable])}
}

func (v *routerView) Workers() int { return v.s.routable }

func (v *routerView) Overlap(w int, c block.Chain) int { return v.s.Workers[w].index.lead(c) }

func (v *routerView) Deepest(c block.Chain) (int, []int32) {
	best := 0
	v.found = v.found[:0]
	for w := range v.s.routable {
		n := v.Overlap(w, c)
		if n > best {
			best, v.found = n, v.found[:0]
		}
		if n > 0 && n == best {
			v.found = append(v.found, int32(w))
		}
	}
	return best, v.found
}

func (v *routerView) Fewest() (w int, tied bool) {
	for i := 1; i < v.s.routable; i++ {
		switch d := v.Sent(i) - v.Sent(w); {
		case d < 0:
			w, tied = i, false
		case d == 0:
			tied = true
		}
	}
	return w, tied
}

func (v *routerView) Overlaps(c block.Chain, dst []int32) {
	for w := range dst {
		dst[w] = int32(v.Overlap(w, c))
	}
}

func (v *routerView) Total() int {
	n := 0
	for w := range v.s.routable {
		n += v.Sent(w)
	}
	return n
}

func (v *routerView) Most() int {
	most := 0
	for w := range v.s.routable {
		most = max(most, v.Sent(w))
	}
	return most
}

// Sent counts those ever sent, or on a clock, for a strategy that is not the
// lab's, those under way.
func (v *routerView) Sent(w int) int {
	if v.s.timed && !v.s.lab {
		return v.s.Workers[w].Active.Requests()
	}
	return v.s.Workers[w].Sent
}

func (v *routerView) Blocks(w int, c block.Chain) int {
	if !v.s.timed || v.s.apart {
		return 0
	}
	return v.s.Workers[w].Active.With(c)
}

func (v *routerView) Ahead(w int) int64 {
	if v.s.timed {
		return v.s.Workers[w].Active.Prefill
	}
	return v.s.Totals.Computed[w] - v.least
}
