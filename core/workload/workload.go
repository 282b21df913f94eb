// Package workload makes streams of requests: the lab's, generated ones, and
// recorded traces.
package workload

import (
	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// Request is one request of a stream.
type Request struct {
	Index   int         // 0 for the first
	Group   int         // number of the prefix it shares with others; -1 for none
	Session int         // number of the conversation; -1 for none
	Turn    int         // of the session, 0 for the first
	Tokens  int         // prompt length
	Output  int         // tokens to generate; 0 where the stream does not say
	At      int64       // arrival, ns after the stream's first; 0 where it has no stamps
	Delay   int64       // ns from the end of the turn before to this one; 0 where the stream does not say
	Chain   block.Chain // the whole blocks of the prompt
	Answer  block.Chain // those after them with the answer's tokens but the last, where answers enter caches: see WithAnswers
}

// Reusable returns how many blocks of the prompt a cache can spare it: the
// last token is always computed, since its logits are needed.
func (r Request) Reusable(size int) int { return max(0, r.Tokens-1) / size }

// Source is a stream of requests, pulled. When they arrive is another matter:
// see Arrive.
type Source interface {
	// Next returns the next request. ok is false at the end, and stays so.
	Next() (r Request, ok bool)
}

// Workload is something that can be replayed any number of times.
type Workload interface {
	// Open starts the stream from its beginning. The generator is the one that
	// strategies draw from; for the lab it has shuffled the order before.
	Open(seed int64) (Source, *pyrand.Rand)
	// BlockSize returns the tokens per block.
	BlockSize() int
	// Len returns the number of requests, -1 where only the stream's end tells.
	Len() int
}

// list is a stream over requests that are in memory.
type list struct {
	requests []Request
	next     int
}

func (l *list) Next() (Request, bool) {
	if l.next == len(l.requests) {
		return Request{}, false
	}
	l.next++
	return l.requests[l.next-1], true
}
