package sim

import (
	"context"
	"testing"

	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

func oneGPU(input, conc int, split bool) (scenario.Scenario, workload.Workload) {
	sc := scenario.Scenario{Strategy: "rr", Options: route.DefaultOptions(), Workers: 1, Seed: 1}
	sc.Clock = clock.Config{
		On:         true,
		Engine:     clock.Engine{BaseMS: 3.96, TokenMS: 0.0395, QuadTokens: 3836, Budget: 2048},
		Arrivals:   workload.Pattern{Kind: workload.ClosedLoop, Concurrency: conc},
		Outputs:    workload.Outputs{Kind: workload.Fixed, Tokens: 64},
		FrontEndMS: 8.7, BytesPerToken: 114688, GPUs: "2", Sharing: 0.7,
		Link: clock.Link{TotalGBps: 0.509},
	}
	if split {
		sc.Clock.Split.Decode = 1
		sc.Clock.Split.KVHeads = 8
	}
	return sc, workload.SharedPrefix{Requests: 40, Groups: 1, PrefixTokens: 0, TailTokens: input, Block: 16}
}

func TestOneGPUPrints(t *testing.T) {
	for _, split := range []bool{false, true} {
		for _, input := range []int{1500, 3000} {
			for _, conc := range []int{1, 4} {
				sc, w := oneGPU(input, conc, split)
				all, _, err := Measure(context.Background(), sc, w, false)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%v %d x%d: ttft %+v itl %.2f transfer %.1f lost %v", split, input, conc, all.TTFT, all.ITL.P50, all.Transfer.P50, all.Lost)
			}
		}
	}
}
