package cost

import (
	"math"
	"testing"
)

// The figures of this file are published ones; facts/models.json lists them
// under published_checks, with their sources.

func model(t testing.TB, name string) Model {
	t.Helper()
	m, err := ModelByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestLlama70BTransfers(t *testing.T) {
	m := model(t, "Llama-2-70B")
	// Seed 004 counts 320 kB a token and 1K = 1,000 tokens; exact bytes and
	// 1,024 tokens give the second pair. The last digit shown is the tolerance.
	for _, c := range []struct {
		k                     int
		gbps                  float64
		decimal, decimalDigit float64
		binary, binaryDigit   float64
	}{
		{4, 12.5, 102, 1, 107.4, 0.1},
		{4, 900, 1.4, 0.1, 1.5, 0.1},
		{1, 12.5, 26, 1, 26.8, 0.1},
		{32, 12.5, 819, 1, 859, 1},
		{32, 900, 11, 1, 11.9, 0.1},
		{8, 50, 51, 1, 53.7, 0.1},
	} {
		decimal := TransferMS(c.k*1000, 320_000, c.gbps)
		if math.Abs(decimal-c.decimal) > c.decimalDigit/2 {
			t.Errorf("%dK at %v GB/s, decimal: %.2f ms, want %v", c.k, c.gbps, decimal, c.decimal)
		}
		binary := BytesMS(m.KVBytes(c.k*1024, BF16.Width()), c.gbps)
		if math.Abs(binary-c.binary) > c.binaryDigit/2 {
			t.Errorf("%dKi at %v GB/s, exact: %.2f ms, want %v", c.k, c.gbps, binary, c.binary)
		}
		if decimal == binary {
			t.Errorf("%dK: the two conventions agree, which they must not", c.k)
		}
	}
}

func TestFP8HalvesTheTransfer(t *testing.T) {
	near(t, "4K at 100GbE, fp8, decimal ms", TransferMS(4000, 160_000, 12.5), 51, 0.5/51)
	for _, m := range Models() {
		for _, n := range []int{1, 777, 40_000} {
			if full, half := m.KVBytes(n, BF16.Width()), m.KVBytes(n, FP8.Width()); full != 2*half {
				t.Errorf("%s, %d tokens: fp8 %d bytes, bf16 %d", m.Name, n, half, full)
			}
		}
	}
}

func TestDistServeDemand(t *testing.T) {
	kv := model(t, "OPT-66B").KVBytes(512, BF16.Width())
	if kv != 1_207_959_552 {
		t.Errorf("OPT-66B, 512 tokens: %d bytes", kv)
	}
	near(t, "GiB of one request", float64(kv)/(1<<30), 1.125, 1e-12)
	gbps := DemandGBps(10, kv)
	near(t, "decimal GB/s", gbps, 12.0795952, 1e-6)
	near(t, "decimal Gbit/s", gbps*8, 96.6, 1e-3)
	binary := gbps * 1e9 / (1 << 30)
	near(t, "GiB/s, printed as 11.3 GB/s", binary, 11.3, 0.005)
	near(t, "Gibit/s, printed as about 90", binary*8, 90, 1e-9)
}

func TestGemmaTotals(t *testing.T) {
	m := model(t, "Gemma-3-27B")
	for tokens, gib := range map[int]float64{1024: 0.484, 8192: 1.031, 32768: 2.906, 131072: 10.41} {
		near(t, "GiB", float64(m.KVBytes(tokens, BF16.Width()))/(1<<30), gib, 0.001)
	}
}

func TestDeepSeekHeadTrap(t *testing.T) {
	m := model(t, "DeepSeek-V3")
	// Keys of 192 elements and values of 128 in each of the 128 stated heads.
	wrong := KVBytesPerToken(m.Layers, 128, (192+128)/2, 2)
	near(t, "heads over latent", float64(wrong)/float64(m.BytesPerToken(BF16.Width())), 71, 0.01)
}

func TestOneGPUEnvelope(t *testing.T) {
	m := model(t, "Qwen3-0.6B")
	for _, c := range []struct {
		tokens, conc               int
		aggMS, envelope, measureMS float64
	}{
		{1500, 1, 78, 361, 406},
		{1500, 4, 190, 1322, 1359},
		{3000, 1, 171, 737, 812},
		{3000, 4, 398, 2662, 2442},
	} {
		got := c.aggMS + BytesMS(int64(c.conc)*m.KVBytes(c.tokens, BF16.Width()), 0.608)
		if math.Abs(got-c.envelope) > 0.5 {
			t.Errorf("%dx%d: %.1f ms, want %v", c.tokens, c.conc, got, c.envelope)
		}
		near(t, "against measured", got, c.measureMS, 0.112)
	}
}

func TestPublishedTransfers(t *testing.T) {
	near(t, "BLIS, 1,280 tokens at 25 GB/s + 50 us", TransferMS(1280, model(t, "Llama-3.1-8B").BytesPerToken(BF16.Width()), 25)+0.05, 6.761, 1e-4)
	near(t, "cross-node 272 MB, slow end, ms", BytesMS(272e6, 0.110), 2473, 1e-3)
	near(t, "cross-node 272 MB, fast end, ms", BytesMS(272e6, 0.117), 2325, 1e-3)
	near(t, "cluster measurement 2026-11-13's tokens, MB", float64(model(t, "Qwen3-0.6B").KVBytes(2371, BF16.Width()))/1e6, 272, 0.001)
	near(t, "same host", EffectiveGBps(272e6, 250), 1.09, 0.005)
	near(t, "vLLM 3P1D", EffectiveGBps(167e6, 38.7), 4.3, 0.005)
	near(t, "Mooncake", EffectiveGBps(model(t, "Qwen3-8B").KVBytes(32_768, BF16.Width()), 31.65), 152.7, 0.001)
	near(t, "Mooncake, best fit of 4.50 GiB, ms", 0.545+BytesMS(4_831_838_208, 149.75), 31.65, 0.037)
	near(t, "Mooncake, GiB of 32,768 tokens", float64(model(t, "Qwen3-8B").KVBytes(32_768, BF16.Width()))/(1<<30), 4.5, 1e-12)
	near(t, "608 MiB/s in GB/s", EffectiveGBps(608<<20, 1000), 0.638, 0.001)
}

func TestPrefillPreset(t *testing.T) {
	p := Prefills()[0]
	near(t, "hit, nothing computed", p.MS(0), 15, 1e-12)
	near(t, "cold, 1,500 tokens", p.MS(1500), 80, 1e-12)
	if !p.Fitted || p.Source == "" {
		t.Errorf("preset hides that it is fitted, or its source: %+v", p)
	}
}
