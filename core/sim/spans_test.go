package sim

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestQuantilesAreOrderStatistics holds the exact quantiles to counting, and
// those of a sketch to the 1 % that it promises.
func TestQuantilesAreOrderStatistics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ns := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(0, 300), rapid.Int64Range(0, 1e12), rapid.Int64Range(0, endOfTime)), 1, 300).Draw(t, "ns")
		var exact distribution
		sketch := newSketch()
		for _, v := range append(ns, -1) { // which is no time
			exact.Add(v)
			sketch.Add(v)
		}
		most := float64(slices.Max(ns)) / 1e6
		q, s := exact.Quantiles(), sketch.Quantiles()
		if q.Count != len(ns) || q.Most != most || s.Count != q.Count || s.Most != most || s.Mean != q.Mean {
			t.Fatalf("%+v, sketch %+v of %v", q, s, ns)
		}
		for _, c := range []struct {
			percent     int
			exact, near float64
		}{{50, q.P50, s.P50}, {90, q.P90, s.P90}, {99, q.P99, s.P99}} {
			below := func(ms float64) int {
				return len(ns) - len(slices.DeleteFunc(slices.Clone(ns), func(v int64) bool { return float64(v)/1e6 <= ms }))
			}
			if 100*below(c.exact) < c.percent*len(ns) || 100*below(math.Nextafter(c.exact, -1)) >= c.percent*len(ns) {
				t.Fatalf("p%d is %v ms of %v ns", c.percent, c.exact, ns)
			}
			if math.Abs(c.near-c.exact) > 0.01*c.exact {
				t.Fatalf("p%d is %v ms, of the sketch %v", c.percent, c.exact, c.near)
			}
		}
	})
	if q := new(distribution).Quantiles(); q != (Quantiles{}) {
		t.Errorf("of nothing: %+v", q)
	}
}
