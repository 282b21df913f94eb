package views

import (
	"cmp"
	"fmt"
	"slices"

	"kvtui/ui"
)

// timedVerdicts say what a race on a clock shows of losses and times; nothing
// without one.
func timedVerdicts(rows []row, n int) (out []verdict) {
	if says := lostWords(rows, n); says != nil {
		out = append(out, verdict{verdictLost, says})
	}
	if says := fastWords(rows); says != nil {
		out = append(out, verdict{verdictFast, says})
	}
	return out
}

// lostWords says who loses the most requests of those that are over, and who
// the fewest.
func lostWords(rows []row, n int) []string {
	if len(rows) == 0 {
		return nil
	}
	by := func(a, b row) int { return cmp.Compare(a.clock.Lost, b.clock.Lost) }
	few, most := slices.MinFunc(rows, by), slices.MaxFunc(rows, by)
	of := func(r row) string { return fmt.Sprintf("%s of %s", thousands(int(r.clock.Lost)), thousands(n)) }
	switch {
	case most.clock.Lost == 0:
		return nil
	case few.clock.Lost == most.clock.Lost:
		return []string{fmt.Sprintf("lost under every rule: %s requests", of(most)), fmt.Sprintf("lost: %s", of(most))}
	}
	worst := fmt.Sprintf("lost requests: %s %s", racerName(most.mode), of(most))
	return []string{worst + fmt.Sprintf("; fewest: %s %s", racerName(few.mode), thousands(int(few.clock.Lost))), worst}
}

// fastWords says whose first tokens come soonest and latest, of those that
// served any.
func fastWords(rows []row) []string {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.served == 0 })
	if len(rows) == 0 {
		return nil
	}
	by := func(a, b row) int { return cmp.Compare(a.clock.TTFT50, b.clock.TTFT50) }
	low, high := slices.MinFunc(rows, by), slices.MaxFunc(rows, by)
	p50 := func(r row) string { return ui.Ms(ms(r.clock.TTFT50)) }
	p99 := fmt.Sprintf(" (p99 %s)", ui.Ms(ms(low.clock.TTFT99)))
	if p50(low) == p50(high) {
		return []string{"TTFT p50, transfer included, is " + p50(low) + " under every rule", "TTFT p50 " + p50(low) + " under every rule"}
	}
	sameAs := func(as row) (names []string) {
		for _, r := range rows {
			if p50(r) == p50(as) {
				names = append(names, racerName(r.mode))
			}
		}
		return names
	}
	names := sameAs(low)
	if len(names) > 1 { // each has its own p99
		p99 = ""
	}
	best := "lowest TTFT p50, transfer included: " + list(names) + " " + p50(low)
	worst := "; highest: " + list(sameAs(high)) + " " + p50(high)
	return []string{best + p99 + worst, best + worst, best, "lowest TTFT p50: " + racerName(low.mode) + " " + p50(low)}
}
