package sim

import (
	"context"
	"math"
	"testing"

	"kvtui/core/clock"
)

// TestFreedBySplit holds the sign of what splitting frees: with one request in
// flight nothing is in its way, so that splitting frees nothing and costs a
// decode step; with many long prompts decodes wait for prefills.
func TestFreedBySplit(t *testing.T) {
	g := clock.Figures{Engine: clock.Engine{BaseMS: 6, TokenMS: 0.1, QuadTokens: 14_000, Budget: 8192}}
	alone, err := FreedBySplit(t.Context(), g, Load{Workers: 2, Concurrency: 1, Output: 64}, 4000)
	if err != nil || alone.MS > 0 || alone.MS < -2*g.BaseMS {
		t.Errorf("alone: %v ms, %v", alone.MS, err)
	}
	busy, err := FreedBySplit(t.Context(), g, Load{Workers: 4, Concurrency: 16, Output: 256}, 8000)
	if err != nil || busy.Together.ITL.P50 <= busy.Apart.ITL.P50 {
		t.Errorf("busy: ITL %v ms together, %v apart, %v", busy.Together.ITL.P50, busy.Apart.ITL.P50, err)
	}
	if busy.Prefill < 1 || busy.Prefill > 3 || busy.MS != busy.Together.EndToEnd.Mean-busy.Apart.EndToEnd.Mean {
		t.Errorf("busy: %d of 4 prefill, %v ms freed", busy.Prefill, busy.MS)
	}
}

// TestFreedIsOfTheLoad: what is counted comes after the start, so that one
// token more in the prompt changes a mean by little.
func TestFreedIsOfTheLoad(t *testing.T) {
	for _, p := range []clock.Preset{clock.GPU24GB, clock.H100Qwen8B} {
		l := Load{Workers: 4, Concurrency: 16, Output: 128}
		a, errA := FreedBySplit(t.Context(), p.Figures(), l, 2000)
		b, errB := FreedBySplit(t.Context(), p.Figures(), l, 2001)
		if errA != nil || errB != nil || math.Abs(a.MS-b.MS) > 0.05*a.Together.EndToEnd.Mean {
			t.Errorf("%v: %v and %v ms of %v (%v, %v)", p, a.MS, b.MS, a.Together.EndToEnd.Mean, errA, errB)
		}
	}
}

func TestFreedRefuses(t *testing.T) {
	g, usual := clock.GPU24GB.Figures(), Load{Workers: 4, Concurrency: 16, Output: 128}
	for _, l := range []Load{{}, {1, 16, 128}, {33, 16, 128}, {4, 0, 128}, {4, 1025, 128}, {4, 16, 0}, {4, 16, 4097}} {
		if _, err := FreedBySplit(t.Context(), g, l, 1000); err == nil {
			t.Errorf("%+v was run", l)
		}
	}
	for _, prompt := range []int{-1, 0, MaxLoadPrompt + 1} {
		if _, err := FreedBySplit(t.Context(), g, usual, prompt); err == nil {
			t.Errorf("a prompt of %d tokens was run", prompt)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := FreedBySplit(ctx, g, usual, 1000); err == nil {
		t.Error("a run that was given up has a result")
	}
}

func TestParseLoad(t *testing.T) {
	want := Load{Workers: 4, Concurrency: 16, Output: 128}
	if got, err := ParseLoad("4, 16,128"); err != nil || got != want || got.String() != "4,16,128" {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "4,16", "4,16,128,1", "4,x,128", "1,16,128", "4,16,99999999999999999999"} {
		if got, err := ParseLoad(bad); err == nil {
			t.Errorf("%q is %v", bad, got)
		}
	}
}
