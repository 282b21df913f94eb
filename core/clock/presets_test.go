package clock_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/workload"
)

// TestPresetsAreWholeAndSaySource holds that each preset is a clock that is
// valid, and that only the measured GPUs are called fitted.
func TestPresetsAreWholeAndSaySource(t *testing.T) {
	if len(clock.PresetNames()) != len(clock.Presets())+1 {
		t.Error("a preset lacks a name, or a name its preset")
	}
	for _, p := range clock.Presets() {
		f, c := p.Figures(), clock.Default().Use(p)
		if err := c.Validate(); err != nil || !c.On || c.Preset != p || c.Engine == (clock.Engine{}) {
			t.Errorf("%s: %+v, %v", p, c, err)
		}
		fitted := p == clock.GPU8GB || p == clock.GPU24GB
		if f.Title == "" || f.Source == "" || (len(f.Fitted) > 0) != fitted || f.Blocks == 0 || f.Block == 0 || f.BytesPerToken == 0 {
			t.Errorf("%s: %+v", p, f)
		}
	}
	if off := clock.Default().Use(clock.Mocker).Use(clock.NoPreset); off != clock.Default() {
		t.Errorf("none leaves %+v", off)
	}
}

// TestDerivedFigures holds the H100 presets against the formulas worked out by
// hand: 16.4 GB over 3,350 GB/s, 13.9e9 operations a token over half of 989.4e12
// a second, and twice the GPUs for the larger model.
func TestDerivedFigures(t *testing.T) {
	for p, want := range map[clock.Preset][4]float64{
		clock.H100Qwen8B:  {4.896, 0.028098, 23_566, 23_566},
		clock.H100Qwen32B: {9.791, 0.063069, 29_755, 18_692},
	} {
		f := p.Figures()
		for i, got := range []float64{f.BaseMS, f.TokenMS, f.QuadTokens, float64(f.Blocks)} {
			if math.Abs(got/want[i]-1) > 1e-3 {
				t.Errorf("%s, figure %d: %v, want %v", p, i, got, want[i])
			}
		}
	}
}

// TestPrefillOfChunks holds what a chunk takes to the formula worked out, and a
// prompt in two chunks to the same in one.
func TestPrefillOfChunks(t *testing.T) {
	e := clock.Engine{BaseMS: 9, TokenMS: 0.04, QuadTokens: 4000}
	for c, want := range map[clock.Chunk]float64{
		{}:             0,
		{1000, 0}:      1000 * 0.04 * 1.125,
		{500, 500}:     500 * 0.04 * (1 + 750.0/4000),
		{1, 1_000_000}: 0.04 * (1 + 1_000_000.5/4000),
	} {
		if got := e.PrefillMS(c); math.Abs(got-want) > 1e-12*want {
			t.Errorf("%+v takes %v ms, want %v", c, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 1_000_000).Draw(t, "tokens")
		k := rapid.IntRange(0, n).Draw(t, "first")
		once, twice := e.PrefillMS(clock.Chunk{Tokens: n}), e.PrefillMS(clock.Chunk{Tokens: k})+e.PrefillMS(clock.Chunk{Tokens: n - k, Context: k})
		if math.Abs(once-twice) > 1e-9*once {
			t.Fatalf("%v ms at once, %v in two chunks", once, twice)
		}
	})
}

// TestMockerPolynomials: 1,024 uncached tokens take 32.5 ms and a step at half
// of the KV 26.3 ms, by the notes on Dynamo's mocker.
func TestMockerPolynomials(t *testing.T) {
	e := clock.Mocker.Figures().Engine
	if ms := e.AloneMS(1024, 0); math.Abs(ms-32.5) > 0.05 {
		t.Errorf("prefill %v ms", ms)
	}
	if ms, _ := e.IterationMS(clock.Batch{Decoding: 1, Used: 1, Room: 2}, 0); math.Abs(ms-26.3) > 0.05 {
		t.Errorf("decode %v ms", ms)
	}
}

func TestSentShares(t *testing.T) {
	for want, s := range map[float64]clock.Split{
		1:      {},
		0.5:    {Precision: clock.FP8},
		0.25:   {Precision: clock.INT4},
		0.0625: {Precision: clock.INT4, LayerShare: 0.25},
		0.3:    {Precision: clock.INT4, LayerShare: 0.25, Share: 0.3},
		0.4375: {Precision: clock.Mixed, MixedShare: 0.25},
	} {
		if got := s.Sent(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%+v: %v, want %v", s, got, want)
		}
	}
	if got := (clock.Split{Precision: clock.Mixed}).Sent(); math.Abs(got-0.5) > 1e-12 {
		t.Errorf("a third in two bytes makes %v, not half", got)
	}
	c := clock.Config{BytesPerToken: 100, Split: clock.Split{TP: 16, KVHeads: 8, Precision: clock.INT8}}
	if got := c.MovedBytes(10); got != 1000 { // half of 1,000, twice since two ranks share a head
		t.Errorf("moved %v bytes", got)
	}
}

func TestValidateNamesTheKey(t *testing.T) {
	on := clock.Default().Use(clock.GPU8GB)
	for want, change := range map[string]func(*clock.Config){
		"clock.base_ms: NaN is out of range: accepted are 0 to 1e+09":                 func(c *clock.Config) { c.Engine.BaseMS = math.NaN() },
		"split.share: 1.5 is out of range: accepted are 0 to 1":                       func(c *clock.Config) { c.Split.Share = 1.5 },
		"arrivals.concurrency: 0 is out of range: accepted are 1 to 1000000":          func(c *clock.Config) { c.Arrivals.Kind = workload.ClosedLoop },
		"outputs.sigma: 9 is out of range: accepted are 0 to 5":                       func(c *clock.Config) { c.Outputs = workload.Outputs{Kind: workload.LogNormal, Tokens: 1, Sigma: 9} },
		`clock.gpus: "0" is no list of workers a GPU: accepted is a list such as 4+2`: func(c *clock.Config) { c.GPUs = "0" },
	} {
		c := on
		change(&c)
		if err := c.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
		if c.On = false; c.Validate() != nil {
			t.Errorf("%s: said of a clock that is off", want)
		}
	}
}

func TestSplitCaveats(t *testing.T) {
	for _, c := range []struct {
		s    clock.Split
		want []cost.Caveat
	}{
		{clock.Split{Layers: 1, LayerShare: 1}, nil},
		{clock.Split{Precision: clock.FP8}, []cost.Caveat{cost.CaveatSafe}},
		{clock.Split{Precision: clock.INT8, Layers: 2}, []cost.Caveat{cost.CaveatConnector, cost.CaveatMostModels}},
		{clock.Split{Precision: clock.INT4, LayerShare: 0.5}, []cost.Caveat{cost.CaveatResearch, cost.CaveatByModel}},
		{clock.Split{Precision: clock.Mixed}, []cost.Caveat{cost.CaveatMixed}},
		{clock.Split{Precision: clock.Mixed, MixedShare: 1}, nil},
		{clock.Split{Share: 0.5, Precision: clock.INT4, LayerShare: 0.5, Layers: 28}, []cost.Caveat{cost.CaveatConnector}},
	} {
		got := c.s.Caveats()
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.s, got, c.want)
		}
		for _, about := range got {
			if !strings.HasSuffix(about.String(), "(KV transfer article)") {
				t.Errorf("%q has no source", about)
			}
		}
	}
}
