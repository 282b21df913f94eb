package views

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kvtui/core/scenario"
	"kvtui/core/workload"
	"kvtui/ui"
)

// idealMode stands for the run that no routing can beat among the racers.
func idealMode() scenario.Mode { return scenario.Mode{Strategy: "ideal"} }

// racerName is how the comparison names a mode: short, and no two alike.
func racerName(m scenario.Mode) string {
	if m.Knowledge == scenario.Approximate {
		return m.Strategy
	}
	return m.Strategy + " " + knowledgeName(m.Knowledge)
}

// signed writes a number with its sign; 0 has none.
func signed(v float64, decimals int) string {
	text := ui.Decimal(math.Abs(v), decimals)
	switch {
	case strings.Trim(text, "0.,") == "":
		return text
	case v < 0:
		return "−" + text
	}
	return "+" + text
}

// amount writes a count in at most four digits, in thousands or millions where
// it must: 9,999, 246 k, 131.5 M.
func amount(n int64) string {
	switch {
	case n >= 9_995_000:
		return ui.Decimal(float64(n)/1e6, 1) + " M"
	case n >= 999_500:
		return ui.Decimal(float64(n)/1e6, 2) + " M"
	case n >= 99_950:
		return ui.Decimal(float64(n)/1e3, 0) + " k"
	case n >= 10_000:
		return ui.Decimal(float64(n)/1e3, 1) + " k"
	}
	return thousands(int(n))
}

// The words of the race's keys and notes.
const (
	wordNone       = "–"
	wordComputing  = "computing…"
	wordImpossible = "not possible with these options"
	wordStart      = "the race starts with the first request: space plays, G goes to the end"
	wordNothing    = "the run has no requests: there is nothing to race over"
	helpCompare    = "Comparison"
)

// groundWords says what a race is run on in at most room columns: what is
// least needed is left out first.
func groundWords(on ground, set *workload.Set, room int, first ...string) string {
	caches := "unlimited caches"
	if n := on.Capacity; n > 0 {
		caches = "caches of " + blocks(n)
	}
	parts := []string{
		poolWords(on.Scenario), caches,
		"seed " + strconv.FormatInt(on.Seed, 10), fmt.Sprintf("block %s tokens", thousands(set.Size)),
	}
	names := on.names(set)
	for n := len(parts); n >= 0; n-- {
		for _, name := range names {
			words := slices.Concat(first, []string{name}, parts[:n])
			if all := strings.Join(words, " · "); ui.Width(all) <= room {
				return all
			}
		}
	}
	return ui.Fit(names[len(names)-1], room)
}

// growWords says what the lines of the chart wait for.
func (v *Compare) growWords() string {
	if v.timed() {
		return "the lines grow as requests end"
	}
	return "the lines grow as requests are routed"
}

// tableTitles say after how many requests the table is, the longest first.
func (v *Compare) tableTitles(n int) []string {
	all := thousands(v.race.set.Len())
	if !v.timed() {
		return []string{"Strategies after " + plural(n, "request", "requests") + " of " + all}
	}
	title := "Strategies once " + thousands(n) + " of " + all + " requests are over"
	return []string{title + " · times of those served, TTFT with its transfer", title + " · TTFT with its transfer", title}
}

// poolWords counts the workers, of both pools where there are two.
func poolWords(sc scenario.Scenario) string {
	if n := sc.Clock.Split.Decode; n > 0 {
		return fmt.Sprintf("%s prefill + %s decode workers", thousands(sc.Workers), thousands(n))
	}
	return plural(sc.Workers, "worker", "workers")
}

// list writes names as a person would: a, b and 2 more.
func list(names []string) string {
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return names[0]
	case n <= 3:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	default:
		return fmt.Sprintf("%s, %s and %d more", names[0], names[1], n-2)
	}
}
