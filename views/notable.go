package views

import (
	"sort"

	"kvtui/core/route"
	"kvtui/core/sim"
)

// notable returns the steps after which something happened that a person may
// look for: a repeat that missed, an eviction, a tie that only the number
// settled although the prefix was known, a belief that was wrong.
func notable(rec *sim.Recording) []int {
	var out []int
	for i, r := range rec.Records {
		if isNotable(r) {
			out = append(out, i+1)
		}
	}
	return out
}

func isNotable(r sim.Record) bool {
	switch r.Kind {
	case sim.Routed:
		return r.Repeat && !r.Hit || r.Rule == route.LowestNumber && r.Req > 0
	case sim.Evicted:
		return true
	case sim.Reused, sim.Computed, sim.Forgotten, sim.Stored, sim.Learned, sim.Done:
	}
	return false
}

// jump returns the first notable step after the given one, or the last before
// it; ok is false where there is none.
func (r *run) jump(step, dir int) (to int, ok bool) {
	i := sort.SearchInts(r.notable, step)
	if dir > 0 {
		if i < len(r.notable) && r.notable[i] == step {
			i++
		}
	} else {
		i--
	}
	if i < 0 || i >= len(r.notable) {
		return 0, false
	}
	return r.notable[i], true
}

// decided keeps the decision of the request on screen: explaining looks at
// every worker, so it is done once a request.
type decided struct {
	request  int
	decision route.Decision
}

// decision explains where a request went.
func (r *run) decision(request int) route.Decision {
	if r.decided.request != request {
		r.decided = decided{request, r.line.Decision(request)}
	}
	return r.decided.decision
}
