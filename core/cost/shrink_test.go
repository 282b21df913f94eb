package cost

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestShrinkBytes(t *testing.T) {
	lab := Custom(28, 8, 128)
	const whole = 1500 * 114_688
	for name, c := range map[string]struct {
		s    Shrink
		want int64
	}{
		"nothing":                 {Shrink{}, whole},
		"fp8":                     {Shrink{Width: FP8.Width()}, whole / 2},
		"int8":                    {Shrink{Width: INT8.Width()}, whole / 2},
		"int4":                    {Shrink{Width: INT4.Width()}, whole / 4},
		"a third fp16 is half":    {Shrink{FP16Share: MixedFP16Share}, whole / 2},
		"half fp16 is five parts": {Shrink{FP16Share: 0.5}, whole * 5 / 8},
		"all fp16":                {Shrink{FP16Share: 1}, whole},
		"half the layers":         {Shrink{LayerShare: 0.5}, whole / 2},
		"one layer of 28 at most": {Shrink{LayerShare: 1e-9}, whole / 28},
		"15 of 28 layers":         {Shrink{LayerShare: 0.51}, whole / 28 * 15},
		"half the layers in fp8":  {Shrink{Width: FP8.Width(), LayerShare: 0.5}, whole / 4},
		"mixed, half the layers":  {Shrink{FP16Share: MixedFP16Share, LayerShare: 0.5}, whole / 4},
		"layer by layer":          {Shrink{LayerWise: true}, whole},
	} {
		if got := c.s.Bytes(lab, 1500); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
	// 100GbE, 4K tokens of LLaMA-2 70B: 102 ms become 51 ms in fp8 and in the mixture alike.
	m := model(t, "Llama-2-70B")
	for _, s := range []Shrink{{Width: FP8.Width()}, {FP16Share: MixedFP16Share}} {
		near(t, "4,096 tokens, half the bytes", BytesMS(s.Bytes(m, 4096), 12.5), 107.374/2, 1e-4)
	}
}

func anyShrink(t *rapid.T) Shrink {
	s := Shrink{LayerWise: rapid.Bool().Draw(t, "layer-wise")}
	if rapid.Bool().Draw(t, "wide") {
		s.Width = anyWidth(t)
	}
	if rapid.Bool().Draw(t, "mixed") {
		s.FP16Share = rapid.Float64Range(0, 1).Draw(t, "fp16 share")
	}
	if rapid.Bool().Draw(t, "part") {
		s.LayerShare = rapid.Float64Range(0, 1).Draw(t, "layer share")
	}
	return s
}

func TestShrinkStaysBetweenItsEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, s, n := anyModel(t), anyShrink(t), rapid.IntRange(0, MaxTokens-1).Draw(t, "tokens")
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		got := s.Bytes(m, n)
		if next := s.Bytes(m, n+1); next < got {
			t.Fatalf("%d bytes for %d tokens, %d for one more", got, n, next)
		}
		most := m.KVBytes(n, max(s.Width, BF16.Width()))
		if got < 0 || float64(got) > float64(most)*(1+1e-9)+1 {
			t.Fatalf("%d bytes of %d", got, most)
		}
		all := s
		all.LayerShare = 0
		layers := int64(m.Layers)
		if float64(got)*float64(layers) < float64(all.Bytes(m, n))*(1-1e-9) {
			t.Fatalf("%d bytes of %d: less than a layer", got, all.Bytes(m, n))
		}
	})
}

func TestLayerWiseHidesButDoesNotShrink(t *testing.T) {
	s := Shrink{LayerWise: true}
	near(t, "80 ms of prefill, 283 ms to move, 28 layers", s.SplitMS(283, 80, 28), LayerOverlapTTFTMS(80, 283, 0, 28)-80, 1e-12)
	near(t, "without", Shrink{}.SplitMS(283, 80, 28), 283, 0)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Float64Range(0, 1e5).Draw(t, "prefill")
		saved := rapid.Float64Range(1e-3, 1e5).Draw(t, "saved")
		layers := rapid.IntRange(1, 128).Draw(t, "layers")
		longest := s.LongestTransferMS(saved, p, layers)
		if back := s.SplitMS(longest, p, layers); math.Abs(back-saved) > 1e-9*(longest+p) {
			t.Fatalf("a transfer of %v ms adds %v, want %v", longest, back, saved)
		}
		if s.SplitMS(longest*1.001, p, layers) <= s.SplitMS(longest, p, layers) {
			t.Fatal("a longer transfer adds no more")
		}
	})
}

func TestShrinkCaveats(t *testing.T) {
	for _, c := range []struct {
		s    Shrink
		want []Caveat
	}{
		{Shrink{}, nil},
		{Shrink{Width: FP8.Width(), FP16Share: 1, LayerShare: 1}, nil},
		{Shrink{FP16Share: 0.3}, []Caveat{CaveatMixed}},
		{Shrink{LayerShare: 0.5, FP16Share: 0.5, LayerWise: true}, []Caveat{CaveatResearch, CaveatMixed, CaveatConnector}},
	} {
		if got := c.s.Caveats(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.s, got, c.want)
		}
	}
	for arg, s := range map[string]Shrink{
		"fp16-share": {FP16Share: 1.1}, "layer-share": {LayerShare: math.NaN()}, "dtype-bytes": {Width: MaxWidth + 1},
	} {
		var bad *ArgError
		if err := s.Validate(); !errors.As(err, &bad) || bad.Arg != arg {
			t.Errorf("%+v: %v, want %s", s, err, arg)
		}
	}
}

func TestShrinkOfTheLargestShapeDoesNotWrap(t *testing.T) {
	m := Custom(1<<17, 1<<7, 1<<8)
	if err := m.Validate(INT4.Width()); err != nil {
		t.Fatal(err)
	}
	if got := (Shrink{FP16Share: 0.9}).Bytes(m, MaxTokens); got != math.MaxInt64 {
		t.Errorf("%d bytes", got)
	}
}

func TestTPBytes(t *testing.T) {
	grouped, latent := model(t, "Llama-3.1-8B"), model(t, "DeepSeek-V3")
	mixed := grouped
	mixed.Global = Heads{KVHeads: 2, HeadDim: 256}
	for _, c := range []struct {
		m     Model
		total int64
		tp    int
		want  int64
	}{
		{grouped, 800, 1, 800},
		{grouped, 800, 2, 400},
		{grouped, 800, 8, 100},
		{grouped, 800, 16, 100}, // 8 heads: ranks hold copies
		{grouped, 801, 8, 101},
		{grouped, 800, 0, 800},
		{grouped, 800, -3, 800},
		{grouped, 0, 8, 0},
		{latent, 800, 8, 800},
		{mixed, 800, 8, 400},
	} {
		if got := TPBytes(c.total, c.tp, c.m); got != c.want {
			t.Errorf("%s, %d bytes, tp %d: %d, want %d", c.m.Name, c.total, c.tp, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		m, tp := anyModel(t), rapid.IntRange(1, 64).Draw(t, "tp")
		total := rapid.Int64Range(0, 1<<50).Draw(t, "total")
		share := 1.0
		if m.MLA == (MLA{}) {
			share = max(1/float64(tp), 1/float64(m.KVHeads))
		}
		if got := float64(TPBytes(total, tp, m)); math.Abs(got-share*float64(total)) > 1 {
			t.Fatalf("%v bytes, want %v of %d", got, share, total)
		}
	})
}
