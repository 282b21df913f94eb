package views

import (
	"fmt"
	"math"
	"strings"

	"kvtui/core/accuracy"
	"kvtui/ui"
)

// measuredWords are the words of the screen of measurements in one language.
type measuredWords struct {
	claims, claim, claimRange, claimHolds, claimFails string

	title, picker, tables, parameters, fitted, frozen, setup, noCells, unaskedNotes string

	measured, model, ratio, runs, off, within, notRunShort string
	keyBar, keyRange, keyModel                             string

	statusNotRun, statusRunning, statusStopped, statusFailed, statusNone, statusDone, statusUnheld string
	sideNotRun, sideRunning, sideStopped, sideFailed, sideNone, sideDone                           string
	parametersNotRun, parametersNone, below, sources                                               string

	inRange, withinShare, withinValue, withinPoints, miss, unreachable, unasked string
	inRangeShort, shareShort, valueShort, pointsShort, unaskedShort             string
	askedInside, askedShare, askedValue, askedPoints, notKnown                  string
	reasons                                                                     [accuracy.HostMemory + 1]string

	lines                                                  string
	help, doTable, doScroll, doPage, doEnds, doRun, doStop string
}

func measuredEnglish() *measuredWords {
	return &measuredWords{
		claims: "Beside the cells", claim: "%s %s: %s, accepted %s", claimRange: "%s to %s", claimHolds: "✓", claimFails: "✗",

		title: "Measured", picker: "table", tables: "Tables", parameters: "Parameters",
		fitted: "Fitted parameters", frozen: "Frozen parameters", setup: "Setup", noCells: "no figures",
		unaskedNotes: "Why some are not asked",

		measured: "measured", model: "model", ratio: "ratio", runs: "runs", off: "error", within: "within", notRunShort: "not run",
		keyBar: "█ measured", keyRange: "▒ its range", keyModel: "◆ model",

		statusNotRun: "model: not run", statusRunning: "model: running", statusStopped: "model: stopped, m runs it",
		statusFailed: "model: failed, m tries again", statusNone: "model: none for this table",
		statusDone: "model: %d of %d cells hold", statusUnheld: "model: held to nothing here",
		sideNotRun: "not run", sideRunning: "running", sideStopped: "stopped", sideFailed: "failed", sideNone: "no model", sideDone: "%d/%d hold",
		parametersNotRun: "The model has not run: none are listed.", parametersNone: "The model named none.", below: "below the table", sources: "Where the parameters are from",

		inRange: "✓ in range", withinShare: "✓ within %s %%", withinValue: "✓ within %s", withinPoints: "✓ within %s pt",
		miss: "✗ miss", unreachable: "! unreachable", unasked: "· not asked",
		inRangeShort: "✓ range", shareShort: "✓ %s %%", valueShort: "✓ %s", pointsShort: "✓ %s pt", unaskedShort: "·",
		askedInside: "asked in range", askedShare: "asked within %s %%", askedValue: "asked within %s", askedPoints: "asked within %s points",
		notKnown: "why is not known",
		reasons: [...]string{
			accuracy.ColdCaches:      "needs caches warm from a load that was not published",
			accuracy.DecodePerSeq:    "a decode step grows with more requests in flight than the fit saw",
			accuracy.OutOfSample:     "the parameters were fitted on another table",
			accuracy.StartDominates:  "the first wave decides p99, the run length is not published",
			accuracy.PromptLength:    "the source counts words, tokens are not published",
			accuracy.SharedLink:      "how transfers shared the link is not published",
			accuracy.OtherUnit:       "the source names another unit than it counts",
			accuracy.FewSamples:      "published from a handful of requests",
			accuracy.TieBreaking:     "depends on how equal costs are told apart",
			accuracy.RoundedInSource: "the source rounds more coarsely than this",
			accuracy.HostMemory:      "when host buffers are given back is not published",
		},

		lines: "lines %s–%s of %s",
		help:  "Measured", doTable: "table", doScroll: "scroll", doPage: "page", doEnds: "first/last line",
		doRun: "run the model", doStop: "stop the model",
	}
}

// status says what became of the model's work, the longest form first.
func (w *measuredWords) status(c *comparison, spinner string) string {
	switch c.stage {
	case running:
		return w.statusRunning + spinner
	case stopped:
		return w.statusStopped
	case failed:
		return w.statusFailed
	case impossible:
		return w.statusNone
	case predictedIt:
		if passed, held := c.page.Held(); held > 0 {
			return fmt.Sprintf(w.statusDone, passed, held)
		}
		return w.statusUnheld
	case notRun:
	}
	return w.statusNotRun
}

// side is the same for the list of tables.
func (w *measuredWords) side(c *comparison) string {
	switch c.stage {
	case running:
		return w.sideRunning
	case stopped:
		return w.sideStopped
	case failed:
		return w.sideFailed
	case impossible:
		return w.sideNone
	case predictedIt:
		passed, held := c.page.Held()
		return fmt.Sprintf(w.sideDone, passed, held)
	case notRun:
	}
	return w.sideNotRun
}

// noParameters says why there are none.
func (w *measuredWords) noParameters(s predictionStage) string {
	if s == predictedIt {
		return w.parametersNone
	}
	return w.parametersNotRun
}

// valueText is what was measured, with its unit; shares are in percent.
func (w *measuredWords) valueText(c accuracy.Cell) string {
	low, high, unit, least := c.Low, c.High, c.Unit, 0
	switch unit {
	case "":
		low, high, unit = low*100, high*100, "%"
	case accuracy.PerSec: // published with one decimal throughout
		least = 1
	}
	if low == high {
		return plainNumber(low, least) + " " + unit
	}
	return plainNumber(low, least) + "–" + plainNumber(high, least) + " " + unit
}

// modelText is the model's value with its unit, and its range over seeds where
// it has one and ranged asks for it.
func (v *Measured) modelText(c accuracy.Cell, ranged bool) string {
	if !c.HasModel {
		return ""
	}
	scale, unit := 1.0, c.Unit
	if unit == "" {
		scale, unit = 100, "%"
	}
	number := modelNumber
	if unit == accuracy.Count || unit == accuracy.Hits {
		number = countNumber
	}
	text := number(c.Model*scale) + " " + unit
	if unit == accuracy.Count && number(c.Model) == "1" {
		text = strings.TrimSuffix(text, "s")
	}
	if ranged && c.ModelHigh > c.ModelLow {
		text += " (" + number(c.ModelLow*scale) + "–" + number(c.ModelHigh*scale) + ")"
	}
	return text
}

// offText is the model's error, signed.
func offText(c accuracy.Cell) string {
	share := c.Err()
	switch {
	case math.IsNaN(share), math.IsInf(share, 0):
		return wordNone
	case math.Abs(share) >= 9.995:
		return signed(share*100, 0) + " %"
	}
	return signed(share*100, 1) + " %"
}

// checkText is the verdict on a cell with its glyph; short under a head that says
// what its figure is.
func (w *measuredWords) checkText(c accuracy.Cell, short bool) string {
	switch c.Check {
	case accuracy.InsideRange:
		if short {
			return w.inRangeShort
		}
		return w.inRange
	case accuracy.WithinTolerance:
		if short {
			return askedOf(c, "", w.shareShort, w.valueShort, w.pointsShort)
		}
		return askedOf(c, "", w.withinShare, w.withinValue, w.withinPoints)
	case accuracy.Miss:
		return w.miss
	case accuracy.Unreachable:
		return w.unreachable
	case accuracy.NotChecked:
		switch {
		case !c.HasModel:
		case short:
			return w.unaskedShort
		default:
			return w.unasked
		}
	}
	return ""
}

// checkWidth is the room that a cell's verdict needs, whatever it will be.
func (w *measuredWords) checkWidth(c accuracy.Cell, short bool) (most int) {
	c.HasModel = true
	outcomes := []accuracy.Check{accuracy.InsideRange, accuracy.NotChecked}
	if c.Asked() {
		outcomes = append(outcomes, accuracy.WithinTolerance, accuracy.Miss)
	}
	for _, check := range append(outcomes, c.Check) {
		c.Check = check
		most = max(most, ui.Width(w.checkText(c, short)))
	}
	return most
}

// askedOf words what is asked of a cell.
func askedOf(c accuracy.Cell, inside, share, value, points string) string {
	switch {
	case c.Tolerance > 0:
		return fmt.Sprintf(share, plainNumber(c.Tolerance*100, 0))
	case c.Within > 0 && c.Unit == "":
		return fmt.Sprintf(points, plainNumber(c.Within*100, 0))
	case c.Within > 0:
		return fmt.Sprintf(value, plainNumber(c.Within, 0)+" "+c.Unit)
	}
	return inside
}

// why says what was asked of a cell that fails and why it fails, "" of others.
func (w *measuredWords) why(c accuracy.Cell) string {
	reason := ""
	if int(c.Reason) < len(w.reasons) {
		reason = w.reasons[c.Reason]
	}
	switch c.Check {
	case accuracy.Unreachable:
		return reason
	case accuracy.Miss:
		if reason == "" {
			reason = w.notKnown
		}
		return askedOf(c, w.askedInside, w.askedShare, w.askedValue, w.askedPoints) + ": " + reason
	case accuracy.NotChecked:
		if c.HasModel {
			return reason
		}
	case accuracy.WithinTolerance, accuracy.InsideRange:
	}
	return ""
}

// verdictLook is the style of a verdict.
func (v *Measured) verdictLook(c accuracy.Check) ui.Style {
	switch c {
	case accuracy.WithinTolerance, accuracy.InsideRange:
		return v.st.Good
	case accuracy.Miss:
		return v.st.Bad
	case accuracy.Unreachable:
		return v.st.Warn
	case accuracy.NotChecked:
	}
	return v.st.Muted
}

// MeasuredReason says why a cell misses, "" where that is not known.
func MeasuredReason(r accuracy.Reason) string {
	if w := measuredEnglish(); int(r) < len(w.reasons) {
		return w.reasons[r]
	}
	return ""
}
