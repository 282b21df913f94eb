package main

import (
	"fmt"
	"strings"

	"kvtui/core/clock"
	"kvtui/core/cost"
)

// caveats are the lines of a report on what a run does to KV on its way, and on
// the store that it loads from: each with what is known of it, and from where.
func caveats(c clock.Config) string {
	var out strings.Builder
	if s := c.Split; s.Decode > 0 {
		if s.Share > 0 && s.Share < 1 {
			fmt.Fprintf(&out, "sent %s of the bytes: as given, of no known way; quality is not judged\n", percent(s.Share))
		}
		for _, about := range s.Caveats() {
			fmt.Fprintf(&out, "sent %s: %s\n", sentHow(s, about), about)
		}
	}
	if n := c.Store.Blocks; n > 0 {
		fmt.Fprintf(&out, "shared store of %d blocks: %s\n", n, clock.StoreCaveat)
	}
	return out.String()
}

// sentHow is the way of a split that a caveat is about.
func sentHow(s clock.Split, about cost.Caveat) string {
	switch about {
	case cost.CaveatResearch:
		return percent(s.LayerShare) + " of the layers"
	case cost.CaveatConnector:
		return fmt.Sprintf("layer by layer, %d layers", s.Layers)
	case cost.CaveatMixed:
		return "mixed, " + percent(s.Wide()) + " of the tokens in 16 bits and the rest in int4"
	case cost.CaveatNone, cost.CaveatSafe, cost.CaveatMostModels, cost.CaveatByModel:
	}
	return "in " + s.Precision.String()
}
