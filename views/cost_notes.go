package views

import (
	"fmt"

	"kvtui/core/cost"
	"kvtui/ui"
)

// note is the sentence about what was set or focused last. A precision with a
// caveat has a line of its own.
func (v *Cost) note() []string {
	if v.touched == fieldGBps || v.touched == fieldPrecision && v.tag() != nil {
		return v.aboutLink()
	}
	return v.explained(v.touched)
}

func (v *Cost) explained(f costField) []string {
	switch f {
	case fieldModel:
		return []string{v.layerRule()}
	case fieldPrecision:
		return v.aboutPrecision()
	case fieldSend:
		return v.aboutSend()
	case fieldPrefill:
		return []string{v.aboutPrefill()}
	default:
	}
	w := v.w
	switch f {
	case fieldTokens:
		return []string{v.tokenSum()}
	case fieldSaved:
		if v.n.simulated {
			return w.aboutSimulated
		}
		return []string{w.aboutSaved}
	case fieldFlight:
		return []string{w.aboutConcurrency}
	case fieldLimit:
		return []string{w.aboutLimit}
	case fieldRate:
		return []string{w.aboutRate}
	case fieldOverhead:
		return []string{w.aboutOverhead}
	case fieldMemory:
		return []string{w.aboutMemory}
	default:
		return nil
	}
}

func (v *Cost) aboutPrecision() []string {
	if v.st.InBytes() {
		return []string{fmt.Sprintf(v.w.aboutOther, exact(v.st.DtypeBytes))}
	}
	if v.st.FP16Share > 0 {
		return v.w.aboutMixed
	}
	switch v.st.Precision.Caveat() {
	case cost.CaveatSafe:
		return v.w.aboutFP8
	case cost.CaveatMostModels:
		return v.w.aboutINT8
	case cost.CaveatByModel:
		return v.w.aboutINT4
	default:
		return []string{v.w.aboutBF16}
	}
}

func (v *Cost) aboutPrefill() string {
	w, preset := v.w, v.n.preset.Model
	switch v.n.basis {
	case basisBeyond:
		return fmt.Sprintf(w.aboutBeyond, thousands(v.n.preset.UpTo))
	case basisModel:
		return fmt.Sprintf(w.aboutModel, preset, v.n.preset.Name)
	case basisPrecision:
		return fmt.Sprintf(w.aboutPrecision, v.precisionName())
	case basisYours:
		return w.aboutYours
	default:
		switch p := v.n.preset; {
		case !p.Fitted():
			return fmt.Sprintf(w.aboutDerived, p.Name, preset)
		case p.Curved:
			return fmt.Sprintf(w.aboutCurve, p.Name, preset, thousands(p.UpTo))
		}
		return fmt.Sprintf(w.aboutFitted, preset)
	}
}

// prefillTag is what the prefill time rests on, the longest form first; look is
// a warning where it is not this prompt's.
func (v *Cost) prefillTag() (forms []string, look ui.Style) {
	w := v.w
	switch v.n.basis {
	case basisBeyond:
		return eachf(w.prefillBeyond, thousands(v.n.preset.UpTo)), v.sty.Warn
	case basisModel:
		return eachf(w.prefillModel, v.n.preset.Model), v.sty.Warn
	case basisPrecision:
		return w.prefillPrecision, v.sty.Warn
	case basisYours:
		return w.prefillYours, v.sty.Muted
	default:
		switch p := v.n.preset; {
		case !p.Fitted():
			return eachf(w.prefillDerived, p.Name), v.sty.Warn
		case p.Curved:
			return eachf(w.prefillCurve, p.Name), v.sty.Muted
		}
		return w.prefillFitted, v.sty.Muted
	}
}

// eachf fills the same text into every form.
func eachf(forms []string, text string) (out []string) {
	for _, s := range forms {
		out = append(out, fmt.Sprintf(s, text))
	}
	return out
}

// aboutLink names the link that has exactly this rate, or those around it.
func (v *Cost) aboutLink() []string {
	w, g := v.w, v.st.GBps
	for _, l := range cost.Links() {
		if l.GBps() == g {
			return linkText(w, l)
		}
	}
	slow, fast := cost.Bracket(g)
	switch {
	case slow.Name == "":
		return []string{fmt.Sprintf(w.linkSlower, fast.Name, exactRate(fast.GBps()))}
	case fast.Name == "":
		return []string{fmt.Sprintf(w.linkFaster, slow.Name, exactRate(slow.GBps()))}
	}
	return []string{
		fmt.Sprintf(w.linkBetween, slow.Name, exactRate(slow.GBps()), fast.Name, exactRate(fast.GBps())),
		fmt.Sprintf(w.linkBetween, slow.Short, exactRate(slow.GBps()), fast.Short, exactRate(fast.GBps())),
	}
}

// linkText names a link with its line rate and, where known, what it reached.
func linkText(w *costWords, l cost.Link) []string {
	line, got := exactRate(l.LineGBps), exactRate(l.AchievedGBps)
	switch {
	case l.AchievedGBps == 0:
		return []string{
			fmt.Sprintf(w.linkLine, l.Name, line, exact(l.LineGBps*8)+" Gbit/s"),
			fmt.Sprintf(w.linkLineShort, l.Name, line), fmt.Sprintf(w.linkLineShort, l.Short, line),
		}
	case l.LineGBps > 0:
		return []string{fmt.Sprintf(w.linkBoth, l.Name, line, got)}
	case l.Achieved == cost.Estimated:
		return []string{fmt.Sprintf(w.linkEstimated, l.Name, got)}
	}
	return []string{fmt.Sprintf(w.linkMeasured, l.Name, got)}
}

// layerRule is how many bytes a token takes in one layer.
func (v *Cost) layerRule() string {
	m, w, b := v.n.model, v.w, exact(v.n.width.Bytes())
	if m.MLA != (cost.MLA{}) {
		n := exact(float64(m.MLA.Rank+m.MLA.RopeDim) * v.n.width.Bytes())
		return fmt.Sprintf(w.countLatent, thousands(m.MLA.Rank), thousands(m.MLA.RopeDim), b, n)
	}
	n := exact(2 * float64(m.KVHeads) * float64(m.HeadDim) * v.n.width.Bytes())
	return fmt.Sprintf(w.countHeads, thousands(m.KVHeads), thousands(m.HeadDim), b, n)
}

// keepRule is which layers keep how much.
func (v *Cost) keepRule() string {
	m, w := v.n.model, v.w
	switch {
	case m.Windowed():
		return fmt.Sprintf(w.countWindow, thousands(m.SlidingLayers), thousands(m.Layers), thousands(m.Window))
	case m.FullLayers > 0:
		return fmt.Sprintf(w.countKept, thousands(m.FullLayers), thousands(m.Layers))
	}
	return fmt.Sprintf(w.countAll, thousands(m.Layers))
}

func (v *Cost) tokenSum() string {
	kv := v.n.kv
	return fmt.Sprintf(v.w.countSum, thousands(v.st.Tokens), ui.Decimal(float64(kv), 0), ui.DecimalBytes(float64(kv)), binary(kv))
}
