package sim

import (
	"context"
	"testing"

	"kvtui/core/round"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// TestRouterTableGolden holds the published router table's setting against the
// reference, every mode and seed.
func TestRouterTableGolden(t *testing.T) {
	var rows []struct {
		Mode  string
		Seed  int64
		Any   int     `json:"hits_any"`
		Quick int     `json:"hits_ttft60"`
		Whole int     `json:"hits_whole"`
		Mean  float64 `json:"mean_repeat_ttft_ms"`
	}
	readGolden(t, "testdata/router_table.json", &rows)
	modes := map[string]scenario.Mode{
		"rr": {Strategy: "rr"}, "random": {Strategy: "random"}, "kv": {Strategy: "kv"},
		"kv-events yes": {Strategy: "kv", Knowledge: scenario.Events}, "kv-events no": {Strategy: "kv", Knowledge: scenario.Silent},
	}
	if len(rows) != 150 {
		t.Fatalf("%d rows", len(rows))
	}
	lab := workload.Lab{Prefixes: 12, Reps: 6, PrefixTokens: 1500, TailTokens: 20, Block: 16}
	for _, r := range rows {
		sc := scenario.Scenario{Workers: 2, Seed: r.Seed, Capacity: 925}.With(modes[r.Mode])
		got, err := JudgeRepeats(context.Background(), sc, workload.NewLabSet(lab, r.Seed), PublishedTTFT())
		if err != nil {
			t.Fatal(err)
		}
		if got.Requests != 60 || got.Any != r.Any || got.Quick != r.Quick || got.Whole != r.Whole || round.To(got.MeanTTFTMS, 3) != r.Mean {
			t.Errorf("%s seed %d: got %+v, want %+v", r.Mode, r.Seed, got, r)
		}
	}
}
