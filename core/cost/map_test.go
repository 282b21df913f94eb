package cost

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// curve is a prefill time with what attention adds: a token takes tokenMS, and
// as much again for every crossover tokens that it attends to.
func curve(fixedMS, tokenMS, crossover float64) func(int) float64 {
	return func(tokens int) float64 {
		n := float64(tokens)
		return fixedMS + n*tokenMS*(1+n/2/crossover)
	}
}

func anyTrade(t *rapid.T) Trade {
	prefill := curve(rapid.Float64Range(0, 50).Draw(t, "d0"), rapid.Float64Range(1e-3, 1).Draw(t, "p"), rapid.Float64Range(100, 1e5).Draw(t, "q"))
	trade := Trade{Model: anyModel(t), Shrink: anyShrink(t), Prefill: prefill}
	if rapid.Bool().Draw(t, "split") {
		trade.StallMS = rapid.Float64Range(1, 1e4).Draw(t, "stall")
		trade.OverheadMS = rapid.Float64Range(0, 100).Draw(t, "overhead")
	}
	return trade
}

func TestGainTurnsAtTheBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trade, n := anyTrade(t), rapid.IntRange(1, 200_000).Draw(t, "tokens")
		border := trade.BorderGBps(n)
		if trade.Shrink.Bytes(trade.Model, n) == 0 {
			return // windows and layers of no KV
		}
		if math.IsInf(border, 1) {
			if trade.StallMS > trade.OverheadMS || trade.GainMS(n, 1e9) >= 0 {
				t.Fatalf("no border though %v GB/s gain %v ms", 1e9, trade.GainMS(n, 1e9))
			}
			return
		}
		if above, below := trade.GainMS(n, border*1.001), trade.GainMS(n, border*0.999); above <= 0 || below >= 0 {
			t.Fatalf("border %v GB/s: %v ms above it, %v below", border, above, below)
		}
	})
}

func TestGainAtTheLabsPoint(t *testing.T) {
	lab := Trade{Model: Custom(28, 8, 128), Prefill: Prefills()[0].MS}
	near(t, "move", lab.GainMS(1500, 0.608), 80-282.9474, 1e-6)
	near(t, "move, border", lab.BorderGBps(1500), 2.1504, 1e-9)
	lab.StallMS, lab.OverheadMS = 300, 10
	near(t, "split", lab.GainMS(1500, 0.608), 290-282.9474, 1e-5)
	near(t, "split, border", lab.BorderGBps(1500), 0.1720320/0.290, 1e-6)
	if lab.OverheadMS = 300; !math.IsInf(lab.BorderGBps(1500), 1) {
		t.Error("a split that saves nothing has a border")
	}
}

// TestStallByTokens: a stall for every prompt counts as the same one given, one
// below 0 has no border, and an unknown one no answer.
func TestStallByTokens(t *testing.T) {
	given := Trade{Model: Custom(28, 8, 128), Prefill: Prefills()[0].MS, StallMS: 300, OverheadMS: 10}
	by := given
	by.StallMS = 7
	by.StallOf = func(tokens int) float64 {
		switch {
		case tokens < 1000:
			return math.NaN()
		case tokens > 2000:
			return -50
		}
		return 300
	}
	if !by.Splits() || by.GainMS(1500, 0.608) != given.GainMS(1500, 0.608) || by.BorderGBps(1500) != given.BorderGBps(1500) {
		t.Errorf("1,500 tokens: %v ms, border %v GB/s", by.GainMS(1500, 0.608), by.BorderGBps(1500))
	}
	if g := by.GainMS(3000, 1e9); !math.IsInf(by.BorderGBps(3000), 1) || g > -60 {
		t.Errorf("3,000 tokens: %v ms at 10^9 GB/s, border %v", g, by.BorderGBps(3000))
	}
	for _, wise := range []bool{false, true} {
		by.Shrink.LayerWise = wise
		if g, b := by.GainMS(500, 1), by.BorderGBps(500); !math.IsNaN(g) || !math.IsNaN(b) {
			t.Errorf("not known, layer-wise %v: %v ms, border %v", wise, g, b)
		}
	}
}

func TestMap(t *testing.T) {
	trade := Trade{Model: model(t, "Gemma-3-27B"), Prefill: Prefills()[0].MS}
	m := NewMap(trade, LogCounts(MapMinTokens, MapMaxTokens, 11), LogSteps(MapMinGBps, MapMaxGBps, 41))
	if len(m.Tokens) != 11 || m.Tokens[0] != 128 || m.Tokens[1] != 256 || m.Tokens[10] != 131_072 {
		t.Errorf("tokens %v", m.Tokens)
	}
	if len(m.GBps) != 41 || m.GBps[0] != 0.1 || math.Abs(m.GBps[10]-1) > 1e-12 || m.GBps[40] != 1000 {
		t.Errorf("rates %v", m.GBps)
	}
	for i, row := range m.GainMS {
		if !slices.IsSorted(row) {
			t.Errorf("%d tokens: a faster link gains less", m.Tokens[i])
		}
		for j, gain := range row {
			if (gain > 0) != (m.GBps[j] > m.BorderGBps[i]) {
				t.Errorf("%d tokens, %v GB/s: gains %v ms, border %v", m.Tokens[i], m.GBps[j], gain, m.BorderGBps[i])
			}
		}
	}
	if got := LogCounts(1, 4, 9); !slices.Equal(got, []int{1, 2, 3, 4}) {
		t.Errorf("whole steps %v", got)
	}
	if got := LogSteps(5, 9, 1); !slices.Equal(got, []float64{5}) {
		t.Errorf("one step %v", got)
	}
}

func TestWidestPrecisionIsTheBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, s, n := anyModel(t), anyShrink(t), rapid.IntRange(1, 100_000).Draw(t, "tokens")
		gbps, ms := math.Pow(10, rapid.Float64Range(-2, 3).Draw(t, "gbps")), math.Pow(10, rapid.Float64Range(-3, 5).Draw(t, "ms"))
		p, ok := WidestPrecision(m, s, n, gbps, ms)
		s.FP16Share = 0
		for _, q := range Precisions() {
			s.Width = q.Width()
			fits := BytesMS(s.Bytes(m, n), gbps) <= ms
			if fits != (ok && q.Width() <= p.Width()) {
				t.Fatalf("%v of %v (found %v): %v ms, limit %v", q, p, ok, BytesMS(s.Bytes(m, n), gbps), ms)
			}
		}
	})
}

func TestMostInFlightIsTheBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kv := rapid.Int64Range(1, 1<<40).Draw(t, "kv")
		limit := rapid.Int64Range(0, 1<<50).Draw(t, "limit")
		n := MostInFlight(kv, limit)
		held := func(n int) int64 {
			bytes, err := HostBufferBytes(n, kv)
			if err != nil {
				t.Fatal(err)
			}
			return bytes
		}
		if n > 0 && held(n) > limit || n < MaxConcurrency && held(n+1) <= limit {
			t.Fatalf("%d requests of %d in %d", n, kv, limit)
		}
	})
	if MostInFlight(0, 5) != MaxConcurrency || MostInFlight(5, -1) != 0 {
		t.Error("edges")
	}
}

func TestLongestSentIsTheBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, s := anyModel(t), anyShrink(t)
		gbps, ms := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "gbps")), math.Pow(10, rapid.Float64Range(-3, 6).Draw(t, "ms"))
		n, capped := LongestSent(m, s, gbps, ms)
		if n < 0 || n > MaxTokens || capped != (n == MaxTokens) {
			t.Fatalf("%d tokens, capped %v", n, capped)
		}
		if BytesMS(s.Bytes(m, n), gbps) > ms*(1+timeSlack) || !capped && BytesMS(s.Bytes(m, n+1), gbps) <= ms {
			t.Fatalf("%d tokens in %v ms", n, ms)
		}
	})
}

func TestPayingPromptsTurnsAtItsEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trade, gbps := anyTrade(t), math.Pow(10, rapid.Float64Range(-2, 3).Draw(t, "gbps"))
		trade.StallMS = 0
		// Whole bytes only: half ones round, which bends a line.
		trade.Shrink = Shrink{Width: 2 * Width(rapid.IntRange(1, 4).Draw(t, "bytes"))}
		const most = MapMaxTokens
		pays := func(n int) bool { return trade.GainMS(n, gbps) >= 0 }
		got := PayingPrompts(trade.Model, trade.Shrink, gbps, trade.Prefill, most)
		probe := append(LogCounts(1, most, 60), 0, max(0, got.UpTo), max(0, min(most, got.UpTo+1)), max(0, min(most, got.From-1)), min(most, got.From))
		for _, n := range probe {
			if want := got.Always || n <= got.UpTo || n >= got.From; pays(n) != want {
				t.Fatalf("%+v: %d tokens gain %v ms", got, n, trade.GainMS(n, gbps))
			}
		}
	})
}

// TestPayingPromptsHaveAGap: the line of the 8 GB preset pays for short prompts
// only, its parabola for long ones again.
func TestPayingPromptsHaveAGap(t *testing.T) {
	m := model(t, "Qwen3-0.6B")
	curved := curve(12.66, 0.0395, 3836)
	const gbps = 2
	line := PayingPrompts(m, Shrink{}, gbps, Prefills()[0].MS, MaxTokens)
	if want := int(math.Floor(15 / (114_688/gbps/1e6 - 65.0/1500))); line.Always || line.UpTo != want || line.From != MaxTokens+1 {
		t.Errorf("line: %+v, want up to %d", line, want)
	}
	bent := PayingPrompts(m, Shrink{}, gbps, curved, MaxTokens)
	if bent.Always || bent.UpTo < 100 || bent.From <= bent.UpTo+1 || bent.From > 10_000 {
		t.Errorf("parabola: %+v", bent)
	}
	if all := PayingPrompts(m, Shrink{}, 1000, Prefills()[0].MS, MapMaxTokens); !all.Always || all.UpTo != MapMaxTokens {
		t.Errorf("1,000 GB/s: %+v", all)
	}
}
