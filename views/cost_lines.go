package views

import (
	"fmt"
	"math"

	"kvtui/core/cost"
	"kvtui/ui"
)

// costLine is one sentence, or the bars.
type costLine struct {
	field costField
	rank  int // the higher ones give way where rows are few
	rows  int // 0 counts as 1
	tone  ui.Style
	forms []string
	gap   bool // a blank line before it, where there is room
	quiet bool // muted
	draw  func(c *ui.Canvas, r ui.Rect)
}

func (l costLine) height() int { return max(1, l.rows) }

// drawNumbers writes the sentences that have room, in order.
func (v *Cost) drawNumbers(c *ui.Canvas) {
	r := v.at.numbers
	if r.Empty() {
		return
	}
	if v.at.boxed {
		r = ui.Box(c, r, v.w.numbers, "", v.sty.Border, v.sty.Title)
	}
	lines, gaps := chooseLines(v.lines(), r.H)
	for _, l := range lines {
		var row ui.Rect
		if l.gap && gaps > 0 {
			_, r = r.Top(1)
			gaps--
		}
		row, r = r.Top(l.height())
		if l.draw != nil {
			l.draw(c, row)
			continue
		}
		k := v.ink(l.tone)
		if l.quiet {
			k.base = v.sty.Muted
		}
		v.row(c, row, l.field, k, l.forms...)
	}
}

// chooseLines leaves out the lines of the highest rank until the rest fits,
// and returns how many blank rows are left over.
func chooseLines(lines []costLine, rows int) (kept []costLine, gaps int) {
	rank := 0
	for _, l := range lines {
		rank = max(rank, l.rank)
	}
	for ; rank >= 0; rank-- {
		kept, gaps = kept[:0], rows
		for _, l := range lines {
			if l.rank <= rank {
				kept = append(kept, l)
				gaps -= l.height()
			}
		}
		if gaps >= 0 {
			return kept, gaps
		}
	}
	return nil, 0
}

// lines are all sentences, in the order in which they stand.
func (v *Cost) lines() []costLine {
	if v.at.mapped {
		return v.mapLines()
	}
	var out []costLine
	out = append(out, v.moveLines()...)
	out = append(out, v.barLines()...)
	out = append(out, v.splitLine())
	if v.n.simulated {
		out = append(out, v.crowdLines()...)
		out = append(out, v.foundLine())
	}
	out = append(out, v.sendLine())
	out = append(out, v.caveatLines()...)
	out = append(out, v.widestLine(), v.memoryLine(), v.limitLine(), v.rateLine(), v.overheadLine(), v.fitLine())
	if v.at.boxed {
		out = append(out,
			costLine{field: fieldNone, rank: 8, gap: true, quiet: true, forms: append(v.aboutLink(), "")},
			costLine{field: fieldNone, rank: 9, quiet: true, forms: []string{v.aboutPrefill(), ""}},
		)
		if v.tag() == nil {
			out = append(out, costLine{field: fieldNone, rank: 14, quiet: true, forms: append(v.aboutPrecision(), "")})
		}
		return out
	}
	return append(out, costLine{field: fieldNone, rank: 9, quiet: true, forms: append(v.note(), "")})
}

// moveLines say what moving takes, what recomputing takes, and where the
// border is.
func (v *Cost) moveLines() []costLine {
	w, m := v.w, v.n.move
	verdict, tone := v.verdictText()
	words, _ := v.verdict(m.Side)
	move, again := ui.Ms(m.TransferMS), ui.Ms(m.PrefillMS)
	if !v.at.narrow {
		all := fmt.Sprintf(w.times, move, again) + "^" + verdict + "^"
		forms := []string{all, fmt.Sprintf(w.timesShort, move, again, factor(m.Ratio), words)}
		if v.n.basis == basisModel { // it is judged with another model's prefill
			other := v.n.preset.Model
			forms = append([]string{
				all + fmt.Sprintf(w.withPrefill, other),
				fmt.Sprintf(w.timesOther, move, again, other, factor(m.Ratio), words),
			}, forms...)
		}
		return []costLine{
			{field: fieldNone, tone: tone, forms: forms},
			{field: fieldNone, rank: 1, forms: v.border()},
		}
	}
	return []costLine{
		{field: fieldNone, forms: []string{fmt.Sprintf(w.timesNarrow, move, again)}},
		{field: fieldNone, tone: tone, forms: []string{"^" + verdict + "^", "^" + factor(m.Ratio) + ": " + words + "^"}},
		{field: fieldNone, rank: 1, forms: []string{fmt.Sprintf(w.borderNarrow, ui.GBps(m.BorderGBps), gbit(m.BorderGBps))}},
		{field: fieldNone, rank: 8, forms: v.enough(m.BorderGBps)},
	}
}

// verdictText is the first verdict in a few words.
func (v *Cost) verdictText() (string, ui.Style) {
	words, tone := v.verdict(v.n.move.Side)
	return fmt.Sprintf(v.w.factor, factor(v.n.move.Ratio), words), tone
}

// border names the break-even bandwidth and the links on both sides of it.
func (v *Cost) border() []string {
	w, g := v.w, v.n.move.BorderGBps
	if math.IsInf(g, 1) {
		return []string{w.borderNever}
	}
	head := fmt.Sprintf(w.border, ui.GBps(g), gbit(g))
	if most := v.sliders[fieldGBps].Max; g > most {
		head = fmt.Sprintf(w.borderBeyond, exactRate(most), ui.GBps(g))
	}
	var forms []string
	for _, links := range v.enough(g) {
		forms = append(forms, head+": "+links)
	}
	return forms
}

// enough says which of the link presets reach a bandwidth, with their names in
// full and short.
func (v *Cost) enough(gbps float64) []string {
	slow, fast := cost.Bracket(gbps)
	switch {
	case fast.Name == "":
		return []string{fmt.Sprintf(v.w.enoughNone, slow.Name), fmt.Sprintf(v.w.enoughNone, slow.Short)}
	case slow.Name == "":
		return []string{fmt.Sprintf(v.w.enoughEven, fast.Name), fmt.Sprintf(v.w.enoughEven, fast.Short)}
	}
	return []string{fmt.Sprintf(v.w.enough, fast.Name, slow.Name), fmt.Sprintf(v.w.enough, fast.Short, slow.Short)}
}

// splitLine is the second verdict, with its own border: never by prefill.
func (v *Cost) splitLine() costLine {
	if v.n.simulated {
		return v.simulatedLine()
	}
	w, n := v.w, &v.n
	l := costLine{field: fieldSaved, rank: 1, gap: true, tone: v.sty.Warn}
	if !n.hasSaved {
		toll := ui.Ms(n.toll)
		l.forms = []string{fmt.Sprintf(w.splitOpen, toll), fmt.Sprintf(w.splitOpenShort, toll), fmt.Sprintf(w.splitOpenNarrow, toll)}
		return l
	}
	head, net, tone := v.splitVerdict()
	l.tone = tone
	saved, toll, border := ui.Ms(v.st.SavedMS), ui.Ms(n.toll), v.splitBorder()
	what := w.toMove
	if v.st.OverheadMS > 0 {
		what = w.toMoveAndHandOver
	}
	l.forms = []string{
		head + fmt.Sprintf(w.splitLong, saved, toll, what, net, border),
		head + fmt.Sprintf(w.splitSum, saved, toll, net, border),
		head + fmt.Sprintf(w.splitLine, saved, toll, border),
		head + fmt.Sprintf(w.splitNarrowSet, saved),
		fmt.Sprintf(w.splitLess, saved, net),
	}
	return l
}

// splitVerdict says whether a split pays and what it gains or loses, where the
// stalls that it frees are known.
func (v *Cost) splitVerdict() (head, net string, tone ui.Style) {
	w, s := v.w, v.n.split
	switch s.Side {
	case cost.Faster:
		if v.n.crowded {
			return w.splitAlone, fmt.Sprintf(w.gained, ui.Ms(s.NetMS)), v.sty.Warn
		}
		return w.splitPays, fmt.Sprintf(w.gained, ui.Ms(s.NetMS)), v.sty.Good
	case cost.Slower:
		return w.splitLoses, fmt.Sprintf(w.lost, ui.Ms(-s.NetMS)), v.sty.Bad
	default:
		return w.splitEven, fmt.Sprintf(w.gained, ui.Ms(0)), v.sty.Warn
	}
}

// splitAside is the second verdict in a few words.
func (v *Cost) splitAside() costAside {
	if !v.n.hasSaved {
		return costAside{fmt.Sprintf(v.w.splitShort, ui.Ms(v.n.toll)), v.sty.Muted}
	}
	head, net, tone := v.splitVerdict()
	return costAside{unmarked(head) + ": " + net, tone}
}

func (v *Cost) splitBorder() string {
	if g := v.n.split.BorderGBps; !math.IsInf(g, 1) {
		return ui.GBps(g)
	}
	return v.w.noBorder
}

func (v *Cost) memoryLine() costLine {
	w := v.w
	total := w.tooMuch
	if v.n.hostErr == nil {
		total = binary(v.n.host)
	}
	of := []any{thousands(v.st.InFlight()), binary(v.n.kv), total}
	return costLine{field: fieldFlight, rank: 6, forms: []string{
		fmt.Sprintf(w.memory, of...), fmt.Sprintf(w.memoryShort, of...), fmt.Sprintf(w.memoryNarrow, of...),
	}}
}

// fitLine turns the question of memory round: the requests that fit.
func (v *Cost) fitLine() costLine {
	n := cost.MostInFlight(v.n.kv, int64(v.st.MemoryMiB*(1<<20)))
	fit := []any{v.text(fieldMemory), thousands(n)}
	return costLine{field: fieldMemory, rank: 13, forms: []string{fmt.Sprintf(v.w.fit, fit...), fmt.Sprintf(v.w.fitShort, fit...)}}
}

// limitLine turns the question round: the longest prompt within a time.
func (v *Cost) limitLine() costLine {
	w := v.w
	length := fmt.Sprintf(w.upTo, thousands(v.n.longest))
	if v.n.capped {
		length = w.limitCapped
	}
	limit := ui.Ms(v.st.WithinMS)
	text := fmt.Sprintf(w.limit, limit, length)
	return costLine{field: fieldLimit, rank: 7, forms: []string{
		text + fmt.Sprintf(w.limitLong, ui.GBps(v.n.needed)), text, fmt.Sprintf(w.limitNarrow, limit, length), fmt.Sprintf(w.limitLeast, limit, thousands(v.n.longest)),
	}}
}

func (v *Cost) rateLine() costLine {
	share := v.n.demand / v.st.GBps
	tone := v.sty.Good
	if share > 1 {
		tone = v.sty.Bad
	}
	asks := ui.GBps(v.n.demand)
	if v.n.simulated && v.n.hasSaved {
		found := ui.Decimal(v.n.found.Together.RequestsPerS, 1)
		return costLine{field: fieldRate, rank: 10, tone: tone, forms: []string{
			fmt.Sprintf(v.w.rateSimulated, v.text(fieldRate), asks, factor(share), found),
			fmt.Sprintf(v.w.rateSimulatedShort, v.text(fieldRate), asks, factor(share), found),
			fmt.Sprintf(v.w.rateTyped, v.text(fieldRate), asks, factor(share)),
		}}
	}
	return costLine{field: fieldRate, rank: 10, tone: tone, forms: []string{
		fmt.Sprintf(v.w.rate, v.text(fieldRate), asks, gbit(v.n.demand), factor(share)),
		fmt.Sprintf(v.w.rateShort, v.text(fieldRate), asks, factor(share)),
	}}
}

func (v *Cost) overheadLine() costLine {
	return costLine{field: fieldOverhead, rank: 11, forms: []string{
		fmt.Sprintf(v.w.overhead, ui.Ms(v.st.OverheadMS)), fmt.Sprintf(v.w.overheadShort, ui.Ms(v.st.OverheadMS)),
	}}
}
