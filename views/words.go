package views

import (
	"fmt"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// modeName is how screens name a strategy with its knowledge.
func modeName(m scenario.Mode) string {
	if !indexed(m.Strategy) {
		return m.Strategy
	}
	return m.Strategy + " " + knowledgeName(m.Knowledge)
}

// modeShort is the name on a chart's line.
func modeShort(m scenario.Mode) string {
	switch {
	case !indexed(m.Strategy):
		return m.Strategy
	case m.Knowledge == scenario.Events:
		return "events"
	case m.Knowledge == scenario.Silent:
		return "silent"
	}
	return m.Strategy
}

func knowledgeName(k scenario.Knowledge) string {
	switch k {
	case scenario.Approximate:
		return "approximate"
	case scenario.Events:
		return "events"
	case scenario.Silent:
		return "silent"
	}
	return "unknown"
}

// groupName is how screens name the prefix that requests share.
func groupName(set *workload.Set, g int) string {
	switch {
	case g < 0:
		return "—"
	case set.Groups > 1000:
		return fmt.Sprintf("P%04d", g)
	case set.Groups > 100:
		return fmt.Sprintf("P%03d", g)
	}
	return fmt.Sprintf("P%02d", g)
}

// plural writes a count with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func blocks(n int) string { return plural(n, "block", "blocks") }
