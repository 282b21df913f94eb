package views

import (
	"math"
	"slices"

	"kvtui/core/cost"
	"kvtui/core/sim"
	"kvtui/ui"
)

// costField is one thing that a person can set on the cost screen.
type costField uint8

const (
	fieldModel costField = iota
	fieldPrecision
	fieldSend
	fieldMap
	fieldTokens
	fieldPrefill
	fieldGBps
	fieldSaved
	fieldFlight
	fieldLimit
	fieldRate
	fieldOverhead
	fieldMemory
	costFields
	fieldNone = costFields // a line where nothing can be set
)

// costHead is the number of columns before each track, so that the sliders and
// the plot stand under each other.
const costHead = 22

// numeric reports whether a slider holds the value of f.
func (f costField) numeric() bool { return f >= fieldTokens && f < costFields }

// costSliders returns the sliders of the numeric fields. Only three are drawn
// as tracks; the others lend their steps and bounds to a number within a line.
func costSliders(w *costWords) (s [costFields]ui.Slider) {
	log := func(lo, hi float64) ui.Scale { return ui.Scale{Min: lo, Max: hi, Log: true} }
	s[fieldTokens] = ui.Slider{Label: w.tokens, Scale: log(1, 1e6), Integer: true}
	s[fieldPrefill] = ui.Slider{Label: w.prefill, Scale: log(1, 1e5)}
	s[fieldGBps] = ui.Slider{Label: w.bandwidth, Scale: log(0.05, 1000), Marks: linkTicks()}
	s[fieldSaved] = ui.Slider{Scale: log(1, 1e5)}
	s[fieldFlight] = ui.Slider{Scale: log(1, 1000), Integer: true, Step: 1, Fine: 1}
	s[fieldLimit] = ui.Slider{Scale: log(1, 1e5)}
	s[fieldRate] = ui.Slider{Scale: log(0.1, 1e4)}
	s[fieldMemory] = ui.Slider{Scale: log(1, 1e6)}
	s[fieldOverhead] = ui.Slider{Scale: ui.Scale{Max: 10_000}, Step: 10, Fine: 1}
	for f := range s {
		s[f].Head = costHead
	}
	return s
}

// bounds returns what may be typed into a numeric field, and its unit.
func (f costField) bounds() (lo, hi float64, unit string) {
	switch f {
	case fieldTokens:
		return 1, cost.MaxTokens, "tokens"
	case fieldFlight:
		return 1, cost.MaxConcurrency, "requests"
	case fieldGBps:
		return 1e-6, 1e6, "GB/s"
	case fieldMemory:
		return 1, 1e9, "MiB"
	case fieldRate:
		return 1e-3, cost.MaxRPS, "requests/s"
	case fieldSaved, fieldOverhead:
		return 0, cost.MaxMS, "ms"
	case fieldPrefill, fieldLimit:
		return 1e-3, cost.MaxMS, "ms"
	case fieldModel, fieldPrecision, fieldSend, fieldMap, costFields:
	}
	return 0, 0, ""
}

// linkTicks are the link presets at their rates. The slowest and the fastest
// keep their names where there is no room for all.
func linkTicks() []ui.Tick {
	var out []ui.Tick
	for i, l := range linkPresets() {
		out = append(out, ui.Tick{At: l.GBps(), Text: l.Short, Rank: i % 2})
	}
	return out
}

// linkPresets are the links with a short name, by rising rate.
func linkPresets() []cost.Link {
	return slices.DeleteFunc(cost.Links(), func(l cost.Link) bool { return l.Short == "" })
}

// widen makes the scale of a slider hold v: a value from the command line or
// typed may lie beyond the usual range.
func widen(s *ui.Slider, v float64) {
	if v <= 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return
	}
	if s.Log && v < s.Min {
		s.Min = math.Pow(10, math.Floor(math.Log10(v)))
	}
	if v > s.Max {
		s.Max = math.Pow(10, math.Ceil(math.Log10(v)))
	}
}

// value returns the value of a numeric field.
func (v *Cost) value(f costField) float64 {
	switch f {
	case fieldTokens:
		return float64(v.st.Tokens)
	case fieldPrefill:
		return v.n.move.PrefillMS
	case fieldGBps:
		return v.st.GBps
	case fieldSaved:
		if v.n.hasSaved && v.n.saved > 0 {
			return v.n.saved
		}
		return ui.RoundTo(v.n.toll, 2) // setting it starts where a split breaks even
	case fieldFlight:
		return float64(v.st.InFlight())
	case fieldLimit:
		return v.st.WithinMS
	case fieldRate:
		return v.st.RPS
	case fieldOverhead:
		return v.st.OverheadMS
	case fieldMemory:
		return v.st.MemoryMiB
	case fieldModel, fieldPrecision, fieldSend, fieldMap, costFields:
	}
	return 0
}

// edit changes the state once: undo takes that back by itself.
func (v *Cost) edit(f costField, do func()) {
	v.gliding = fieldNone
	v.glide(f, do)
	v.gliding = fieldNone
}

// glide changes the state as a part of a gesture, which goes on until another
// field is changed or has the focus, or until it is ended. Undo takes it back
// as a whole.
func (v *Cost) glide(f costField, do func()) {
	if f != v.gliding {
		v.gesture++
	}
	v.gliding = f
	was := *v.st
	if do(); *v.st != was {
		v.noted(was, v.fieldName(f), v.gesture)
	}
	v.touched = f
	v.sync()
}

// set gives a numeric field a value.
func (v *Cost) set(f costField, x float64) { v.edit(f, func() { v.put(f, x) }) }

// put writes a value within the bounds of its field.
func (v *Cost) put(f costField, x float64) {
	lo, hi, _ := f.bounds()
	x = min(max(x, lo), hi)
	switch f {
	case fieldTokens:
		v.st.Tokens = int(x)
	case fieldPrefill:
		v.st.PrefillMS = x
	case fieldGBps:
		v.st.GBps = x
	case fieldSaved:
		v.st.SavedMS, v.st.Concurrency, v.st.Simulate = x, v.st.InFlight(), sim.Load{}
	case fieldFlight:
		if v.n.simulated {
			v.st.Simulate.Concurrency = min(int(x), sim.MaxLoadConcurrency)
			return
		}
		v.st.Concurrency = int(x)
	case fieldLimit:
		v.st.WithinMS = x
	case fieldRate:
		v.st.RPS = x
	case fieldOverhead:
		v.st.OverheadMS = x
	case fieldMemory:
		v.st.MemoryMiB = x
	case fieldModel, fieldPrecision, fieldSend, fieldMap, costFields:
	}
}

// follow lets prefill follow the token count through the preset again.
func (v *Cost) follow() { v.edit(fieldPrefill, func() { v.st.PrefillMS = 0 }) }

// cycleModel goes to the next or previous model of the catalogue; the shape of
// the command line stands before the first where there is one.
func (v *Cost) cycleModel(dir int) {
	names := v.modelNames()
	i := slices.Index(names, v.st.Model)
	v.setModel(names[(max(i, 0)+dir+len(names))%len(names)])
}

// modelNames lists what can be chosen; "" is the shape of its own.
func (v *Cost) modelNames() []string {
	var names []string
	if v.custom {
		names = append(names, "")
	}
	for _, m := range cost.Models() {
		names = append(names, m.Name)
	}
	return names
}

func (v *Cost) setModel(name string) { v.edit(fieldModel, func() { v.st.Model = name }) }

// cyclePrecision goes round the precisions that have a name and the mixture; an
// element of another size gives way to the first.
func (v *Cost) cyclePrecision(dir int) {
	all := cost.Precisions()
	if v.st.InBytes() {
		v.setPrecision(all[0])
		return
	}
	i := slices.Index(all, v.st.Precision)
	if v.st.FP16Share > 0 {
		i = len(all)
	}
	if i = (i + dir + len(all) + 1) % (len(all) + 1); i == len(all) {
		v.setMixed(cost.MixedFP16Share)
		return
	}
	v.setPrecision(all[i])
}

func (v *Cost) setPrecision(p cost.Precision) {
	v.edit(fieldPrecision, func() { v.st.Precision, v.st.DtypeBytes, v.st.FP16Share = p, 0, 0 })
}

// setMixed sends a share of the tokens in fp16 and the rest in int4.
func (v *Cost) setMixed(share float64) {
	v.edit(fieldPrecision, func() { v.st.Precision, v.st.DtypeBytes, v.st.FP16Share = cost.BF16, 0, share })
}

// snap goes to the next faster or slower link preset and stops at the ends.
func (v *Cost) snap(dir int) {
	presets := linkPresets()
	if dir < 0 {
		slices.Reverse(presets)
	}
	for _, l := range presets {
		if dir > 0 && l.GBps() > v.st.GBps || dir < 0 && l.GBps() < v.st.GBps {
			v.set(fieldGBps, l.GBps())
			return
		}
	}
	v.touched = fieldGBps
}

// nudge moves a field one step, as an arrow key does.
func (v *Cost) nudge(f costField, dir int) {
	switch f {
	case fieldModel:
		v.cycleModel(dir)
	case fieldPrecision:
		v.cyclePrecision(dir)
	case fieldSend:
		v.cycleSend(dir)
	case fieldMap:
		v.moveCursor(dir, 0)
	default:
		key := rightArrow
		if dir < 0 {
			key = leftArrow
		}
		v.slide(f, key)
	}
}
