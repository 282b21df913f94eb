package sim

import (
	"testing"

	"kvtui/core/scenario"
)

// TestCopiesAreAsSmallAsTransfers holds that KV sent in half the bytes takes
// half the time on the link and in both copies: 96 tokens of 1,000 B are 4.8 ms
// at 0.02 GB/s, in half the bytes 2.4 ms.
func TestCopiesAreAsSmallAsTransfers(t *testing.T) {
	sc := plain(splitting(1), func(sc *scenario.Scenario) {
		sc.Clock.Host.CopyGBps, sc.Clock.Link.TotalGBps, sc.Clock.Split.Share = 0.02, 0.02, 0.5
	})
	runHand(t, []handCase{{
		"half the bytes", sc,
		[]prompt{{blocks: blocks(1, 6), output: 1}},
		[]moments{{"prefilled": 1.96, "sent": 4.36, "received": 9.16}},
	}})
}
