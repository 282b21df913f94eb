package views

import (
	"sort"

	"kvtui/core/route"
	"kvtui/core/sim"
)

// notable returns the steps after which something happened that a person may
// look for: a repeat that missed, an eviction, a tie that only the number
// settled, and fewer blocks reused than the index promised of those that the
// prompt can reuse. lost are the misses and evictions among them.
func notable(rec *sim.Recording) (all, lost []int) {
	if rec.Scenario.Clock.On {
		return notableTimed(rec)
	}
	promised := 0 // blocks of the request, less those reused
	for i, r := range rec.Records {
		switch {
		case r.Kind == sim.Routed && r.Repeat && !r.Hit, r.Kind == sim.Evicted:
			all, lost = append(all, i+1), append(lost, i+1)
		case r.Kind == sim.Routed && (r.Rule == route.LowestNumber || r.Rule == route.RandomTie) && r.Req > 0,
			r.Kind == sim.Computed && promised > 0:
			all = append(all, i+1)
		}
		switch r.Kind { //nolint:exhaustive // the rest say nothing of promises
		case sim.Routed:
			promised = int(r.To - r.From)
		case sim.Reused:
			promised -= int(r.To - r.From)
		}
	}
	return all, lost
}

// notableTimed is notable on a clock, where requests overlap: what was lost,
// ties, and fewer blocks reused than promised. lost are the requests lost and
// preempted, and the workers killed. Evictions come with every request there.
func notableTimed(rec *sim.Recording) (all, lost []int) {
	promised := map[int32]int{} // blocks, of requests that have computed nothing yet
	for i, r := range rec.Records {
		step := i + 1
		switch r.Kind { //nolint:exhaustive // the rest are what a run is made of
		case sim.Preempted, sim.Killed:
			all, lost = append(all, step), append(lost, step)
		case sim.Done:
			delete(promised, r.Req)
			if r.Cause != sim.Served {
				all, lost = append(all, step), append(lost, step)
			}
		case sim.Routed:
			promised[r.Req] = int(r.To - r.From)
			if (r.Rule == route.LowestNumber || r.Rule == route.RandomTie) && r.Req > 0 {
				all = append(all, step)
			}
		case sim.Reused:
			promised[r.Req] -= int(r.To - r.From)
		case sim.Computed:
			if promised[r.Req] > 0 {
				all = append(all, step)
			}
			delete(promised, r.Req)
		}
	}
	return all, lost
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
