package views

import (
	"fmt"
	"strings"

	"kvtui/core/route"
	"kvtui/core/sim"
	"kvtui/ui"
)

// Words of the Caches screen. Where there are several they say the same, from
// the long way to the short.
const (
	cachesCommon     = "common"
	cachesBlocks     = "blocks"
	cachesRoom       = "room"
	cachesNoPrefix   = "no prefix has been sent yet"
	cachesNoRequests = "the run has no requests"
	cachesAskTitle   = "Which request?"
	helpCaches       = "Caches"
)

func cachesUnlimited() []string { return []string{"unlimited"} }

// actions lists what only this screen does.
func (v *Caches) actions() []ui.Action {
	out := []ui.Action{
		{ID: "history", Keys: []string{"enter"}, Text: "history of the block", Group: helpCaches, Short: true, Do: v.enter},
		{ID: "order", Keys: []string{"z"}, Text: "sort prefixes", Group: helpCaches, Do: func(ui.Host) { v.nextOrder() }},
		{ID: "place", Keys: []string{"]"}, Show: "[/]", Text: "place the request before/after", Group: helpCaches, Do: func(ui.Host) { v.pickLanding(1) }},
		{ID: "placeback", Keys: []string{"["}, Do: func(ui.Host) { v.pickLanding(-1) }},
		{ID: "placenext", Keys: []string{"\\"}, Text: "place the next request again", Group: helpCaches, Do: func(ui.Host) { v.landings.pick = nextRequest }},
		{ID: "fold", Show: "←/→", Text: "fold/unfold in the tree", Group: helpCaches},
	}
	for _, g := range shareWords() {
		out = append(out, ui.Action{ID: g.text, Show: string(g.glyph), Text: g.text, Group: "A prefix on a worker"})
	}
	return out
}

type glyphText struct {
	glyph rune
	text  string
}

// shareWords are the states of a prefix on a worker.
func shareWords() []glyphText {
	return []glyphText{
		{glyphHeld, "all held and known"},
		{glyphUnknown, "all held, not all known"},
		{glyphPart, "held in part"},
		{glyphGone, "some believed, not there"},
		{glyphNone, "none there"},
	}
}

// cachesLegendRows is how many rows the glyphs' names take, one blank above.
func cachesLegendRows(w int) int {
	rows, x := 1, 0
	for _, l := range shareWords() {
		n := 2 + ui.Width(l.text)
		if x > 0 && x+n > w {
			rows, x = rows+1, 0
		}
		x += n + 2
	}
	return rows + 1
}

func cachesGridTitle(w int) string {
	if w < 44 {
		return "Who holds what"
	}
	return "Who holds what, in blocks"
}

// cachesOrderWords says how many rows there are in which order, and how many
// workers have no room in the grid.
func cachesOrderWords(o prefixOrder, n, hidden int) []string {
	count := plural(n, "prefix", "prefixes")
	by := "by number"
	switch o {
	case byRecency:
		by = "newest first"
	case byCopies:
		by = "most copies first"
	case usualOrder, byNumber, prefixOrders:
	}
	if hidden > 0 {
		more := cachesHidden(hidden)
		return append([]string{count + " · " + by + " · " + more[0], by + " · " + more[0]}, more...)
	}
	return []string{count + " · " + by, by, ""}
}

// cachesHidden says that n workers have no room.
func cachesHidden(n int) []string {
	return []string{fmt.Sprintf("+%d workers", n), fmt.Sprintf("+%d", n)}
}

func cachesNothingYet() []string {
	return []string{"nothing has been routed yet: n takes a request", "nothing routed yet: press n", "nothing routed yet"}
}

// cachesOthers names what no row shows.
func cachesOthers(traced bool) string {
	if traced {
		return "others"
	}
	return "tails"
}

// cachesCellWords says what a worker has of a prefix of n blocks.
func cachesCellWords(name string, w int, s sim.Share, n int) []string {
	what := fmt.Sprintf("%s on W%d: ", name, w)
	held := fmt.Sprintf("%d of %s held", s.Held, blocks(n))
	unknown, gone := s.Held-s.Both, s.Known-s.Both
	var drift, terse string
	switch {
	case unknown > 0 && gone > 0:
		drift, terse = fmt.Sprintf(", %d not known, %d believed, not there", unknown, gone), fmt.Sprintf(", %d not known, %d not there", unknown, gone)
	case unknown > 0:
		drift, terse = fmt.Sprintf(", %d not known", unknown), fmt.Sprintf(", %d not known", unknown)
	case gone > 0:
		drift, terse = fmt.Sprintf(", %d believed, not there", gone), fmt.Sprintf(", %d not there", gone)
	case s.Held > 0:
		drift = ", all known"
	}
	few := fmt.Sprintf("%d of %d blk", s.Held, n)
	return []string{what + held + drift, what + held + terse, what + few + terse, what + few, few}
}

// cachesWorkerWords says what a worker holds in all.
func cachesWorkerWords(n int, w *sim.Worker, room int) []string {
	held := blocks(w.Held)
	left := "room unlimited"
	switch {
	case room > 0 && w.Held == room:
		held, left = fmt.Sprintf("%s of %s", thousands(w.Held), blocks(room)), "full"
	case room > 0:
		held, left = fmt.Sprintf("%s of %s", thousands(w.Held), blocks(room)), "room for "+thousands(room-w.Held)
	}
	what := fmt.Sprintf("W%d: ", n)
	unknown, gone := thousands(w.Held-w.Both), thousands(w.Known-w.Both)
	drift := fmt.Sprintf(" · %s not known · %s believed, not there", unknown, gone)
	terse := fmt.Sprintf(" · %s not known · %s not there", unknown, gone)
	few := fmt.Sprintf("%s blk · %s not there", thousands(w.Held), gone)
	return []string{what + held + " · " + left + drift, what + held + drift, what + held + terse, what + few, what + held, held}
}

// heldWords says what the fleet holds.
func (f cachesFigures) heldWords() []string {
	distinct := fmt.Sprintf("%s different", thousands(f.distinct))
	twice := fmt.Sprintf("%s of them on several workers", thousands(f.repeated))
	room := "room unlimited"
	if f.free >= 0 {
		room = blocks(f.free) + " free"
	}
	held := "held " + blocks(f.held)
	var apart []string
	if f.held > f.routed {
		apart = []string{strings.Join([]string{held, thousands(f.held-f.routed) + " by decode workers", distinct, thousands(f.repeated) + " on several", room}, " · ")}
	}
	return append(apart,
		strings.Join([]string{held, distinct, twice, room}, " · "),
		strings.Join([]string{held, distinct, thousands(f.repeated) + " on several", room}, " · "),
		strings.Join([]string{held, distinct, thousands(f.repeated) + " on several"}, " · "),
		fmt.Sprintf("%s · %s on several", held, thousands(f.repeated)),
		held,
	)
}

// briefWords says both in one line.
func (f cachesFigures) briefWords() []string {
	if !f.indexed {
		return f.heldWords()
	}
	held, gone := "held "+blocks(f.held), thousands(f.known-f.both)
	return []string{
		fmt.Sprintf("%s · %s not known · %s not there", held, thousands(f.routed-f.both), gone),
		fmt.Sprintf("%s · %s not there", held, gone),
		held,
	}
}

// driftWords says how far belief is from truth.
func (f cachesFigures) driftWords() []string {
	if !f.indexed {
		return []string{f.strategy + " keeps no index: the router knows of none of these blocks", f.strategy + " keeps no index"}
	}
	both, unknown, gone := thousands(f.both), thousands(f.routed-f.both), thousands(f.known-f.both)
	promise := "nothing promised yet"
	brief := promise
	if f.promised > 0 {
		share := ui.Percent(float64(f.reused) / float64(f.promised))
		promise = fmt.Sprintf("reused %s of %s promised, %s", thousands(f.reused), blocks(f.promised), share)
		brief = fmt.Sprintf("reused/promised %s", share)
	}
	return []string{
		fmt.Sprintf("index lists %s: %s held · %s held but not listed · %s listed but not there · %s", blocks(f.known), both, unknown, gone, promise),
		fmt.Sprintf("index: %s held and known · %s not known · %s believed, not there · %s", both, unknown, gone, promise),
		fmt.Sprintf("index: %s known · %s not known · %s not there · %s", both, unknown, gone, promise),
		fmt.Sprintf("index: %s known · %s not known · %s not there · %s", both, unknown, gone, brief),
		fmt.Sprintf("%s known · %s not there · %s", both, gone, brief),
		brief,
	}
}

func cachesTreeTitle(w int) string { return fmt.Sprintf("Prefix tree of W%d", w) }

func cachesTreeNote(held, rows int) []string {
	return []string{fmt.Sprintf("%s held · %s", blocks(held), plural(rows, "line", "lines")), blocks(held) + " held", ""}
}

func cachesEmpty(w int) string { return fmt.Sprintf("W%d holds nothing", w) }

// cachesNodeWords says how long a run of blocks is, who came with it, and what
// is wrong with it.
func cachesNodeWords(name string, l sim.Limb, size, uses int) []string {
	var wrong []string
	if n := l.Known - l.Both; n > 0 {
		wrong = append(wrong, fmt.Sprintf("%d not there", n))
	}
	if n := l.Held - l.Both; n > 0 && l.Known > 0 {
		wrong = append(wrong, fmt.Sprintf("%d not known", n))
	}
	tail := ""
	if len(wrong) > 0 {
		tail = " · " + strings.Join(wrong, " · ")
	}
	tokens, asked := thousands(l.Blocks*size), plural(uses, "request", "requests")
	return []string{
		fmt.Sprintf("%s  %s · %s tokens · %s%s", name, blocks(l.Blocks), tokens, asked, tail),
		fmt.Sprintf("%s  %s blk · %s tok · %s%s", name, thousands(l.Blocks), tokens, asked, tail),
		fmt.Sprintf("%s  %s blk · %s tok · %s req%s", name, thousands(l.Blocks), tokens, thousands(uses), tail),
		fmt.Sprintf("%s  %s blk · %s tok · %s req", name, thousands(l.Blocks), tokens, thousands(uses)),
		fmt.Sprintf("%s  %s blk · %s req", name, thousands(l.Blocks), thousands(uses)),
		fmt.Sprintf("%s %s blk", name, thousands(l.Blocks)),
	}
}

// cachesLandingTitle names the request that is asked about, and which one it is
// from the step on screen.
func cachesLandingTitle(request, now int, group string, went int) []string {
	if request < 0 {
		return []string{"Where a request would go"}
	}
	what := fmt.Sprintf("Where #%d (%s) would go", request+1, group)
	short := []string{what + " now", what, fmt.Sprintf("#%d would go", request+1)}
	switch {
	case request == now+1:
		return append([]string{what + " now: the next request"}, short...)
	case request <= now:
		return append([]string{fmt.Sprintf("%s now; it went to W%d", what, went)}, short...)
	}
	return short
}

func cachesLandingNote(n, tokens int) []string {
	return []string{fmt.Sprintf("%s · %s tokens", blocks(n), thousands(tokens)), blocks(n), ""}
}

// landingWords says why a strategy would choose its worker.
func (v *Caches) landingWords(a sim.Landing) []string {
	_, why, _ := strings.Cut(whyWords(a.Decision, v.landings.request), ": ")
	if _, after, ok := strings.Cut(why, "; "); ok && !a.Indexed && !a.Drawn {
		switch a.Decision.Rule { //nolint:exhaustive // the others say nothing of overlap
		case route.FewestRequests, route.LowestNumber:
			why = after
		}
	}
	plain := why
	if i := strings.LastIndex(why, " ("); i > 0 && strings.HasSuffix(why, ")") {
		plain = why[:i]
	}
	rule := ruleWords(a.Decision.Rule)
	if a.Drawn && !a.Taken {
		seed := fmt.Sprintf("; drawn anew from seed %d", v.s.run.st.Seed)
		return []string{why + seed, plain + seed, rule + seed, rule}
	}
	return []string{why, plain, rule}
}

// ruleWords names a rule in two or three words.
func ruleWords(r route.Rule) string {
	switch r {
	case route.OnlyWorker:
		return "the only one"
	case route.Turn:
		return "its turn"
	case route.Draw:
		return "drawn"
	case route.MostOverlap:
		return "most overlap"
	case route.FewestRequests, route.NoKey:
		return "fewest requests"
	case route.LowestNumber:
		return "lowest number"
	case route.TwoChoices:
		return "fewer of two drawn"
	case route.FirstDrawn:
		return "first of two drawn"
	case route.RingFirst:
		return "first on the ring"
	case route.RingWalk:
		return "next on the ring"
	case route.RingOver:
		return "all over the bound"
	case route.LowestCost:
		return "lowest cost"
	case route.HighestScore:
		return "highest score"
	case route.RandomTie:
		return "drawn among equals"
	case route.Softmax:
		return "drawn by cost"
	case route.Imbalance:
		return "loads too far apart"
	case route.CacheMatch:
		return "enough is matched"
	case route.BelowThreshold:
		return "too little matched"
	case route.Local:
		return "too little to prefill"
	}
	return ""
}

// fitLines breaks the first text that fits into so many rows of w columns.
func fitLines(w, rows int, texts []string) (lines []string) {
	for _, text := range texts {
		if lines = wrap(text, w); len(lines) <= rows {
			return lines
		}
	}
	return lines[:min(len(lines), rows)]
}

// short writes a number of thousands or millions without its end: 12k.
func short(n int) string {
	switch {
	case n >= 999_500:
		return fmt.Sprintf("%dM", (n+500_000)/1_000_000)
	case n >= 1000:
		return fmt.Sprintf("%dk", (n+500)/1000)
	}
	return fmt.Sprint(n)
}

// cachesShown says which of n lines are in view.
func cachesShown(top, shown, n int) string {
	return fmt.Sprintf(" %d to %d of %d ", top+1, top+shown, n)
}
