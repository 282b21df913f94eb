package sim

import (
	"context"
	"testing"

	"pgregory.net/rapid"
)

// TestCurve holds each point of a curve against the totals of the state after
// that many requests.
func TestCurve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecording(t)
		c, err := NewCurve(context.Background(), rec.Scenario, rec.Set)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Hits) != rec.Set.Len() || c.Mode() != rec.Scenario.Mode() || c.HitRate(0) != 0 || c.TokenHitRate(0) != 0 {
			t.Fatalf("a curve of %d points for %d requests", len(c.Hits), rec.Set.Len())
		}
		tot := NewTotals(rec.Scenario.Workers)
		for _, r := range rec.Records {
			tot.Apply(r)
			n := int(r.Req) + 1
			if r.Kind != Done {
				continue
			}
			got := [...]float64{c.HitRate(n), c.TokenHitRate(n), c.Imbalance(n), float64(c.Evicted[n-1])}
			if want := [...]float64{tot.HitRate(), tot.TokenHitRate(), tot.Imbalance(), float64(tot.Evictions)}; got != want {
				t.Fatalf("after %d requests the curve has %v, the totals %v", n, got, want)
			}
		}
	})
}
