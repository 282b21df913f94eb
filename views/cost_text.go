package views

import (
	"fmt"
	"math"
	"strconv"

	"kvtui/core/cost"
	"kvtui/ui"
)

// text is the value of a numeric field with its unit.
func (v *Cost) text(f costField) string {
	x := v.value(f)
	switch f {
	case fieldTokens, fieldFlight:
		return thousands(int(x))
	case fieldGBps:
		return ui.GBps(x)
	case fieldMemory:
		return binary(int64(x * (1 << 20)))
	case fieldRate:
		return exact(ui.RoundTo(x, 4))
	default:
		return ui.Ms(x)
	}
}

// exact writes a figure as it was given: 0.112, 12.5, 900.
func exact(x float64) string {
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if x >= 1000 && x == math.Trunc(x) && x < 1e15 {
		return thousands(int(x))
	}
	return s
}

// exactRate is a link's rate as its source gives it.
func exactRate(gbps float64) string { return exact(gbps) + " GB/s" }

// factor writes a ratio of times: 3.5 x, 0.17 x.
func factor(ratio float64) string {
	switch {
	case math.IsInf(ratio, 1):
		return "∞ x"
	case ratio < 0.001:
		return "<0.001 x"
	case ratio < 0.1:
		return ui.Decimal(ratio, 3) + " x"
	case ratio < 0.995:
		return ui.Decimal(ratio, 2) + " x"
	case ratio < 99.95:
		return ui.Decimal(ratio, 1) + " x"
	}
	return ui.Decimal(ratio, 0) + " x"
}

// gbit is a bandwidth as links are named; a slow one keeps its digits.
func gbit(gbps float64) string {
	if gbps*8 < 0.9995 {
		return ui.Decimal(gbps*8, 3) + " Gbit/s"
	}
	return ui.Gbitps(gbps)
}

func binary(bytes int64) string { return ui.Bytes(float64(bytes)) }

// verdict returns words and look of a side, for moving against recomputing.
func (v *Cost) verdict(side cost.Side) (words string, tone ui.Style) {
	switch side {
	case cost.Faster:
		return v.w.move, v.sty.Good
	case cost.Slower:
		return v.w.recomputeInstead, v.sty.Bad
	default:
		return v.w.either, v.sty.Warn
	}
}

// modelName is the name on screen; one that the command line gave comes
// without its control characters.
func (v *Cost) modelName() string { return v.n.model.Name }

// shape says what the model keeps, the longest form first.
func (v *Cost) shape() []string {
	m, w := v.n.model, v.w
	s := fmt.Sprintf(w.layers, thousands(m.Layers))
	kept := ""
	switch {
	case m.Windowed():
		kept = fmt.Sprintf(w.windowed, thousands(m.SlidingLayers), thousands(m.Window))
	case m.FullLayers > 0:
		kept = fmt.Sprintf(w.kept, thousands(m.FullLayers))
	}
	heads := fmt.Sprintf(w.heads, thousands(m.KVHeads))
	dim := fmt.Sprintf(w.dim, thousands(m.HeadDim))
	if m.MLA != (cost.MLA{}) {
		heads, dim = fmt.Sprintf(w.latent, thousands(m.MLA.Rank), thousands(m.MLA.RopeDim)), ""
	}
	from := w.fromConfig
	switch m.Verified {
	case cost.FromSecondary:
		from = w.fromSecondary
	case cost.FromUser:
		from = w.fromUser
	case cost.FromFile:
		from = w.fromFile
	case cost.FromConfig:
	}
	return []string{s + heads + dim + kept + from, s + heads + dim + kept, s + kept, s, ""}
}

// size says how many bytes a token and a request weigh, the longest form
// first; forms up to least say all of it.
func (v *Cost) size() (forms []string, least int) {
	m, w := v.n.model, v.w
	per := fmt.Sprintf(w.perToken, ui.Decimal(float64(m.BytesPerToken(v.n.width)), 0))
	first := per
	if m.Windowed() {
		per = fmt.Sprintf(w.perTokenWindow, ui.Decimal(float64(m.BytesPerToken(v.n.width)), 0),
			ui.Decimal(float64(m.GrowthBytesPerToken(v.n.width)), 0))
	}
	both := []any{ui.DecimalBytes(float64(v.n.kv)), binary(v.n.kv)}
	one, size := fmt.Sprintf(w.oneRequest, both...), fmt.Sprintf(w.size, both...)
	for _, tag := range v.tag() {
		least = len(forms) + 1
		forms = append(forms, per+one+tag, per+size+tag, first+size+tag)
	}
	return append(forms, per+one, per+size, size[len(" · "):], "*"+binary(v.n.kv)+"*"), max(least, 1)
}

func (v *Cost) precisionName() string {
	if v.st.InBytes() {
		return fmt.Sprintf(v.w.elementBytes, exact(v.st.DtypeBytes))
	}
	if v.st.FP16Share > 0 {
		return fmt.Sprintf(v.w.mixed, exact(ui.RoundTo(100*v.st.FP16Share, 2)))
	}
	return v.st.Precision.String()
}

// tag is a precision's caveat in a few words, the longest form first; nil where
// there is none.
func (v *Cost) tag() []string {
	if v.st.InBytes() {
		return nil
	}
	if v.st.FP16Share > 0 {
		return v.w.tagMixed
	}
	switch v.st.Precision.Caveat() {
	case cost.CaveatSafe:
		return v.w.tagFP8
	case cost.CaveatMostModels:
		return v.w.tagINT8
	case cost.CaveatByModel:
		return v.w.tagINT4
	case cost.CaveatNone, cost.CaveatMixed, cost.CaveatResearch, cost.CaveatConnector:
	}
	return nil
}
