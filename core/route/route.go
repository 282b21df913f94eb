// Package route chooses the worker for a request and says why. Choosing is
// cheap and allocates nothing; explaining looks at every worker and is done
// for the step on screen only.
package route

import (
	"fmt"
	"strings"

	"kvtui/core/block"
	"kvtui/core/pyrand"
)

// View is what a router may know when it chooses.
type View interface {
	// Workers returns the number of workers, at least 1.
	Workers() int
	// Sent returns the requests sent to worker w so far; with a clock, to
	// strategies that are not Lab, those of them still under way.
	Sent(w int) int
	// Overlap returns how many leading blocks of the chain the index says
	// that worker w holds.
	Overlap(w int, c block.Chain) int
	// Deepest returns the largest Overlap and the workers that have it, in no
	// order; no workers when it is 0. The slice is good until the next call.
	Deepest(c block.Chain) (depth int, workers []int32)
	// Fewest returns the worker with the fewest requests sent, the lowest
	// number first, and whether another has as few.
	Fewest() (w int, tied bool)
	// Ahead returns the tokens that worker w has computed beyond the worker
	// that computed the fewest: its load without a clock. With one, it is the
	// tokens that it has yet to prefill.
	Ahead(w int) int64
	// Blocks returns the different blocks of prompts under way on worker w with
	// those of the chain; 0 without a clock and where prefill is apart.
	Blocks(w int, c block.Chain) int
	// Overlaps puts the Overlap of each worker into dst, which has one place a
	// worker: far quicker than asking for each.
	Overlaps(c block.Chain, dst []int32)
	// Total returns the requests sent to all workers so far.
	Total() int
	// Most returns the requests sent so far to the worker with the most.
	Most() int
}

// Request is what a router sees of a request.
type Request struct {
	Index   int         // 0 for the first of the run
	Chain   block.Chain // the whole blocks of the prompt
	Tokens  int         // prompt length
	Block   int         // tokens per block
	Session int         // -1 for none
}

// Rule is what settled a choice.
type Rule uint8

// The rules of the strategies.
const (
	OnlyWorker Rule = iota // there is one worker
	Turn                   // round robin: its turn
	Draw                   // drawn at random
	MostOverlap
	FewestRequests
	LowestNumber

	TwoChoices // of two drawn, the one with fewer requests
	FirstDrawn // two drawn with as many requests: the first

	RingFirst // the first on the ring from the key on
	RingWalk  // that one is over its bound: the next that is not
	RingOver  // all are over the bound: the first on the ring
	NoKey     // nothing to hash: fewest requests, lowest number

	LowestCost
	HighestScore
	RandomTie // drawn among those with the lowest cost or the highest score
	Softmax   // drawn with weights by cost

	Imbalance      // loads too far apart: fewest requests, lowest number
	CacheMatch     // enough is matched: most overlap, lowest number
	BelowThreshold // too little is matched: fewest requests, lowest number

	Local // split serving: so little is to prefill that the decode worker does it
)

// Choice is a worker and the first rule that told it from the others.
type Choice struct {
	Worker int  // number, from 0
	Rule   Rule // what settled it
	// Other is the second worker that the rule looked at: the one drawn beside
	// the winner, or the first on the ring where that was over its bound. It is
	// 0 for other rules.
	Other int
}

// Strategy picks a worker. It may keep state of its own (whose turn it is) and
// draw from rng; it must not change the view.
type Strategy interface {
	// Choose returns one of the view's workers, 0 to Workers-1, and why.
	Choose(v View, r Request, rng *pyrand.Rand) Choice
}

// Info describes a strategy of the registry.
type Info struct {
	Name string // as files and --mode know it
	// Indexed strategies look at the index, so knowledge matters to them.
	Indexed bool
	// Lab strategies count every request ever sent, as the lab's router does.
	Lab bool
	// Options are the keys of the options that it reads.
	Options []string
	// Terms name the columns of a Scorer's terms.
	Terms []Term
	New   func(o Options) Strategy // makes one that has seen no request
}

// Term is one part of a strategy's score.
type Term uint8

// The terms of the scorers.
const (
	TermBound  Term = iota // prefix-hash: requests that a worker may have, this one included
	TermActive             // dynamo: load, in blocks of prefill
	TermPrompt             // dynamo: the prompt, in blocks
	TermCredit             // dynamo: blocks taken off for overlap
	TermPrefix             // llm-d: share of the prompt that is matched, 0 to 1
	TermIdle               // llm-d: 0.5 without load, 0 at the threshold
	TermDecode             // dynamo: blocks of prompts under way, this one's included
)

// MaxTerms is the most terms that a strategy has.
const MaxTerms = 4

// Scorer is a strategy that gives each worker a number; the total is what it
// compares.
type Scorer interface {
	// Score returns the terms of worker w in the order of Info.Terms; places
	// beyond those are 0.
	Score(v View, r Request, w int) (terms [MaxTerms]float64, total float64)
}

// Strategies returns the registry: one line a strategy.
func Strategies() []Info {
	return []Info{
		{Name: "rr", Lab: true, New: func(Options) Strategy { return roundRobin{} }},
		{Name: "random", Lab: true, New: func(Options) Strategy { return random{} }},
		{Name: "kv", Indexed: true, Lab: true, New: func(Options) Strategy { return mostOverlap{} }},
		{Name: "least-loaded", New: func(Options) Strategy { return leastLoaded{} }},
		{Name: "p2c", New: func(Options) Strategy { return twoChoices{} }},
		{Name: "prefix-hash", Options: prefixHashOptions(), Terms: []Term{TermBound}, New: func(o Options) Strategy { return newPrefixHash(o) }},
		{Name: "session", Options: []string{"session-replicas"}, New: func(o Options) Strategy { return newSession(o) }},
		{Name: "dynamo", Indexed: true, Options: dynamoOptions(), Terms: []Term{TermActive, TermPrompt, TermCredit, TermDecode}, New: func(o Options) Strategy { return newDynamo(o) }},
		{Name: "sglang", Indexed: true, Options: sglangOptions(), New: func(o Options) Strategy { return newSGLang(o) }},
		{Name: "llm-d", Indexed: true, Options: llmdOptions(), Terms: []Term{TermPrefix, TermIdle}, New: func(o Options) Strategy { return newLLMD(o) }},
	}
}

// ByName returns the strategy of that name. The error lists the names.
func ByName(name string) (Info, error) {
	var names []string
	for _, s := range Strategies() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Info{}, fmt.Errorf("unknown strategy %.40q: accepted are %s", name, strings.Join(names, ", "))
}
