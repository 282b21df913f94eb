package sim

import (
	"fmt"
	"testing"

	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// timedLoad is the load that the closest peer is timed with: 1,280-token prompts
// of 16 prefix groups over 4 workers.
func timedLoad(output int, capacity int) (scenario.Scenario, workload.Workload) {
	sc := scenario.Scenario{Strategy: "kv", Options: route.DefaultOptions(), Workers: 4, Seed: 1, Capacity: capacity}
	sc.Clock = clock.Config{
		On:       true,
		Engine:   clock.Engine{BaseMS: 6, TokenMS: 0.02, QuadTokens: 14_000, MemoryGBps: 2000, Budget: 8192, Sequences: 256},
		Arrivals: workload.Pattern{Kind: workload.Poisson, RatePerS: 40},
		Outputs:  workload.Outputs{Kind: workload.Fixed, Tokens: output}, BytesPerToken: 131_072,
	}
	if output == 1 {
		sc.Clock.Arrivals.RatePerS = 100
	}
	return sc, workload.SharedPrefix{Requests: 20_000, Groups: 16, PrefixTokens: 1024, TailTokens: 256, Block: 16}
}

func BenchmarkTimed(b *testing.B) {
	for _, output := range []int{1, 128} {
		for _, capacity := range []int{0, 8192} {
			b.Run(fmt.Sprintf("%d-tokens/%d-blocks", output, capacity), func(b *testing.B) {
				sc, w := timedLoad(output, capacity)
				for b.Loop() {
					all, _, err := Measure(b.Context(), sc, w, true)
					if err != nil || all.Requests != 20_000 {
						b.Fatal(err, all)
					}
				}
				b.ReportMetric(20_000*float64(b.N)/b.Elapsed().Seconds(), "requests/s")
			})
		}
	}
}
