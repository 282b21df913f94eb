package cost

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// anyModel draws shapes of every kind: full, windowed, every layer sliding, few
// layers with KV, latent.
func anyModel(t *rapid.T) Model {
	m := Custom(rapid.IntRange(1, 128).Draw(t, "layers"), rapid.IntRange(1, 64).Draw(t, "heads"), rapid.IntRange(1, 256).Draw(t, "dim"))
	if rapid.Bool().Draw(t, "latent") {
		m.KVHeads, m.HeadDim = 0, 0
		m.MLA = MLA{rapid.IntRange(1, 600).Draw(t, "rank"), rapid.IntRange(0, 65).Draw(t, "rope")}
	}
	if rapid.Bool().Draw(t, "split") {
		m.FullLayers = rapid.IntRange(0, m.Layers).Draw(t, "full")
		m.SlidingLayers = rapid.IntRange(0, m.Layers-m.FullLayers).Draw(t, "sliding")
		m.Window = rapid.IntRange(1, 5000).Draw(t, "window")
	}
	return m
}

func anyWidth(t *rapid.T) Width { return Width(rapid.IntRange(1, 8).Draw(t, "width")) }

// bySumming adds up the KV of each token on its own, in half bytes.
func bySumming(m Model, tokens int, w Width) int64 {
	element := int64(m.MLA.Rank + m.MLA.RopeDim)
	if m.MLA == (MLA{}) {
		element = int64(2 * m.KVHeads * m.HeadDim)
	}
	halves := int64(0)
	for n := 1; n <= tokens; n++ {
		layers := m.Layers
		if m.FullLayers+m.SlidingLayers > 0 {
			layers = m.FullLayers
			if n <= m.Window {
				layers += m.SlidingLayers
			}
		}
		halves += int64(layers) * element * int64(w)
	}
	return int64(math.Ceil(float64(halves) / 2))
}

func TestKVBytesIsTheSumOverTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, w, n := anyModel(t), anyWidth(t), rapid.IntRange(0, 6000).Draw(t, "tokens")
		if err := m.Validate(w); err != nil {
			t.Fatal(err)
		}
		if got, want := m.KVBytes(n, w), bySumming(m, n, w); got != want {
			t.Fatalf("%+v, %d tokens: %d bytes, want %d", m, n, got, want)
		}
		if m.KVBytes(1, w) != m.BytesPerToken(w) && m.Window != 0 {
			t.Fatalf("first token weighs %d, want %d", m.KVBytes(1, w), m.BytesPerToken(w))
		}
	})
}

func TestHalfBytesRoundUpOnceAtTheEnd(t *testing.T) {
	m := Model{Name: "odd latent", Layers: 1, MLA: MLA{Rank: 2, RopeDim: 1}}
	w := INT4.Width()
	if per, two, three := m.BytesPerToken(w), m.KVBytes(2, w), m.KVBytes(3, w); per != 2 || two != 3 || three != 5 {
		t.Errorf("1.5 bytes a token: one %d, two %d, three %d; want 2, 3, 5", per, two, three)
	}
}

func TestEffectiveBandwidthInvertsLongestSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, w := anyModel(t), anyWidth(t)
		n := rapid.IntRange(1, MaxTokens-1).Draw(t, "tokens")
		ms := math.Pow(10, rapid.Float64Range(-4, 7).Draw(t, "log ms"))
		back, _ := LongestSent(m, Shrink{Width: w}, EffectiveGBps(m.KVBytes(n, w), ms), ms)
		grows := m.KVBytes(n+1, w) > m.KVBytes(n, w)
		if back < n || (grows && back > n) {
			t.Fatalf("%d tokens need a bandwidth that carries %d", n, back)
		}
	})
}

func TestLongestSentAtItsEdges(t *testing.T) {
	lab, all := Custom(28, 8, 128), model(t, "Mistral-7B-v0.1")
	for _, c := range []struct {
		m      Model
		ms     float64
		tokens int
		capped bool
	}{
		{lab, 0, 0, false},
		{lab, -1, -1, false},
		{lab, math.NaN(), -1, false},
		{lab, math.Inf(1), MaxTokens, true},
		{lab, 0.114688, 1, false},
		{lab, 0.114687, 0, false},
		{all, 536.870912, MaxTokens, true}, // 4,096 tokens of window, then nothing grows
		{all, 536.870911, 4095, false},
	} {
		if n, capped := LongestSent(c.m, Shrink{}, 1, c.ms); n != c.tokens || capped != c.capped {
			t.Errorf("%s in %v ms: %d, %v; want %d, %v", c.m.Name, c.ms, n, capped, c.tokens, c.capped)
		}
	}
}

func TestVerdicts(t *testing.T) {
	kv := Custom(28, 8, 128).KVBytes(1500, BF16.Width())
	move := JudgeMove(kv, 0.608, 80)
	if move.Side != Slower {
		t.Errorf("0.608 GB/s: side %v, want Slower", move.Side)
	}
	near(t, "transfer", move.TransferMS, 282.9474, 1e-6)
	near(t, "ratio", move.Ratio, 3.536842, 1e-6)
	near(t, "border", move.BorderGBps, 2.1504, 1e-9)
	if split := JudgeSplit(kv, 0.608, 300); split.Side != Faster || math.Abs(split.NetMS-17.0526) > 1e-3 {
		t.Errorf("split with 300 ms freed: %+v", split)
	}
	if split := JudgeSplit(kv, 1000, 0); split.Side != Slower || !math.IsInf(split.BorderGBps, 1) {
		t.Errorf("split that frees nothing: %+v", split)
	}
	if even := JudgeMove(1_000_000, 1, 1); even.Side != Even || even.Ratio != 1 {
		t.Errorf("equal times: %+v", even)
	}
	if nothing := JudgeMove(0, 1, 0); nothing != (Move{Side: Even, Ratio: 1}) {
		t.Errorf("nothing against no time: %+v", nothing)
	}
}

func TestVerdictsTurnAtTheirBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kv := rapid.Int64Range(1, 1<<50).Draw(t, "bytes")
		ms := rapid.Float64Range(1e-3, 1e7).Draw(t, "ms")
		border := JudgeMove(kv, 1, ms).BorderGBps
		if JudgeSplit(kv, 1, ms).BorderGBps != border {
			t.Fatal("equal times have unequal borders")
		}
		if a, b := JudgeMove(kv, border*1.001, ms).Side, JudgeMove(kv, border*0.999, ms).Side; a != Faster || b != Slower {
			t.Fatalf("move: above the border %v, below %v", a, b)
		}
		if a, b := JudgeSplit(kv, border*1.001, ms).NetMS, JudgeSplit(kv, border*0.999, ms).NetMS; a <= 0 || b >= 0 {
			t.Fatalf("split: net %v above the border, %v below", a, b)
		}
	})
}

func TestLayerOverlap(t *testing.T) {
	near(t, "80 ms, 283 ms, 28 layers", LayerOverlapTTFTMS(80, 283, 1, 28), 1+283+80.0/28, 1e-12)
	near(t, "100 ms, 10 ms, 10 layers", LayerOverlapTTFTMS(100, 10, 0, 10), 101, 1e-12)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0, 1e6).Draw(t, "prefill")
		x := rapid.Float64Range(1e-3, 1e6).Draw(t, "transfer")
		layers := rapid.IntRange(-1, 200).Draw(t, "layers")
		ttft := LayerOverlapTTFTMS(p, x, 0, layers)
		slack := 1e-9 * (p + x)
		if ttft < max(p, x) || ttft > p+x+slack {
			t.Fatalf("ttft %v outside [max, sum] of %v and %v", ttft, p, x)
		}
		share := HiddenShare(p, x, layers)
		if share < 0 || share > 1 || math.Abs(ttft-(p+x*(1-share))) > slack {
			t.Fatalf("hidden share %v does not explain ttft %v", share, ttft)
		}
		if layers <= 1 && share != 0 {
			t.Fatalf("%d layers hide %v", layers, share)
		}
	})
	if got := HiddenShare(80, 0, 28); got != 0 {
		t.Errorf("no transfer hides %v", got)
	}
}

func TestHostBuffers(t *testing.T) {
	kv := Custom(28, 8, 128).KVBytes(1500, BF16.Width())
	got, err := HostBufferBytes(4, kv)
	if err != nil || got != 688_128_000 {
		t.Errorf("4 in flight: %d, %v; want 688128000 (656.2 MiB)", got, err)
	}
	for _, c := range []struct {
		requests int
		bytes    int64
	}{{0, 1}, {-4, 1}, {MaxConcurrency + 1, 1}, {3, math.MaxInt64 / 2}, {1, -1}, {MaxConcurrency, math.MaxInt64}} {
		if got, err := HostBufferBytes(c.requests, c.bytes); err == nil {
			t.Errorf("%d x %d accepted as %d", c.requests, c.bytes, got)
		}
	}
}

func TestLargestAcceptedRequestFitsInt64(t *testing.T) {
	m := Custom(1<<15, 1<<7, 1<<8)
	if err := m.Validate(BF16.Width()); err != nil || m.BytesPerToken(BF16.Width()) != MaxBytesPerToken {
		t.Fatalf("%d bytes/token: %v", m.BytesPerToken(BF16.Width()), err)
	}
	if got := m.KVBytes(MaxTokens, BF16.Width()); got != MaxBytesPerToken*MaxTokens {
		t.Errorf("got %d", got)
	}
	if err := m.Validate(MaxWidth); err == nil {
		t.Error("16-byte elements of the largest shape accepted")
	}
}

func TestChecksNameTheArgument(t *testing.T) {
	buffers := func(requests int) error {
		_, err := HostBufferBytes(requests, 1)
		return err
	}
	for name, c := range map[string]struct {
		err error
		arg string
	}{
		"concurrency 0":     {buffers(0), "concurrency"},
		"concurrency 1e6+1": {buffers(MaxConcurrency + 1), "concurrency"},
		"layers 0":          {Custom(0, 8, 128).Validate(4), "layers"},
		"layers huge":       {Custom(1e9, 8, 128).Validate(4), "layers"},
		"heads -8":          {Custom(28, -8, 128).Validate(4), "kv-heads"},
		"dim 0":             {Custom(28, 8, 0).Validate(4), "head-dim"},
		"width 0":           {Custom(28, 8, 128).Validate(0), "dtype-bytes"},
		"width 33":          {Custom(28, 8, 128).Validate(33), "dtype-bytes"},
		"size":              {Custom(1e6, 1e6, 1e6).Validate(4), `kv of "custom"`},
		"rank -1":           {Model{Layers: 2, MLA: MLA{Rank: -1}}.Validate(4), "kv-lora-rank"},
		"rope -1":           {Model{Layers: 2, MLA: MLA{Rank: 1, RopeDim: -1}}.Validate(4), "rope-dim"},
		"full > layers":     {Model{Layers: 2, KVHeads: 1, HeadDim: 1, FullLayers: 3}.Validate(4), "full-layers"},
		"too many layers":   {Model{Layers: 2, KVHeads: 1, HeadDim: 1, FullLayers: 1, SlidingLayers: 2, Window: 1}.Validate(4), "sliding-layers"},
		"no window":         {Model{Layers: 2, KVHeads: 1, HeadDim: 1, SlidingLayers: 2}.Validate(4), "window"},
	} {
		var arg *ArgError
		if !errors.As(c.err, &arg) || arg.Arg != c.arg || !strings.Contains(c.err.Error(), "; accepted: ") {
			t.Errorf("%s: %v", name, c.err)
		}
	}
	for name, err := range map[string]error{
		"concurrency 1": buffers(1), "concurrency most": buffers(MaxConcurrency),
		"linear attention": Model{Layers: 64, KVHeads: 4, HeadDim: 256, FullLayers: 16}.Validate(4),
	} {
		if err != nil {
			t.Errorf("%s refused: %v", name, err)
		}
	}
}

func TestPrecisions(t *testing.T) {
	for i, want := range []struct {
		name   string
		bytes  float64
		caveat Caveat
	}{{"bf16", 2, CaveatNone}, {"fp8", 1, CaveatSafe}, {"int8", 1, CaveatMostModels}, {"int4", 0.5, CaveatByModel}} {
		p := Precisions()[i]
		if p.String() != want.name || p.Width().Bytes() != want.bytes || p.Caveat() != want.caveat {
			t.Errorf("%v: %v bytes, caveat %v; want %+v", p, p.Width().Bytes(), p.Caveat(), want)
		}
		if back, err := ParsePrecision(strings.ToUpper(want.name)); err != nil || back != p {
			t.Errorf("%s reads as %v, %v", want.name, back, err)
		}
	}
	if p, err := ParsePrecision("fp16"); err != nil || p != BF16 {
		t.Errorf("fp16 reads as %v, %v", p, err)
	}
	if _, err := ParsePrecision("fp4"); err == nil || !strings.Contains(err.Error(), "int4") {
		t.Errorf("fp4: %v", err)
	}
	for _, bad := range []float64{0, -1, 0.3, 16.5, math.NaN(), math.Inf(1)} {
		if w, err := WidthOfBytes(bad); err == nil {
			t.Errorf("%v bytes accepted as %v", bad, w)
		}
	}
	if w, err := WidthOfBytes(0.5); err != nil || w != INT4.Width() {
		t.Errorf("0.5 bytes: %v, %v", w, err)
	}
}
