// Package clock says how long things take: an iteration of a worker, a
// transfer over a link, a copy to host memory. It holds figures and formulas
// and keeps no time itself; package sim does.
//
// Units: ms as float64 where people set them, ns as int64 where the run counts
// them, GB/s is 10^9 bytes a second, MiB is 2^20 bytes. Products are kept from
// being fused with sums, which some machines do and others do not.
package clock

import (
	"fmt"
	"math"
)

// Engine is the timing of a worker's iterations. An iteration of D decoding
// sequences whose contexts hold C tokens, and of prefill chunks of k tokens
// after ctx others, cached ones included, takes
//
//	BaseMS + SequenceMS * sequences + C * bytes/token / MemoryGBps
//	       + sum of TokenMS * k * (1 + (ctx + k/2) / QuadTokens)
//
// Source: notes on vLLM's scheduler and on attention's cost; QuadTokens is
// parameters / (2 * layers * heads * head dim), the context at which attention
// costs as much as everything else.
type Engine struct {
	BaseMS     float64 // of every iteration: about weight bytes over memory bandwidth
	SequenceMS float64 // of every sequence in the batch
	TokenMS    float64 // of every token prefilled, without attention
	QuadTokens float64 // 0 leaves attention out
	MemoryGBps float64 // at which decode reads KV; 0 leaves that out
	Budget     int     // tokens of one iteration, decodes first; 0 is no limit
	Sequences  int     // most in a batch; 0 is no limit
	// Mocker replaces the formula by the polynomials of Dynamo's mocker: prefill
	// by uncached tokens alone, decode by the share of KV in use.
	Mocker bool
}

// Chunk is the part of a prompt that one iteration computes.
type Chunk struct {
	Tokens  int // computed
	Context int // before them, cached ones included
}

// PrefillMS returns what a chunk adds to its iteration, in ms.
func (e Engine) PrefillMS(c Chunk) float64 {
	k, attention := float64(c.Tokens), 1.0
	if e.QuadTokens > 0 {
		attention += (float64(c.Context) + k/2) / e.QuadTokens
	}
	return float64(e.TokenMS * k * attention)
}

// AloneMS returns how long a prompt takes on an idle worker, in ms: chunk by
// chunk, each with its iteration's base. cached tokens come before those
// computed.
func (e Engine) AloneMS(computed, cached int) float64 {
	if e.Mocker {
		return e.mockerPrefill(computed)
	}
	sum := 0.0
	for done := 0; done < computed; {
		k := computed - done
		if e.Budget > 0 {
			k = min(k, e.Budget)
		}
		sum += e.BaseMS + e.SequenceMS + e.PrefillMS(Chunk{k, cached + done})
		done += k
	}
	return sum
}

// Batch is what one iteration does.
type Batch struct {
	Decoding   int     // sequences that decode a token
	Context    int64   // tokens in their contexts together
	Chunks     int     // prompts that prefill
	ChunkMS    float64 // sum of their PrefillMS
	Uncached   int     // tokens that they compute together
	Used, Room int     // blocks of KV in use and in all; Room 0 is unlimited
}

// IterationMS returns how long an iteration takes, in ms, and how much longer
// each further one of a pure decode takes, since contexts grow by a token a
// sequence.
func (e Engine) IterationMS(b Batch, bytesPerToken float64) (ms, growth float64) {
	if e.Mocker {
		return e.mocker(b), 0
	}
	ms = e.BaseMS + float64(e.SequenceMS*float64(b.Decoding+b.Chunks)) + b.ChunkMS
	if e.MemoryGBps > 0 {
		perToken := bytesPerToken / e.MemoryGBps / 1e6
		ms += float64(perToken * float64(b.Context))
		growth = perToken * float64(b.Decoding)
	}
	return ms, growth
}

// mockerPrefill is the mocker's prefill polynomial over the uncached tokens of
// a batch. Source: Dynamo lib/mocker/src/common/perf_model.rs @f80944a4.
func (e Engine) mockerPrefill(uncached int) float64 {
	if uncached == 0 {
		return 0
	}
	n := float64(uncached)
	return float64(4.209989e-7*n*n) + float64(1.518344e-2*n) + 16.50142
}

func (e Engine) mocker(b Batch) float64 {
	ms := e.mockerPrefill(b.Uncached)
	if b.Decoding == 0 {
		return ms
	}
	u := 0.0
	if b.Room > 0 {
		u = min(1, float64(b.Used)/float64(b.Room))
	}
	return ms + max(1, float64(-25.74*u*u)+float64(54.01*u)+5.74)
}

// Nanos turns ms into ns, rounded.
func Nanos(ms float64) int64 { return int64(math.Round(ms * 1e6)) }

// checkRange fails unless every value is a number from low to high.
func checkRange(arg string, v, low, high float64) error {
	if v >= low && v <= high {
		return nil
	}
	return &Error{arg, fmt.Sprintf("%v is out of range: accepted are %v to %v", v, low, high)}
}

// Error says which figure is wrong and what is accepted.
type Error struct{ Arg, Problem string }

// Error implements error.
func (e *Error) Error() string { return e.Arg + ": " + e.Problem }
