package sim

import (
	"kvtui/core/block"
	"kvtui/core/workload"
)

// job is a request on its way through the fleet.
type job struct {
	r      workload.Request
	full   block.Chain // whole blocks of prompt and answer
	blocks int         // whole blocks of the prompt
	output int         // tokens to generate, at least 1
	out    int         // generated
	goal   int         // tokens of context to have before it decodes
	have   int         // of those, reused or computed
	slots  int         // blocks of context with room, shared ones included
	at     hold        // on the worker that serves it
	source hold        // on the prefill worker, until its KV is received
	began  int64       // when a worker first took it, ns
	split  bool        // it prefills here and decodes elsewhere
	loads  bool        // it waits for blocks from the shared store
	load   uint32      // number of its load, which tells events of one given up
	upto   int         // block that its load ends before
	next   *worker     // the decode worker that it goes to
	moved  int         // first block that its decode worker lacks
	fresh  int         // blocks that its prefill worker gave it anew
	staged float64     // host bytes that it holds under the lag rule
	first  bool        // whether its first token is out
	gone   bool        // served or lost: what is still due for it does not count
	seen   bool        // whether a worker took it before
	bytes  float64     // of its transfer or load, all ranks together
	took   int64       // ns from its admission to the end of its prefill
	routed int32       // worker that the router counts it for
}

// hold is what a request keeps on a worker: the leading blocks of its chain
// that it pinned in the cache, and blocks that are its own.
type hold struct {
	w       *worker
	chain   block.Chain
	pinned  int
	private int
}

// decoding reports whether the prompt is done. One that loads never is: its last
// token is always computed.
func (j *job) decoding() bool { return j.have == j.goal }

// context returns the tokens that the next decode step attends to.
func (j *job) context() int { return j.r.Tokens + j.out }

// wants returns the blocks of context that generating so many more tokens
// takes.
func (j *job) wants(more, size int) int { return (j.context() + more - 1 + size - 1) / size }
