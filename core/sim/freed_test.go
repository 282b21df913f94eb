package sim

import (
	"testing"

	"kvtui/core/clock"
)

// TestFreedBySplit holds the sign of what splitting frees: with one request in
// flight nothing is in its way, so that splitting frees nothing and costs a
// decode step; with many long prompts decodes wait for prefills.
func TestFreedBySplit(t *testing.T) {
	e := clock.Engine{BaseMS: 6, TokenMS: 0.1, QuadTokens: 14_000, Budget: 8192}
	alone, err := FreedBySplit(t.Context(), e, Load{Workers: 2, Concurrency: 1, Prompt: 4000, Output: 64, Requests: 20})
	if err != nil || alone.MS > 0 || alone.MS < -2*e.BaseMS {
		t.Errorf("alone: %v ms, %v", alone.MS, err)
	}
	busy, err := FreedBySplit(t.Context(), e, Load{Workers: 4, Concurrency: 16, Prompt: 8000, Output: 256, Requests: 100})
	if err != nil || busy.Together.ITL.P50 <= busy.Apart.ITL.P50 {
		t.Errorf("busy: ITL %v ms together, %v apart, %v", busy.Together.ITL.P50, busy.Apart.ITL.P50, err)
	}
	t.Logf("busy: %+v", busy)
	if _, err := FreedBySplit(t.Context(), e, Load{Workers: 1, Requests: 1}); err == nil {
		t.Error("one worker was split")
	}
}
