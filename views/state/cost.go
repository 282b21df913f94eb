// Package state holds what a person has set on the screens, apart from how it
// is drawn: the command line that is copied says the same.
package state

import "kvtui/core/cost"

// Cost is what the cost screen shows. A zero field takes the default of
// DefaultCost, apart from those that say what zero means.
type Cost struct {
	// Model is a name of cost.Models; empty where Shape is used instead.
	Model string
	// Shape is a model given by its numbers; the zero value where Model is used.
	Shape cost.Model
	// Precision is how KV is stored and sent. Width overrules its size where an
	// element of another size was asked for; 0 leaves it.
	Precision cost.Precision
	Width     cost.Width

	Tokens      int     // of one prompt
	GBps        float64 // bandwidth of the link, 10^9 bytes/s
	PrefillMS   float64 // 0: by the preset, from Tokens
	SavedMS     float64 // stalls and queue time that a split frees a request; 0: not known
	OverheadMS  float64 // what a split adds to each request beside the transfer
	Concurrency int     // requests in flight at once

	LimitMS float64 // how long a transfer may take, for the longest prompt
	RPS     float64 // requests a second, for the bandwidth they ask for
}

// DefaultCost is the lab's: one prompt of 1,500 tokens of Qwen3-0.6B over the
// link that it measured.
func DefaultCost() Cost {
	return Cost{
		Model: "Qwen3-0.6B", Tokens: 1500, GBps: 0.608, Concurrency: 4,
		LimitMS: 100, RPS: 10,
	}
}

// Fill gives zero fields their default.
func (c *Cost) Fill() {
	d := DefaultCost()
	if c.Model == "" && c.Shape == (cost.Model{}) {
		c.Model = d.Model
	}
	if c.Tokens == 0 {
		c.Tokens = d.Tokens
	}
	if c.GBps == 0 {
		c.GBps = d.GBps
	}
	if c.Concurrency == 0 {
		c.Concurrency = d.Concurrency
	}
	if c.LimitMS == 0 {
		c.LimitMS = d.LimitMS
	}
	if c.RPS == 0 {
		c.RPS = d.RPS
	}
}

// Shaped returns the model that is set; ok is false for a name that the
// catalogue lacks.
func (c *Cost) Shaped() (m cost.Model, ok bool) {
	if c.Model == "" {
		return c.Shape, c.Shape != (cost.Model{})
	}
	m, err := cost.ModelByName(c.Model)
	return m, err == nil
}

// ElementWidth returns the size of one KV element.
func (c *Cost) ElementWidth() cost.Width {
	if c.Width > 0 {
		return c.Width
	}
	return c.Precision.Width()
}
