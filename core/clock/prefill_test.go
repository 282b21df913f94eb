package clock

import (
	"math"
	"testing"

	"kvtui/core/cost"
)

func TestPrefillPresets(t *testing.T) {
	for i, p := range PrefillPresets() {
		if p.Name == "" || p.Source == "" || p.Key != PrefillKeys()[i] {
			t.Errorf("%s: name %q, source %q", p.Key, p.Name, p.Source)
		}
		if _, err := cost.ModelByName(p.Model); err != nil {
			t.Error(err)
		}
		if got, ok := PrefillByKey(p.Key); !ok || got.MS(1500) != p.MS(1500) {
			t.Errorf("%s is not found by its key", p.Key)
		}
		if bend := p.MS(3000) - 2*p.MS(2000) + p.MS(1000); (bend > 1e-3) != p.Curved {
			t.Errorf("%s: bends by %v ms, curved %v", p.Key, bend, p.Curved)
		}
	}
	if _, ok := PrefillByKey("none"); ok {
		t.Error("no preset has a prefill")
	}
}

// TestPrefillIsTheEngines: a prompt of one chunk takes what the engine says.
func TestPrefillIsTheEngines(t *testing.T) {
	for _, p := range Presets() {
		for _, n := range []int{1, 700, 2048} {
			if got, want := p.Prefill().MS(n), p.Figures().AloneMS(n, 0); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s, %d tokens: %v ms, the engine's %v", p, n, got, want)
			}
		}
	}
}

// TestPrefillNearItsMeasurement: one GPU, one request at a time, took 78 and
// 171 ms with the front end's ms.
func TestPrefillNearItsMeasurement(t *testing.T) {
	p, front := GPU8GB.Prefill(), GPU8GB.Figures().FrontEndMS
	for n, ms := range map[int]float64{1500: 78, 3000: 171} {
		if got := p.MS(n) + front; math.Abs(got-ms) > 0.12*ms {
			t.Errorf("%d tokens: %v ms, measured %v", n, got, ms)
		}
	}
}

// TestMockerBreakEven: the mocker's own values, and the bandwidths at which a
// transfer of its model takes as long, which rise and fall again. The last digit
// shown is the tolerance.
func TestMockerBreakEven(t *testing.T) {
	p := Mocker.Prefill()
	for n, ms := range map[int]float64{512: 24.4, 1024: 32.5, 2048: 49.4, 4096: 85.8, 8192: 169.1, 16384: 378.3, 32768: 966.1} {
		if got := p.MS(n); math.Abs(got-ms) > 0.06 {
			t.Errorf("%d tokens: %.2f ms, want %v", n, got, ms)
		}
	}
	m, err := cost.ModelByName(p.Model)
	if err != nil {
		t.Fatal(err)
	}
	trade := cost.Trade{Model: m, Prefill: p.MS}
	for n, gbps := range map[int]float64{1024: 4.1, 4096: 6.3, 8192: 6.35, 16384: 5.7, 32768: 4.5} {
		if got := trade.BorderGBps(n); math.Abs(got-gbps) > 0.06 {
			t.Errorf("%d tokens: border %.2f GB/s, want %v", n, got, gbps)
		}
	}
	if got := trade.GainMS(4096, 64); math.Abs(got-(85.8-8.4)) > 0.1 {
		t.Errorf("4,096 tokens at 64 GB/s gain %v ms, want 77.4", got)
	}
	if pays := cost.PayingPrompts(m, cost.Shrink{}, 5, p.MS, 100_000); pays.Always || pays.UpTo < 1000 || pays.From < 20_000 {
		t.Errorf("at 5 GB/s: %+v", pays)
	}
}
