package views

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kvtui/core/accuracy"
	"kvtui/ui"
)

// measuredLine is one line of the table as it scrolls.
type measuredLine struct {
	kind measuredKind
	cell int    // index of the cell, or of the parameter
	text string // of what is no figure
}

// measuredKind says how a line is drawn.
type measuredKind uint8

const (
	lineBlank  measuredKind = iota
	lineRow                 // the row that the figures below belong to
	lineFigure              // a cell
	lineSecond              // its values, where a figure takes two lines
	lineWhy                 // why it misses
	lineHead                // a heading below the table
	lineText                // words below the table
)

// flatRows reports whether every row has one cell, which then needs no name of
// its own.
func flatRows(p accuracy.Page) bool {
	for i := 1; i < len(p.Cells); i++ {
		if p.Cells[i].Row == p.Cells[i-1].Row {
			return false
		}
	}
	return true
}

// broken breaks the page into lines.
func (v *Measured) broken() (out []measuredLine) {
	p, k, w := v.shown().page, v.place.cols, v.place.table.W
	for i, c := range p.Cells {
		if !k.flat && !v.place.compact && (i == 0 || p.Cells[i-1].Row != c.Row) {
			out = append(out, measuredLine{lineRow, i, ""})
		}
		out = append(out, measuredLine{lineFigure, i, ""})
		if v.place.compact {
			out = append(out, measuredLine{lineSecond, i, ""})
		}
		if why := v.w.why(c); why != "" && (c.Check == accuracy.Miss || c.Check == accuracy.Unreachable) {
			for j, part := range wrap(why, w-6) {
				out = append(out, measuredLine{lineWhy, j, part})
			}
		}
	}
	if len(p.Cells) == 0 {
		out = append(out, measuredLine{lineText, 0, v.w.noCells})
	}
	if notes := v.unasked(); len(notes) > 0 {
		out = append(out, measuredLine{})
		for i, note := range notes {
			head := v.w.unaskedNotes
			if i > 0 {
				head = ""
			}
			out = append(out, v.prose(head, note, w)...)
		}
	}
	switch {
	case v.sideHolds(true):
	case v.sideHolds(false):
		out = append(append(out, measuredLine{}), v.sourceLines(w)...)
	default:
		out = append(append(out, measuredLine{}), v.parameterLines(w, true)...)
	}
	out = append(out, v.claimLines(w)...)
	if v.place.about.Empty() {
		out = append(append(out, measuredLine{}), v.prose(v.w.setup, v.about(), w)...)
	}
	return out
}

// unasked lists why the model is not held to some of the cells that it misses,
// each reason once.
func (v *Measured) unasked() (out []string) {
	for _, c := range v.shown().page.Cells {
		why := v.w.why(c)
		if c.Check == accuracy.NotChecked && why != "" && !slices.Contains(out, why) {
			out = append(out, why)
		}
	}
	return out
}

// prose is a heading, if there is one, with words under it.
func (v *Measured) prose(head, text string, w int) (out []measuredLine) {
	if head != "" {
		out = append(out, measuredLine{lineHead, 0, head})
	}
	for _, part := range wrap(text, w-2) {
		out = append(out, measuredLine{lineText, 0, part})
	}
	return out
}

// parameterLines list the parameters, fitted and frozen apart, with their
// sources or without.
func (v *Measured) parameterLines(w int, sources bool) (out []measuredLine) {
	all := v.shown().page.Parameters
	if len(all) == 0 {
		return v.prose(v.w.parameters, v.w.noParameters(v.shown().stage), w)
	}
	for _, fitted := range [...]bool{true, false} {
		some := slices.DeleteFunc(slices.Clone(all), func(p accuracy.Parameter) bool { return p.Fitted != fitted })
		if len(some) == 0 {
			continue
		}
		if len(out) > 0 {
			out = append(out, measuredLine{})
		}
		head := v.w.frozen
		if fitted {
			head = v.w.fitted
		}
		out = append(out, measuredLine{lineHead, 0, fmt.Sprintf("%s (%d)", head, len(some))})
		for _, p := range some {
			text := p.Name + " " + strings.TrimRight(plainNumber(p.Value, 0)+" "+p.Unit, " ")
			if sources && p.Source != "" {
				text += ": " + p.Source
			}
			out = append(out, hanging(text, w)...)
		}
	}
	return out
}

// sourceLines say where parameters are from that stand without it at the side,
// each source once.
func (v *Measured) sourceLines(w int) []measuredLine {
	out := []measuredLine{{lineHead, 0, v.w.sources}}
	of := map[string][]string{}
	var sources []string
	for _, p := range v.shown().page.Parameters {
		if p.Source == "" {
			continue
		}
		if of[p.Source] == nil {
			sources = append(sources, p.Source)
		}
		of[p.Source] = append(of[p.Source], p.Name)
	}
	for _, s := range sources {
		out = append(out, hanging(strings.Join(of[s], ", ")+": "+s, w)...)
	}
	return out
}

// claimLines are what the model is held to beside the cells.
func (v *Measured) claimLines(w int) (out []measuredLine) {
	for i, c := range v.shown().page.Claims {
		if i == 0 {
			out = append(out, measuredLine{}, measuredLine{lineHead, 0, v.w.claims})
		}
		sign := v.w.claimHolds
		if !c.Holds() {
			sign = v.w.claimFails
		}
		value := strings.TrimRight(plainNumber(c.Value, 0)+" "+c.Unit, " ")
		accepted := plainNumber(c.Low, 0)
		if c.High > c.Low {
			accepted = fmt.Sprintf(v.w.claimRange, accepted, plainNumber(c.High, 0))
		}
		out = append(out, hanging(fmt.Sprintf(v.w.claim, sign, c.Name, value, accepted), w)...)
	}
	return out
}

// hanging breaks a text into lines of which all but the first stand in.
func hanging(text string, w int) (out []measuredLine) {
	for i, part := range wrap(text, w-4) {
		out = append(out, measuredLine{lineText, 0, strings.Repeat(" ", 2*min(i, 1)) + part})
	}
	return out
}

// over returns the cell that cell i is set in ratio to, and whether there is
// one. Cells of a row stand together, and a file may have very many rows.
func over(p accuracy.Page, i int) (accuracy.Cell, bool) {
	c := p.Cells[i]
	at := slices.IndexFunc(p.Ratios, func(r accuracy.Ratio) bool { return r.Column == c.Column })
	if at < 0 {
		return accuracy.Cell{}, false
	}
	first := i
	for first > 0 && p.Cells[first-1].Row == c.Row {
		first--
	}
	for _, o := range p.Cells[first:] {
		switch {
		case o.Row != c.Row:
			return accuracy.Cell{}, false
		case o.Column == p.Ratios[at].Over:
			return o, true
		}
	}
	return accuracy.Cell{}, false
}

// ratioText is the measured ratio of cell i to its other arrangement, "" where
// there is none.
func ratioText(p accuracy.Page, i int) string {
	o, ok := over(p, i)
	if !ok || o.Low <= 0 {
		return ""
	}
	low, high := ui.Decimal(p.Cells[i].Low/o.High, 2), ui.Decimal(p.Cells[i].High/o.Low, 2)
	if low == high {
		return low + " x"
	}
	return low + "–" + high + " x"
}

// modelRatioText is the same of the model's values.
func modelRatioText(p accuracy.Page, i int) string {
	o, ok := over(p, i)
	if c := p.Cells[i]; ok && c.HasModel && o.HasModel && o.Model > 0 {
		return ui.Decimal(c.Model/o.Model, 2) + " x"
	}
	return ""
}

// runsText lists single runs.
func runsText(c accuracy.Cell) string {
	const most = 6
	if len(c.Runs) < 2 {
		return ""
	}
	var parts []string
	for i, r := range c.Runs {
		if i == most {
			parts = append(parts, fmt.Sprintf("+%d more", len(c.Runs)-most))
			break
		}
		parts = append(parts, plainNumber(r, 0))
	}
	return strings.Join(parts, ", ")
}

// plainNumber writes a number with as many decimals as it has, at least those
// and at most three, and what has more with one, or as a small number.
func plainNumber(v float64, least int) string {
	for d := least; d < 4; d++ {
		if scale := math.Pow10(d); math.Abs(v*scale-math.Round(v*scale)) < 1e-6 {
			return ui.Decimal(v, d)
		}
	}
	if math.Abs(v) >= 10 {
		return ui.Decimal(v, 1)
	}
	return modelNumber(v)
}

// countNumber writes how many, a median or mean with one decimal at most.
func countNumber(v float64) string {
	if v = math.Round(v*10) / 10; v == math.Round(v) {
		return ui.Decimal(v, 0)
	}
	return ui.Decimal(v, 1)
}

// modelNumber writes a computed number with about three significant digits: its
// further ones mean nothing.
func modelNumber(v float64) string {
	switch abs := math.Abs(v); {
	case abs >= 100:
		return ui.Decimal(v, 0)
	case abs >= 10:
		return ui.Decimal(v, 1)
	case abs >= 1 || abs == 0:
		return ui.Decimal(v, 2)
	case abs >= 0.01:
		return ui.Decimal(v, 4)
	}
	return fmt.Sprintf("%.3g", v)
}
