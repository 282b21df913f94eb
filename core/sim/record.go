// Package sim runs a workload through a strategy and a fleet of workers, and
// lets a person watch the run. The two are apart: Run alone calls strategies
// and draws; it emits records. A State is a pure fold of records, and a
// Timeline goes to any point of them.
package sim

import "kvtui/core/route"

// Kind says what a step is.
type Kind uint8

// The steps of a request, in the order in which they come without a clock.
const (
	Routed    Kind = iota // the router chose a worker
	Reused                // blocks found in the worker's cache
	Computed              // tokens prefilled; the span is the whole blocks among them
	Evicted               // blocks that the worker let go
	Forgotten             // blocks that left the index
	Stored                // new blocks in the worker's cache
	Learned               // blocks that entered the index
	Done                  // the request has finished; the span is the blocks that found no room
	// What else can happen, after a request and before the next.
	Expired   // blocks that left the index because their time was over
	Lost      // an event that never reached the router
	Unmatched // an event whose names mean nothing to the router
	Restarted // a worker came back with an empty cache
	// What only a clock brings.
	Admitted  // a worker took the request out of its queue; Tokens is what it must have computed or reused before it decodes
	Loaded    // blocks came from the shared store; Tokens is what they spare
	Sent      // KV of Tokens tokens is on its way to worker Other
	Crossed   // it is off the link, and Worker has yet to copy it from host memory
	Received  // it is where Worker can use it
	First     // the first token is out
	Preempted // the worker had no room: the request starts over, minus what is cached
	Killed    // the worker went down, out of host memory or as a flaw asks, and lost all
)

// Cause says how a request ended, on Done.
type Cause uint8

// The causes. All but Served are requests lost.
const (
	Served     Cause = iota
	TooLong          // its prompt and answer never fit the worker's cache
	WorkerDown       // its worker was killed or not yet back
)

// Record is one step of a run. Its blocks are From to To-1 of the chain of
// request Of: the request itself; where blocks go, the last that used them;
// where an event comes late, the one it is about. On Routed, the blocks are
// those that the index promised and the prompt can reuse.
type Record struct {
	At       int64 // ns; without a clock, the arrival's stamp or 0
	Req, Of  int32 // index of the request served, and of the one whose chain counts
	Worker   int32 // number, from 0
	From, To int32 // blocks of the chain, To excluded
	Tokens   int32 // Routed: of the prompt; Reused, Computed: reused, computed
	Kind     Kind  // what happened
	Cause    Cause // Done: how the request ended
	// Removal is set on Lost and Unmatched events that report blocks gone.
	Removal bool
	Rule    route.Rule // Routed: what settled the choice
	Other   uint16     // Routed: the second worker that the rule looked at; Sent: where to
	// Repeat and Hit are the lab's outcome, on Routed: the prefix came before;
	// and it went to a worker that served it before.
	Repeat, Hit bool
}

// span returns the record as one of another kind, about blocks from to to-1.
func (r Record) span(k Kind, from, to, tokens int) Record {
	r.Kind, r.From, r.To, r.Tokens = k, int32(from), int32(to), int32(tokens)
	return r
}
