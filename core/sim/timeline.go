package sim

import (
	"context"
	"fmt"
	"sort"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// checkpointBytes bounds the memory of a timeline's checkpoints, so that with
// the state on screen it stays within 64 MB.
const checkpointBytes = 60 << 20

// Recording is a finished run with all its records.
type Recording struct {
	Scenario scenario.Scenario // what was run
	Set      *workload.Set     // over these requests
	Records  []Record          // all, in order
	// First holds the index of each request's first record.
	First []int
}

// NewRecording runs a scenario over a set and keeps its records. A lab set must
// have been made for the scenario's seed.
func NewRecording(ctx context.Context, sc scenario.Scenario, set *workload.Set) (*Recording, error) {
	if !set.Traced && set.Seed != sc.Seed {
		return nil, fmt.Errorf("the requests were made for seed %d, not %d", set.Seed, sc.Seed)
	}
	if sc.Clock.On && !workload.Answered(set) {
		var err error
		if set, err = set.WithOutputs(sc.Clock.Outputs, sc.Seed); err != nil {
			return nil, err
		}
	}
	rec := &Recording{Scenario: sc, Set: set, First: make([]int, 0, set.Len())}
	rec.Records = make([]Record, 0, 6*set.Len())
	err := Run(ctx, sc, set, func(r Record) {
		if r.Kind == Routed {
			rec.First = append(rec.First, len(rec.Records))
		}
		rec.Records = append(rec.Records, r)
	})
	if err != nil {
		return nil, err
	}
	return rec, nil
}

// Timeline goes to any step of a recording: it keeps checkpoints and applies
// records from the nearest one.
type Timeline struct {
	rec    *Recording
	state  *State
	points []*State // points[i] is the state at step i*every
	every  int
}

// NewTimeline folds the whole recording once to lay its checkpoints, and stands
// at its start.
func NewTimeline(rec *Recording) *Timeline { return newTimeline(rec, 256, checkpointBytes) }

func newTimeline(rec *Recording, every, budget int) *Timeline {
	t := &Timeline{rec: rec, every: every, state: NewState(rec.Set, rec.Scenario)}
	used := 0
	for i := 0; ; i++ {
		if i%t.every == 0 {
			t.points = append(t.points, t.state.Clone())
			used += t.bytes(len(t.points) - 1)
			for used > budget && len(t.points) > 2 {
				used = t.thin()
			}
		}
		if i == len(rec.Records) {
			break
		}
		t.state.Apply(rec.Records[i])
	}
	t.Seek(0)
	return t
}

// bytes is about what checkpoint i costs beside the one before.
func (t *Timeline) bytes(i int) int {
	if i == 0 {
		return t.points[0].bytes(nil)
	}
	return t.points[i].bytes(t.points[i-1])
}

// thin drops every other checkpoint and returns about what the rest costs,
// which may be little less: pages that were written in turn all stay.
func (t *Timeline) thin() (used int) {
	kept := t.points[:0]
	for i, p := range t.points {
		if i%2 == 0 {
			kept = append(kept, p)
		}
	}
	clear(t.points[len(kept):])
	t.points = kept
	t.every *= 2
	for i := range t.points {
		used += t.bytes(i)
	}
	return used
}

// Recording returns what the timeline runs over.
func (t *Timeline) Recording() *Recording { return t.rec }

// Len returns the number of steps; a run can be at any of 0 to Len.
func (t *Timeline) Len() int { return len(t.rec.Records) }

// State returns the state where the timeline stands. It changes with the next
// Seek.
func (t *Timeline) State() *State { return t.state }

// Seek goes to a step, the nearest one where there is no such step, and
// returns the state there: that after the first step records.
func (t *Timeline) Seek(step int) *State {
	step = min(max(step, 0), t.Len())
	t.state = t.from(step, t.state)
	return t.state
}

// from returns the state at a step, made from near where that is closest.
func (t *Timeline) from(step int, near *State) *State {
	p := t.points[min(step/t.every, len(t.points)-1)]
	s := near
	switch {
	case near == nil:
		s = p.Clone()
	case near.Step > step || near.Step < p.Step:
		s.copyFrom(p)
	}
	for s.Step < step {
		s.Apply(t.rec.Records[s.Step])
	}
	return s
}

// Next goes one step on, Prev one step back.
func (t *Timeline) Next() *State { return t.Seek(t.state.Step + 1) }

// Prev goes one step back.
func (t *Timeline) Prev() *State { return t.Seek(t.state.Step - 1) }

// Request returns the request that a step belongs to: that of the last record
// applied, -1 before the first.
func (t *Timeline) Request(step int) int {
	return sort.Search(len(t.rec.First), func(i int) bool { return t.rec.First[i] >= step }) - 1
}

// Start returns the step before the first record of a request, and Len for
// requests beyond the last.
func (t *Timeline) Start(request int) int {
	switch {
	case request < 0:
		return 0
	case request >= len(t.rec.First):
		return t.Len()
	}
	return t.rec.First[request]
}

// End returns the step after the last record of a request; 0 for -1.
func (t *Timeline) End(request int) int {
	if request < 0 {
		return 0
	}
	return t.Start(request + 1)
}

// Decision explains where a request went: every worker's terms as they stood
// when the router chose. It is empty where there is no such request.
func (t *Timeline) Decision(request int) route.Decision {
	if request < 0 || request >= len(t.rec.First) {
		return route.Decision{}
	}
	step := t.Start(request)
	r, sc := t.rec.Records[step], t.rec.Scenario
	info, err := route.ByName(sc.Strategy)
	if err != nil {
		return route.Decision{} // a recording of it could not have been made
	}
	return route.Explain(info.New(sc.Options), newRouterView(t.from(step, nil)), toRoute(t.rec.Set.Requests[request], t.rec.Set.Size),
		route.Choice{Worker: int(r.Worker), Rule: r.Rule, Other: int(r.Other)})
}
