package scenario

import (
	"fmt"
	"math"

	"kvtui/core/workload"
)

// Flaws are the ways in which an index falls behind what workers hold. The
// zero value has none.
type Flaws struct {
	// TTL is after how many requests a belief of an approximate index expires
	// unless it was renewed; 0 is never. Dynamo's router uses 120 s.
	TTL int
	// TTLMillis is the same by the arrival stamps of a trace, in ms. Requests
	// without stamps are refused with it.
	TTLMillis int
	// Bounded keeps an approximate index of a worker to the worker's capacity,
	// least recently sent first.
	Bounded bool
	// Delay is by how many requests events come late.
	Delay int
	// Loss is the share of events that are lost, 0 to 1.
	Loss float64
	// MuteWorker stops publishing before request MuteAt (from 1); 0 is never.
	MuteWorker, MuteAt int
	// RestartWorker loses all it holds before request RestartAt (from 1); 0 is
	// never. It tells nobody.
	RestartWorker, RestartAt int
	// RouterBlock is the block size that the router cuts prompts into; 0 is
	// the workers' own.
	RouterBlock int
	// RouterSeed is the router's hash seed; workers use 0.
	RouterSeed int
}

func (f Flaws) validate(s Scenario) error {
	for _, a := range []struct {
		arg           string
		v, low, limit int
	}{
		{"ttl", f.TTL, 0, math.MaxInt32},
		{"ttl-ms", f.TTLMillis, 0, math.MaxInt32},
		{"delay", f.Delay, 0, workload.MaxRequests},
		{"mute-worker", f.MuteWorker, 0, s.Workers - 1},
		{"mute-at", f.MuteAt, 0, workload.MaxRequests},
		{"restart-worker", f.RestartWorker, 0, s.Workers - 1},
		{"restart-at", f.RestartAt, 0, workload.MaxRequests},
		{"router-block", f.RouterBlock, 0, workload.MaxPromptTokens},
		{"router-seed", f.RouterSeed, 0, math.MaxInt32},
	} {
		if a.v < a.low || a.v > a.limit {
			return &workload.ArgError{Arg: a.arg, Problem: fmt.Sprintf("%d is out of range: accepted are %d to %d", a.v, a.low, a.limit)}
		}
	}
	if math.IsNaN(f.Loss) || f.Loss < 0 || f.Loss > 1 {
		return &workload.ArgError{Arg: "loss", Problem: fmt.Sprintf("%v is out of range: accepted are 0 to 1", f.Loss)}
	}
	if f.Bounded && s.Capacity == 0 {
		return &workload.ArgError{Arg: "bounded", Problem: "needs a capacity: accepted is capacity-blocks above 0 with it"}
	}
	return nil
}

// Mismatched reports whether the router names blocks differently from workers
// of that block size, so that no event ever matches a request.
func (f Flaws) Mismatched(block int) bool {
	return f.RouterSeed != 0 || f.RouterBlock != 0 && f.RouterBlock != block
}
