package views

import (
	"cmp"
	"fmt"
	"slices"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/ui"
)

// Thresholds of what is said about a race.
const (
	// herdShare is the share of all computing on one worker from which a racer
	// herds; from allShare on it is everything.
	herdShare, allShare = 0.9, 0.995
	// herdAfter is the requests a worker before which nothing is said: the
	// first ones go to few workers under any rule.
	herdAfter = 4
	// muteGap is by how many points a silent racer must fall behind the same
	// rule with knowledge to be spoken of.
	muteGap = 0.05
	// thrashShare is the share of the ideal below which a cache that evicts
	// all it can hold is said to thrash even where that beats random.
	thrashShare = 0.75
)

// verdictKind is what a verdict is about.
type verdictKind uint8

const (
	verdictHerd verdictKind = iota
	verdictLost
	verdictFast
	verdictBest
	verdictEven
	verdictNote // that there is nothing to judge
)

// verdict is a sentence in several lengths, the longest first.
type verdict struct {
	kind verdictKind
	says []string
}

// herds reports whether nearly all computing is on one worker.
func (v *Compare) herds(r row) bool {
	w := sim.Prefillers(v.race.on.Scenario)
	return r.ok && w > 1 && v.done() >= herdAfter*w && r.imbalance >= herdShare*float64(w)
}

// verdicts say what the race shows, the weightiest first.
func (v *Compare) verdicts(n int) []verdict {
	var rows []row
	for _, m := range v.racers() {
		if r := v.rowOf(m, n); r.ok {
			rows = append(rows, r)
		}
	}
	out := timedVerdicts(rows, n)
	if herd := v.herdWords(rows, n); herd != nil {
		out = append(out, verdict{verdictHerd, herd})
	}
	if best := v.bestWords(rows, n); best != nil {
		out = append(out, verdict{verdictBest, best})
	}
	if even := evenWords(rows); even != "" {
		out = append(out, verdict{verdictEven, []string{even}})
	}
	return out
}

// evenWords says who spreads the computing best and worst.
func evenWords(rows []row) string {
	if len(rows) < 2 {
		return ""
	}
	by := func(a, b row) int { return cmp.Compare(a.imbalance, b.imbalance) }
	low, high := slices.MinFunc(rows, by), slices.MaxFunc(rows, by)
	if low.imbalance == high.imbalance {
		return ""
	}
	return fmt.Sprintf("most even: %s %s x; least: %s %s x", racerName(low.mode), ui.Decimal(low.imbalance, 2), racerName(high.mode), ui.Decimal(high.imbalance, 2))
}

// herdWords says who sends all to one worker, and what that costs.
func (v *Compare) herdWords(rows []row, n int) []string {
	i := slices.IndexFunc(rows, func(r row) bool { return r.onStage && v.herds(r) })
	if i < 0 {
		i = slices.IndexFunc(rows, v.herds)
	}
	if i < 0 {
		return nil
	}
	worst := rows[i]
	names := []string{racerName(worst.mode)}
	for _, r := range rows {
		if r.mode != worst.mode && v.herds(r) && ui.Percent(r.reuse) == ui.Percent(worst.reuse) {
			names = append(names, racerName(r.mode))
		}
	}
	sc := v.race.on.Scenario
	who, x := list(names), ui.Decimal(worst.imbalance, 1)+" x"
	all, brief := "everything", "all"
	if worst.imbalance < allShare*float64(sim.Prefillers(sc)) {
		all, brief = "nearly everything", "nearly all"
	}
	reuse := ui.Percent(worst.reuse)
	against := ""
	random := v.rowOf(scenario.Mode{Strategy: "random"}, n)
	if random.ok {
		against = ", random " + ui.Percent(random.reuse)
	}
	why := ""
	if v.race.set.Common > 0 {
		why = "; all prompts share their first block"
	}
	if thrashes(worst, random, sc.Capacity) {
		cache := "its cache of " + blocks(sc.Capacity)
		return []string{
			fmt.Sprintf("%s: %s on one worker (%s), %s thrashes: %s reused%s%s", who, all, x, cache, reuse, against, why),
			fmt.Sprintf("%s: %s on one worker (%s), %s thrashes: %s reused%s", who, all, x, cache, reuse, against),
			fmt.Sprintf("%s: %s on one worker (%s), its cache thrashes: %s reused%s", who, all, x, reuse, against),
			fmt.Sprintf("%s: %s on one worker (%s), its cache thrashes: %s reused%s", names[0], all, x, reuse, against),
			fmt.Sprintf("%s: %s on one worker (%s), its cache thrashes: %s reused%s", names[0], brief, x, reuse, against),
			fmt.Sprintf("%s: %s on one worker (%s), %s reused%s", names[0], all, x, reuse, against),
			fmt.Sprintf("%s: %s on one worker (%s)", names[0], all, x),
		}
	}
	return []string{
		fmt.Sprintf("%s: %s on one worker (%s), the others idle: %s reused%s%s", who, all, x, reuse, against, why),
		fmt.Sprintf("%s: %s on one worker (%s): %s reused%s%s", who, all, x, reuse, against, why),
		fmt.Sprintf("%s: %s on one worker (%s), the others idle: %s reused%s", who, all, x, reuse, against),
		fmt.Sprintf("%s: %s on one worker (%s), %s reused", names[0], all, x, reuse),
		fmt.Sprintf("%s: %s on one worker (%s)", names[0], all, x),
	}
}

// thrashes reports whether the one cache that a herd fills loses what it would
// have reused: it evicts all it can hold (capacity blocks, 0 without bound), and
// that costs reuse.
func thrashes(herd, random row, capacity int) bool {
	if capacity == 0 || herd.evicted < capacity {
		return false
	}
	return random.ok && herd.reuse < random.reuse || herd.ofIdeal != unknown && herd.ofIdeal < thrashShare
}

// bestWords says who reuses the most without herding, and how near the ideal
// that is.
func (v *Compare) bestWords(rows []row, n int) []string {
	fair := slices.DeleteFunc(slices.Clone(rows), v.herds)
	if len(fair) == 0 || n == 0 || v.timed() && v.shareless() {
		return nil
	}
	best := slices.MaxFunc(fair, func(a, b row) int { return cmp.Compare(a.reuse, b.reuse) })
	if best.reuse == 0 {
		return []string{"nothing is reused yet"}
	}
	var names []string
	for _, r := range fair {
		if r.reuse == best.reuse {
			names = append(names, racerName(r.mode))
		}
	}
	most := "most reused: "
	if len(fair) < len(rows) {
		most = "most reused without that: "
	}
	short := fmt.Sprintf("%s%s, %s", most, list(names), ui.Percent(best.reuse))
	ideal := short
	if best.ofIdeal != unknown {
		ideal += fmt.Sprintf(" (%s of the ideal)", ui.Percent(best.ofIdeal))
	}
	mid := fmt.Sprintf("%s at imbalance %s x", ideal, ui.Decimal(best.imbalance, 2))
	out := []string{mid, ideal, short}
	if mute := muteWords(rows); mute != "" {
		out = append([]string{mid + "; " + mute, short + "; " + mute}, out...)
	}
	return out
}

// shareless reports whether no prompt of the race shares anything with another.
func (v *Compare) shareless() bool {
	ideal, ok := v.race.curves[idealMode()]
	return ok && ideal.TokenHitRate(ideal.Len()) == 0
}

// muteWords says that a rule without events has nothing to go by.
func muteWords(rows []row) string {
	find := func(m scenario.Mode) (row, bool) {
		i := slices.IndexFunc(rows, func(r row) bool { return r.mode == m })
		if i < 0 {
			return row{}, false
		}
		return rows[i], true
	}
	for _, r := range rows {
		if r.mode.Knowledge != scenario.Silent {
			continue
		}
		told, ok := find(scenario.Mode{Strategy: r.mode.Strategy, Knowledge: scenario.Events})
		if ok && told.reuse-r.reuse >= muteGap {
			return fmt.Sprintf("%s %s: nobody publishes", racerName(r.mode), ui.Percent(r.reuse))
		}
	}
	return ""
}
