package views

import (
	"math"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/sim"
	"kvtui/views/state"
)

// costBasis is what the prefill time on screen rests on.
type costBasis uint8

const (
	basisFitted    costBasis = iota // the preset, within the points it goes through
	basisBeyond                     // the preset, on a longer prompt than it was fitted to
	basisModel                      // the preset of another model
	basisPrecision                  // the preset of another precision
	basisYours                      // set by a person
)

// costNumbers are the numbers on the cost screen; times are ms.
type costNumbers struct {
	err    error // the state names no model that there is; the lab's is shown
	model  cost.Model
	width  cost.Width
	kv     int64 // bytes that travel for one request
	preset cost.PrefillPreset
	basis  costBasis
	shrink cost.Shrink
	trade  cost.Trade // what the map is drawn of
	paying cost.Paying

	move    cost.Move
	split   cost.Split // judged only where hasSaved
	toll    float64    // what a split takes a request: overhead, and what of the transfer is not hidden
	freed   float64    // the longest transfer that a split's savings pay for
	ttft    float64    // of a split, as it sends
	layered float64    // of a split, layer by layer
	hidden  float64    // share of the transfer that layers hide
	host    int64      // bytes of host buffers
	hostErr error

	longest   int // tokens that cross within the limit
	capped    bool
	needed    float64   // GB/s to carry this prompt within the limit
	demand    float64   // GB/s that the request rate asks for
	simulated bool      // what a split frees is asked of a simulation
	found     sim.Freed // what that found, where hasSaved
	saved     float64   // what a split frees, ms, where hasSaved; below 0 where it costs
	hasSaved  bool
	crowd     float64 // least ms of a request where all in flight share the link, where simulated
	crowded   bool    // a split that pays alone loses then
	widest    costWidest
}

// countCost computes every number from the input and what was simulated for it,
// by tokens.
func countCost(in state.Cost, freed map[int]sim.Freed) costNumbers {
	n := costNumbers{}
	if preset, ok := clock.PrefillByKey(in.Preset); ok {
		n.preset = preset
	} else {
		n.preset = cost.LinePreset()
	}
	if n.model, n.width, n.err = in.Shape(); n.err != nil {
		lab := state.DefaultCost()
		n.model, n.width, _ = lab.Shape()
	}
	n.shrink = in.Shrink(n.width)
	n.kv = n.shrink.Bytes(n.model, in.Tokens)
	prefill := n.prefill(in)
	n.move = cost.JudgeMove(n.kv, in.GBps, prefill)
	transfer := n.move.TransferMS
	layers := n.model.Layers
	n.toll = n.shrink.SplitMS(transfer, prefill, layers) + in.OverheadMS
	n.ttft = prefill + n.toll
	n.layered = cost.LayerOverlapTTFTMS(prefill, transfer, in.OverheadMS, layers)
	n.hidden = cost.HiddenShare(prefill, transfer, layers)
	n.trade = cost.Trade{Model: n.model, Shrink: n.shrink, Prefill: n.prefillOf(in), StallMS: in.SavedMS, OverheadMS: in.OverheadMS}
	n.saved, n.hasSaved = in.SavedMS, in.SavedMS > 0
	if n.simulated = in.Simulate != (sim.Load{}); n.simulated {
		n.simulate(in, freed)
	}
	if n.hasSaved {
		n.freed = n.shrink.LongestTransferMS(max(0, n.saved-in.OverheadMS), prefill, layers)
		n.split = cost.JudgeSplit(n.kv, in.GBps, n.freed)
		n.split.NetMS = n.saved - n.toll
	}
	if n.simulated && n.hasSaved {
		n.crowd = float64(in.Simulate.Concurrency) * transfer
		n.crowded = n.split.NetMS > 0 && n.crowd > n.found.Together.EndToEnd.Mean
	}
	n.host, n.hostErr = cost.HostBufferBytes(in.InFlight(), n.kv)
	n.widest = n.solveWidest(in)
	n.longest, n.capped = cost.LongestSent(n.model, n.shrink, in.GBps, in.WithinMS)
	n.needed = cost.EffectiveGBps(n.kv, in.WithinMS)
	n.demand = cost.DemandGBps(in.RPS, n.kv)
	if in.Map && !n.trade.Splits() {
		n.paying = cost.PayingPrompts(n.model, n.shrink, in.GBps, n.trade.Prefill, longestShown)
	}
	return n
}

// simulate takes what a split frees from a simulation, so far as it has come.
func (n *costNumbers) simulate(in state.Cost, freed map[int]sim.Freed) {
	n.hasSaved = false
	if stallBarred(in) != stallOpen {
		return
	}
	n.trade.StallOf = func(tokens int) float64 {
		if f, ok := freed[tokens]; ok {
			return f.MS
		}
		return math.NaN()
	}
	if n.found, n.hasSaved = freed[in.Tokens]; n.hasSaved {
		n.saved = n.found.MS
	}
}

// longestShown is the longest prompt that the map counts with.
const longestShown = 1_000_000

// prefillOf returns prefill by tokens: the preset, stretched where a person has
// set what this prompt takes.
func (n *costNumbers) prefillOf(in state.Cost) func(tokens int) float64 {
	usual := n.preset.MS(in.Tokens)
	if in.PrefillMS <= 0 || usual <= 0 {
		return n.preset.MS
	}
	stretch, of := in.PrefillMS/usual, n.preset.MS
	return func(tokens int) float64 { return of(tokens) * stretch }
}

// prefill returns the ms of prefill and notes what they rest on.
func (n *costNumbers) prefill(in state.Cost) float64 {
	switch {
	case in.PrefillMS > 0:
		n.basis = basisYours
		return in.PrefillMS
	case !n.preset.HoldsFor(n.model):
		n.basis = basisModel
	case in.InBytes() || in.Precision != cost.BF16 || in.FP16Share > 0:
		n.basis = basisPrecision
	case in.Tokens > n.preset.UpTo && !n.preset.Curved:
		n.basis = basisBeyond
	}
	return n.preset.MS(in.Tokens)
}
