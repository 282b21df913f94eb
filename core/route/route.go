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
	// Sent returns the requests sent to worker w so far.
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
	// that computed the fewest: its load without a clock.
	Ahead(w int) int64
}

// Request is what a router sees of a request.
type Request struct {
	Index   int // 0 for the first of the run
	Chain   block.Chain
	Tokens  int // prompt length
	Block   int // tokens per block
	Session int // -1 for none
	Group   int // number of the prefix it shares with others; -1 for none
}

// Options are what can be set of the strategies. A strategy reads its own.
type Options struct {
	Temperature float64 `toml:"temperature"` // dynamo: 0 takes the lowest cost
}

// DefaultOptions returns what the imitated routers use unless told otherwise.
func DefaultOptions() Options { return Options{} }

// Rule is what settled a choice.
type Rule uint8

// The rules of the lab's strategies.
const (
	OnlyWorker Rule = iota // there is one worker
	Turn                   // round robin: its turn
	Draw                   // drawn at random
	MostOverlap
	FewestRequests
	LowestNumber
)

// Choice is a worker and the first rule that told it from the others.
type Choice struct {
	Worker int
	Rule   Rule
}

// Strategy picks a worker. It may keep state of its own (whose turn it is) and
// draw from rng; it must not change the view.
type Strategy interface {
	Choose(v View, r Request, rng *pyrand.Rand) Choice
}

// Info describes a strategy of the registry.
type Info struct {
	Name string
	// Indexed strategies look at the index, so knowledge matters to them.
	Indexed bool
	// Terms name the columns of a Scorer's terms.
	Terms []Term
	New   func(o Options) Strategy
}

// Term is one part of a strategy's score.
type Term uint8

// MaxTerms is the most terms that a strategy has.
const MaxTerms = 4

// Scorer is a strategy that gives each worker a number; the total is what it
// compares.
type Scorer interface {
	Score(v View, r Request, w int) (terms [MaxTerms]float64, total float64)
}

// Strategies returns the registry: one line a strategy.
func Strategies() []Info {
	return []Info{
		{Name: "rr", New: func(Options) Strategy { return roundRobin{} }},
		{Name: "random", New: func(Options) Strategy { return random{} }},
		{Name: "kv", Indexed: true, New: func(Options) Strategy { return mostOverlap{} }},
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
