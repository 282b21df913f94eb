package views

import (
	"kvtui/core/cost"
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
	kv     int64 // bytes of one request
	preset cost.Prefill
	basis  costBasis

	move    cost.Move
	split   cost.Split // judged only where hasSaved
	toll    float64    // what a split takes a request: transfer and overhead
	ttft    float64    // of a split, one after the other
	layered float64    // of a split, layer by layer
	hidden  float64    // share of the transfer that layers hide
	host    int64      // bytes of host buffers
	hostErr error

	longest  int // tokens that cross within the limit
	capped   bool
	needed   float64 // GB/s to carry this prompt within the limit
	demand   float64 // GB/s that the request rate asks for
	hasSaved bool
}

// countCost computes every number from the input.
func countCost(in state.Cost) costNumbers {
	n := costNumbers{preset: cost.Prefills()[0]}
	if n.model, n.width, n.err = in.Shape(); n.err != nil {
		lab := state.DefaultCost()
		n.model, n.width, _ = lab.Shape()
	}
	n.kv = n.model.KVBytes(in.Tokens, n.width)
	prefill := n.prefill(in)
	n.move = cost.JudgeMove(n.kv, in.GBps, prefill)
	transfer := n.move.TransferMS
	n.toll = transfer + in.OverheadMS
	n.ttft = prefill + n.toll
	n.layered = cost.LayerOverlapTTFTMS(prefill, transfer, in.OverheadMS, n.model.Layers)
	n.hidden = cost.HiddenShare(prefill, transfer, n.model.Layers)
	if n.hasSaved = in.SavedMS > 0; n.hasSaved {
		n.split = cost.JudgeSplit(n.kv, in.GBps, max(0, in.SavedMS-in.OverheadMS))
		n.split.NetMS = in.SavedMS - n.toll
	}
	n.host, n.hostErr = cost.HostBufferBytes(in.Concurrency, n.kv)
	n.longest, n.capped = cost.LongestPrompt(n.model, n.width, in.GBps, in.WithinMS)
	n.needed = cost.NeededGBps(n.model, n.width, in.Tokens, in.WithinMS)
	n.demand = cost.DemandGBps(in.RPS, n.kv)
	return n
}

// prefill returns the ms of prefill and notes what they rest on.
func (n *costNumbers) prefill(in state.Cost) float64 {
	switch {
	case in.PrefillMS > 0:
		n.basis = basisYours
		return in.PrefillMS
	case n.model.Name != n.preset.Model:
		n.basis = basisModel
	case in.InBytes() || in.Precision != cost.BF16:
		n.basis = basisPrecision
	case in.Tokens > n.preset.SpanTokens:
		n.basis = basisBeyond
	}
	return n.preset.MS(in.Tokens)
}
