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
	return &routerView{s: s, least: slices.Min(s.Totals.Computed)}
}

func (v *routerView) Workers() int                     { return len(v.s.Workers) }
func (v *routerView) Sent(w int) int                   { return v.s.Workers[w].Sent }
func (v *routerView) Overlap(w int, c block.Chain) int { return v.s.Workers[w].index.lead(c) }

func (v *routerView) Deepest(c block.Chain) (int, []int32) {
	best := 0
	v.found = v.found[:0]
	for w := range v.s.Workers {
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
	for i := 1; i < len(v.s.Workers); i++ {
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

func (v *routerView) Total() int { return v.s.Totals.Requests }

func (v *routerView) Most() int {
	most := 0
	for w := range v.s.Workers {
		most = max(most, v.Sent(w))
	}
	return most
}

func (v *routerView) Blocks(int, block.Chain) int { return 0 }

func (v *routerView) Ahead(w int) int64 { return v.s.Totals.Computed[w] - v.least }
