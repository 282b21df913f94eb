package views

import (
	"fmt"
	"math"

	"kvtui/core/clock"
	"kvtui/core/sim"
	"kvtui/ui"
)

// simulatedLine is the verdict on a split with a simulated stall, or why there
// is none yet.
func (v *Cost) simulatedLine() costLine {
	l := costLine{field: fieldSaved, rank: 1, gap: true, tone: v.sty.Warn}
	if !v.n.hasSaved {
		l.forms = v.stallStatus()
		return l
	}
	w, n := v.w, &v.n
	_, net, tone := v.splitVerdict()
	verdict := w.stallLoses
	if n.split.NetMS > 0 {
		verdict = w.stallPays
	}
	if n.crowded {
		verdict = w.stallAlone
	}
	l.tone = tone
	what := w.movingTakes
	if v.st.OverheadMS > 0 {
		what = w.handingTakes
	}
	whole, toll, border := ui.Ms(n.found.Together.EndToEnd.Mean), ui.Ms(n.toll), v.splitBorder()
	if n.saved <= 0 {
		costs := ui.Ms(-n.saved)
		l.forms = []string{
			fmt.Sprintf(w.stallCostsLong, costs, whole, what, toll, verdict, net),
			fmt.Sprintf(w.stallCosts, costs, whole, verdict), fmt.Sprintf(w.stallCostsShort, costs, verdict), fmt.Sprintf(w.stallLeast, verdict, net),
		}
		return l
	}
	freed := ui.Ms(n.saved)
	l.forms = []string{
		fmt.Sprintf(w.stallFreesLong, freed, whole, what, toll, verdict, net, border),
		fmt.Sprintf(w.stallFrees, freed, whole, what, toll, verdict),
		fmt.Sprintf(w.stallFreesShort, freed, whole, toll, verdict), fmt.Sprintf(w.stallFreesTight, freed, whole, toll, verdict),
		fmt.Sprintf(w.stallFreesLess, freed, whole, toll, verdict), fmt.Sprintf(w.stallFreesTwo, freed, toll, verdict),
		fmt.Sprintf(w.stallFreesNarrow, freed, verdict), fmt.Sprintf(w.stallLeast, verdict, net),
	}
	return l
}

// crowdLines says what the link makes of the load where a split pays for one
// request alone and not for those that share the link: with N in flight each
// takes N transfers at least.
func (v *Cost) crowdLines() []costLine {
	if !v.n.crowded {
		return nil
	}
	w, n := v.w, thousands(v.st.Simulate.Concurrency)
	least, whole := ui.Ms(v.n.crowd), ui.Ms(v.n.found.Together.EndToEnd.Mean)
	return []costLine{{field: fieldNone, rank: 1, tone: v.sty.Bad, forms: []string{
		fmt.Sprintf(w.crowdLong, n, least, whole), fmt.Sprintf(w.crowd, n, least), fmt.Sprintf(w.crowdShort, n, least),
	}}}
}

// stallStatus says how far a simulation is, or what is in its way.
func (v *Cost) stallStatus() []string {
	w, load := v.w, v.loadWords()
	switch stallBarred(*v.st) {
	case barEngine:
		return w.stallNoEngine
	case barPrefill:
		return w.stallYours
	case barPrompt:
		return []string{fmt.Sprintf(w.stallTooLong, thousands(sim.MaxLoadPrompt)), w.stallTooLongShort}
	case stallOpen:
	}
	switch s := &v.stall; {
	case s.failed != nil:
		return []string{fmt.Sprintf(w.stallFailed, s.failed.Error()), w.stallFailedShort}
	case s.stopped:
		return w.stallStopped
	}
	return []string{
		fmt.Sprintf(w.stallRuns, load, v.stallSpin()), fmt.Sprintf(w.stallRunsShort, v.stallSpin()), fmt.Sprintf(w.stallRunsNarrow, v.stallSpin()),
	}
}

// stallSpin is the turning sign, "" where nothing should move.
func (v *Cost) stallSpin() string {
	if v.sty.Still {
		return ""
	}
	const signs = `|/-\`
	return " " + string(signs[int(v.stall.age/spinEvery)%len(signs)])
}

// loadWords is the load in words.
func (v *Cost) loadWords() string {
	l := v.st.Simulate
	return fmt.Sprintf(v.w.stallLoad, thousands(l.Workers), thousands(l.Concurrency), thousands(l.Output))
}

// foundLine says what was simulated, and with which split it was best.
func (v *Cost) foundLine() costLine {
	l := costLine{field: fieldNone, rank: 4, quiet: true}
	if stallBarred(*v.st) != stallOpen {
		l.rank, l.forms = 9, []string{""}
		return l
	}
	w, load := v.w, v.loadWords()
	preset, _ := clock.ByPrefillKey(v.st.Preset)
	if !v.n.hasSaved {
		l.forms = []string{fmt.Sprintf(w.stallOn, load, preset.Figures().Title), fmt.Sprintf(w.stallOf, load), load}
		return l
	}
	p := v.n.found.Prefill
	split := []any{thousands(p), thousands(v.st.Simulate.Workers - p)}
	best, short := fmt.Sprintf(w.stallBest, split...), fmt.Sprintf(w.stallBestShort, split...)
	of := fmt.Sprintf(w.stallOf, load)
	if other := v.n.preset.Model; !v.n.preset.HoldsFor(v.n.model) {
		of = fmt.Sprintf(w.stallFor, other, load)
	}
	l.forms = []string{
		fmt.Sprintf(w.stallOn, load, preset.Figures().Title) + best + w.stallMemory + w.stallChange,
		fmt.Sprintf(w.stallOn, load, preset.Figures().Title) + best + w.stallChange,
		of + best + w.stallChange, of + best, of + short, of, fmt.Sprintf(w.stallOf, load), load,
	}
	return l
}

// simulatedSplits says which prompts of the map a split pays for on the link of
// the sliders.
func (v *Cost) simulatedSplits() string {
	w, m := v.w, v.grid.cells.Tokens
	known, pays, first, last, gaps := 0, 0, 0, 0, false
	for _, n := range m {
		gain := v.n.trade.GainMS(n, v.st.GBps)
		if math.IsNaN(gain) {
			continue
		}
		known++
		if gain > 0 {
			if pays++; pays == 1 {
				first = n
			}
			last = n
		} else if pays > 0 {
			gaps = gaps || v.paysAbove(n)
		}
	}
	switch {
	case known < len(m) && v.stall.stopped:
		return fmt.Sprintf(w.stallHalted, thousands(known), thousands(len(m)))
	case known < len(m):
		return fmt.Sprintf(w.stallProgress, thousands(known), thousands(len(m)), v.stallSpin())
	case pays == 0:
		return w.stallPaysNever
	case gaps:
		return fmt.Sprintf(w.stallPaysSome, thousands(pays), thousands(len(m)))
	}
	return fmt.Sprintf(w.stallPaysFor, thousands(first), thousands(last))
}

// paysAbove reports whether a split pays for a longer prompt of the map.
func (v *Cost) paysAbove(tokens int) bool {
	for _, n := range v.grid.cells.Tokens {
		if n > tokens && v.n.trade.GainMS(n, v.st.GBps) > 0 {
			return true
		}
	}
	return false
}
