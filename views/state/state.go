// Package state holds what a person can set in the explorer: the scenario with
// its workload, the figures of the cost screen, the screen and the step. A State
// and the command line that opens it say the same; Args is the way back.
package state

import (
	"kvtui/core/cost"
	"kvtui/core/scenario"
	"kvtui/core/sim"
)

// The screens that a command line can open.
const (
	Route      = "route"
	Compare    = "compare"
	Caches     = "caches"
	CostScreen = "cost"
	Measured   = "measured"
)

// Screens returns the names of the screens, the first one first.
func Screens() []string { return []string{Route, Compare, Caches, CostScreen, Measured} }

// MaxStep is the largest step that a command line accepts; a step beyond the
// end of a run is its end.
const MaxStep = 1_000_000_000

// TraceWorkers is the fleet of a trace unless another is asked for.
const TraceWorkers = scenario.FleetWorkers

// State is everything that the explorer's command line sets.
type State struct {
	// Base is what was opened: the name of a built-in scenario or the path of a
	// file. "" is the lab, or a trace by its path.
	Base   string
	Opened scenario.File // as Base has it; looked at where Base is not ""
	scenario.File
	Cost   Cost
	Screen string // a name of Screens
	Step   int    // steps of the run that are done
}

// Default returns the state that the explorer opens with for a trace, or, with
// "", for the lab's stream.
func Default(trace string) State {
	return State{File: plain(trace), Cost: DefaultCost(), Screen: Route}
}

// Of returns the state that a scenario opens with.
func Of(base string, f scenario.File) State {
	return State{Base: base, Opened: f, File: f, Cost: DefaultCost(), Screen: Route}
}

// plain is what opens without a scenario.
func plain(trace string) scenario.File {
	if trace == "" {
		return scenario.New(scenario.KindLab)
	}
	f := scenario.New(scenario.KindTrace)
	f.Trace.Path = trace
	return f
}

// origin is what the command line starts from before its flags are read.
func (s State) origin() scenario.File {
	switch {
	case s.Base != "":
		return s.Opened
	case s.Kind == scenario.KindTrace:
		return plain(s.Trace.Path)
	}
	return plain("")
}

// Cost is what the cost screen counts with.
type Cost struct {
	// Model is a name of cost.Models; "" is a shape of its own: Layers, KVHeads
	// and HeadDim (elements), with DtypeBytes an element where the width was given
	// in bytes and not as a Precision, else 0.
	Model                    string
	Layers, KVHeads, HeadDim int
	DtypeBytes               float64
	// Config is the path of a config.json and Own the shape in it. With Model ""
	// they stand before the numbers.
	Config string
	Own    cost.Model

	Precision   cost.Precision
	Tokens      int     // of one prompt
	GBps        float64 // bandwidth of the link
	PrefillMS   float64 // 0: from the preset, by Tokens
	SavedMS     float64 // stall and queue time that a split frees; 0: not known
	OverheadMS  float64 // added to the time to first token of a split
	Concurrency int     // requests in flight, where no load is simulated; see InFlight
	WithinMS    float64 // time limit that the longest prompt is asked for
	RPS         float64 // requests/s that the link is asked to carry
	MemoryMiB   float64 // host memory that requests in flight are asked to fit, MiB

	FP16Share  float64 // see cost.Shrink
	LayerShare float64 // see cost.Shrink
	LayerWise  bool    // see cost.Shrink
	Preset     string  // a key of clock.PrefillPresets
	Map        bool    // show the break-even map in place of the chart

	// Simulate is the load under which what a split frees is simulated, on the
	// engine of Preset; the zero value simulates nothing. With it SavedMS is 0.
	Simulate sim.Load
}

// DefaultCost returns the lab's example: 1,500 tokens of Qwen3-0.6B in bfloat16
// at the measured 0.608 GB/s, with four requests in flight, round numbers to ask
// for a time limit and a rate, and the memory limit of the published cluster's
// workers. Source: lab, step 6.
func DefaultCost() Cost {
	return Cost{
		Model: "Qwen3-0.6B", Layers: cost.LabLayers, KVHeads: cost.LabKVHeads, HeadDim: cost.LabHeadDim,
		Precision: cost.BF16, Tokens: 1500, GBps: 0.608, Concurrency: 4,
		WithinMS: 100, RPS: 10, MemoryMiB: 3584, Preset: cost.LinePrefill,
	}
}

// InFlight returns the requests in flight: those of the simulated load where
// there is one.
func (c Cost) InFlight() int {
	if c.Simulate != (sim.Load{}) {
		return c.Simulate.Concurrency
	}
	return c.Concurrency
}

// Shape returns the model and the width of one stored element. The error is a
// *cost.ArgError.
func (c Cost) Shape() (cost.Model, cost.Width, error) {
	w := c.Precision.Width()
	if c.Model != "" {
		m, err := cost.ModelByName(c.Model)
		return m, w, err
	}
	if c.Config != "" {
		return c.Own, w, c.Own.Validate(w)
	}
	if c.InBytes() {
		var err error
		if w, err = cost.WidthOfBytes(c.DtypeBytes); err != nil {
			return cost.Model{}, 0, err
		}
	}
	m := cost.Custom(c.Layers, c.KVHeads, c.HeadDim)
	return m, w, m.Validate(w)
}

// InBytes reports whether the width of an element was given in bytes, so that no
// precision is claimed.
func (c Cost) InBytes() bool { return c.Model == "" && c.Config == "" && c.DtypeBytes != 0 }

// Shrink returns what is done to KV of elements w wide before it travels.
func (c Cost) Shrink(w cost.Width) cost.Shrink {
	return cost.Shrink{Width: w, FP16Share: c.FP16Share, LayerShare: c.LayerShare, LayerWise: c.LayerWise}
}

// WithDtypeBytes returns c with elements of so many bytes. Two bytes are bf16,
// which says no more than that; one byte is neither fp8 nor int8.
func (c Cost) WithDtypeBytes(bytes float64) Cost {
	c.Precision, c.DtypeBytes = cost.BF16, bytes
	if bytes == cost.BF16.Width().Bytes() {
		c.DtypeBytes = 0
	}
	return c
}
