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
		if len(c.Hits) != rec.Set.Len() || c.Mode != rec.Scenario.Mode() || c.HitRate(0) != 0 || c.TokenHitRate(0) != 0 {
			t.Fatalf("a curve of %d points for %d requests", len(c.Hits), rec.Set.Len())
		}
		tot := NewTotals(rec.Scenario.Workers)
		for _, r := range rec.Records {
			tot.Apply(r)
			n := int(r.Req) + 1
			if r.Kind == Done && (c.HitRate(n) != tot.HitRate() || c.TokenHitRate(n) != tot.TokenHitRate()) {
				t.Fatalf("after %d requests the curve has %v and %v, the totals %v and %v", n, c.HitRate(n), c.TokenHitRate(n), tot.HitRate(), tot.TokenHitRate())
			}
		}
	})
}
