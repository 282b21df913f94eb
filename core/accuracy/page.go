// Package accuracy sets what was published of real servers beside what the
// model makes of the same setup, cell by cell.
package accuracy

import (
	"math"
	"slices"
)

// Page is one published table with the model's value beside each figure.
type Page struct {
	ID         string // one of Pages, or File
	Title      string
	Source     string // where the figures were published
	Setup      string // hardware, model and load they were measured on
	RowName    string // what a row is, such as "words x in flight"
	Parameters []Parameter
	Ratios     []Ratio
	Cells      []Cell // row by row, in the order published
	Claims     []Claim
}

// Claim is a figure of the model that is held to a range although nothing like
// it was published: of its seeds, or of a variant that has to fail.
type Claim struct {
	Name      string
	Unit      string // "" for a plain number
	Value     float64
	Low, High float64 // accepted
}

// Holds reports whether the value is accepted.
func (c Claim) Holds() bool { return c.Value >= c.Low && c.Value <= c.High }

// Parameter is a number that the model was given.
type Parameter struct {
	Name   string
	Unit   string // "" for a plain number
	Value  float64
	Fitted bool   // chosen so that the page fits; else frozen
	Source string // where a frozen one is from, or what a fitted one was fitted on
}

// Ratio names two columns of a page that are two arrangements of one load, so
// that the one over the other means something.
type Ratio struct{ Column, Over string }

// Cell is one published figure and the model's value of it. All numbers are in
// Unit but Tolerance.
type Cell struct {
	Row, Column string
	Unit        string    // ms, MiB, req/s, ...; "" for a plain number
	Low, High   float64   // what was published; equal for one value
	Runs        []float64 // the single runs behind it, nil where not given

	Model               float64 // meaningless unless HasModel
	HasModel            bool
	ModelLow, ModelHigh float64 // over seeds; both 0 where the model has no range

	Tolerance float64 // accepted relative error to the nearer end, 0 where none is asked
	Within    float64 // accepted difference to the nearer end, 0 where none is asked
	Inside    bool    // asked to lie between Low and High
	Check     Check
	Reason    Reason // why it misses, as far as that is known
}

// Check is what became of a cell's comparison.
type Check uint8

// The outcomes.
const (
	NotChecked      Check = iota // no model value, or none is asked to fit
	WithinTolerance              // off by no more than is accepted
	InsideRange                  // between the lowest and the highest published
	Miss                         // off by more than is accepted
	Unreachable                  // no setting of the model gives this figure
)

// Reason is why a cell misses.
type Reason uint8

// The reasons.
const (
	NoReason        Reason = iota // none, or not known
	ColdCaches                    // needs caches warm from a load that was not published
	DecodePerSeq                  // more requests in flight lengthen a step more than the fit saw
	OutOfSample                   // the parameters were fitted on another table
	StartDominates                // p99 is decided by the first wave; run length is not published
	PromptLength                  // the source counts words, tokens are not published
	SharedLink                    // how transfers share the link is not published
	OtherUnit                     // published in a unit that the source names otherwise
	FewSamples                    // published from a handful of requests
	TieBreaking                   // depends on how equal costs are told apart
	RoundedInSource               // the source rounds more coarsely than the error
	HostMemory                    // when the host's buffers are given back is not published
)

// Asked reports whether the model is held to the cell.
func (c Cell) Asked() bool { return c.Tolerance > 0 || c.Within > 0 || c.Inside }

// Off returns the model's value less the nearer end of the published range, in
// the cell's unit: 0 inside it, below 0 for a model that is too low, NaN without
// a model value.
func (c Cell) Off() float64 {
	switch {
	case !c.HasModel:
		return math.NaN()
	case c.Model < c.Low:
		return c.Model - c.Low
	case c.Model > c.High:
		return c.Model - c.High
	}
	return c.Model - c.Model // 0, NaN for what is no number
}

// Err returns Off as a share of that end: -0.12 is 12 % too low. It is infinite
// beyond an end of 0.
func (c Cell) Err() float64 {
	off := c.Off()
	switch {
	case off < 0:
		return off / math.Abs(c.Low)
	case off > 0:
		return off / math.Abs(c.High)
	}
	return off
}

// Judged returns the cell with Check set from its model value and what is
// asked; Unreachable stays as it is. A cell that passes has no Reason.
func (c Cell) Judged() Cell {
	switch off := c.Off(); {
	case c.Check == Unreachable:
		return c
	case !c.HasModel:
		c.Check = NotChecked
	case off == 0:
		c.Check = InsideRange
	case !c.Asked():
		c.Check = NotChecked
	case c.Tolerance > 0 && math.Abs(c.Err()) <= c.Tolerance, c.Within > 0 && math.Abs(off) <= c.Within:
		c.Check = WithinTolerance
	default:
		c.Check = Miss
	}
	if c.Check == WithinTolerance || c.Check == InsideRange {
		c.Reason = NoReason
	}
	return c
}

// Find returns the index of a cell by its row and column, -1 where there is
// none.
func (p Page) Find(row, column string) int {
	for i, c := range p.Cells {
		if c.Row == row && c.Column == column {
			return i
		}
	}
	return -1
}

// Beside returns the published page p with what a prediction of it says:
// parameters, and each cell's model value, what is asked of it and how that was
// judged. The figures stay those of p, and cells that p lacks are left out.
func (p Page) Beside(prediction Page) Page {
	p.Parameters, p.Claims = prediction.Parameters, prediction.Claims
	p.Cells = slices.Clone(p.Cells)
	for i, c := range p.Cells {
		j := prediction.Find(c.Row, c.Column)
		if j < 0 {
			continue
		}
		m := prediction.Cells[j]
		m.Low, m.High, m.Runs, m.Unit = c.Low, c.High, c.Runs, c.Unit
		p.Cells[i] = m.Judged()
	}
	return p
}

// Held counts the cells that the model is held to and has a value for, and
// those of them that pass. An unreachable cell counts as held and failed.
func (p Page) Held() (passed, held int) {
	for _, c := range p.Cells {
		switch {
		case c.Check == Unreachable:
			held++
		case c.HasModel && c.Asked():
			held++
			if c.Check == WithinTolerance || c.Check == InsideRange {
				passed++
			}
		}
	}
	return passed, held
}
