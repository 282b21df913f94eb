package sim

import (
	"context"
	"testing"

	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// TestOutcomes holds outcomes against a curve's last point and against the
// repeats judged alone.
func TestOutcomes(t *testing.T) {
	lab := workload.Lab{Prefixes: 12, Reps: 6, PrefixTokens: 1500, TailTokens: 20, Block: 16}
	set := workload.NewLabSet(lab, 3)
	var scs []scenario.Scenario
	for _, m := range scenario.Modes() {
		scs = append(scs, scenario.Scenario{Workers: 2, Seed: 3, Capacity: 925}.With(m))
	}
	got, err := Outcomes(context.Background(), scs, set, PublishedTTFT())
	if err != nil {
		t.Fatal(err)
	}
	for i, sc := range scs {
		c, err := NewCurve(context.Background(), sc, set)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := JudgeRepeats(context.Background(), sc, set, PublishedTTFT())
		if err != nil {
			t.Fatal(err)
		}
		tot, n := got[i].Totals, set.Len()
		if got[i].Repeats != rep || tot.HitRate() != c.HitRate(n) || tot.TokenHitRate() != c.TokenHitRate(n) ||
			tot.Imbalance() != c.Imbalance(n) || tot.Evictions != int(c.Evicted[n-1]) {
			t.Errorf("%+v ends with %+v, its curve says otherwise", sc.Mode(), got[i])
		}
	}
	if _, err := Outcomes(context.Background(), []scenario.Scenario{{Strategy: "best"}}, set, PublishedTTFT()); err == nil {
		t.Error("an unknown strategy has outcomes")
	}
}

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Spread
	}{
		{nil, Spread{}},
		{[]float64{4}, Spread{4, 4, 4, 1}},
		{[]float64{9, 1, 4}, Spread{1, 4, 9, 3}},
		{[]float64{9, 1, 4, 5}, Spread{1, 4.5, 9, 4}},
	} {
		if got := NewSpread(c.values); got != c.want {
			t.Errorf("%v spread as %+v, want %+v", c.values, got, c.want)
		}
	}
}
