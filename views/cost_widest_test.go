package views

import (
	"math"
	"strings"
	"testing"

	"kvtui/core/cost"
	"kvtui/core/sim"
	"kvtui/ui"
	"kvtui/views/state"
)

// TestCostSolvesForThePrecision: 1,500 tokens are 172.0 MB in bf16, half of that
// in fp8 and int8, a quarter in int4, against 80 ms of prefill.
func TestCostSolvesForThePrecision(t *testing.T) {
	for _, c := range []struct {
		gbps, saved float64
		want        string
	}{
		{12.5, 0, "moving pays on this link: bf16"},
		{1.25, 0, "moving pays on this link: fp8"},   // 68.8 ms
		{0.608, 0, "moving pays on this link: int4"}, // 70.7 ms
		{0.112, 0, "no precision makes moving pay"},  // 384 ms
		{0.608, 150, "moving int4, splitting fp8"},   // 141.5 ms
		{0.112, 1600, "moving none, splitting bf16"}, // 1,536 ms
		{12.5, 3, "moving bf16, splitting none"},     // 3.4 ms
		{0.112, 10, "no precision makes moving or splitting pay"},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
			st := labCost()
			st.GBps, st.SavedMS = c.gbps, c.saved
			costUser(t, &st, size[0], size[1]).See(c.want)
		}
	}
}

// TestCostSolvesForThePrecisionUnderLoad: with all in flight on one link the
// precision has to let every transfer through in the time of one request.
func TestCostSolvesForThePrecisionUnderLoad(t *testing.T) {
	st := stallState()
	f, many := freedBy(t, st, 1500), float64(st.Simulate.Concurrency)
	const bf16 = 172.032 // MB, so ms at 1 GB/s
	border := bf16 / min(f.MS, f.Together.EndToEnd.Mean/many)
	for factor, want := range map[float64]string{1.01: "splitting bf16", 0.51: "splitting fp8", 0.26: "splitting int4"} {
		st.GBps = border * factor
		u := costUser(t, &st, 120, 36)
		u.Advance(restsLong)
		if u.See(want); factor < 1 && f.MS > bf16/st.GBps {
			u.See("pays alone") // what the precision on screen does
		}
	}
}

// TestCostHasOneNumberInFlight: the host memory is that of the simulated load,
// whose number is the one that the arrows change.
func TestCostHasOneNumberInFlight(t *testing.T) {
	st := stallState()
	st.GBps = 12.5
	u := costUser(t, &st, 120, 36)
	u.Advance(restsLong)
	u.See("16 in flight, 128 out", "host memory  ‹ 16 › in flight x 164.1 MiB = 2.6 GiB", "your ‹ 10 requests/s › ask", "simulated "+ui.Decimal(freedBy(t, st, 1500).Together.RequestsPerS, 1))
	x, y := u.Find("› in flight")
	if u.Click(x, y); st.Simulate.Concurrency != 17 || st.Concurrency != 4 {
		t.Errorf("one more gives %d simulated, %d else", st.Simulate.Concurrency, st.Concurrency)
	}
	u.Advance(restsLong)
	u.See("17 in flight, 128 out", "‹ 17 › in flight")
	u.Key("i")
	u.Type("2000")
	u.Key("enter")
	u.See("esc cancel")
	u.Key("esc", "v")
	u.Type("300")
	if u.Key("enter"); st.Simulate != (sim.Load{}) || st.Concurrency != 17 {
		t.Errorf("300 ms typed leave %+v, %d in flight", st.Simulate, st.Concurrency)
	}
	u.See("‹ 17 › in flight")
}

func TestCostTypesUnits(t *testing.T) {
	st := labCost()
	u := costUser(t, &st, 80, 24)
	for text, want := range map[string]float64{"25Gbit": 3.125, "100GbE": 12.5, "3.1GB/s": 3.1, "7": 7, "1,000": 1000} {
		u.Key("enter")
		u.Type(text)
		if u.Key("enter"); st.GBps != want {
			t.Errorf("%s is %v GB/s", text, st.GBps)
		}
	}
	for text, want := range map[string]string{
		"25gbps": "GB/s, or 25Gbit, 25GbE, 3.1GB/s", "fast": "GB/s, or 25Gbit",
		"0": "0.000001 to 1,000,000 GB/s", "2e6": "1,000,000 GB/s", "NaN": "1,000,000 GB/s",
	} {
		before := st
		u.Key("enter")
		u.Type(text)
		u.Key("enter")
		u.See("bandwidth: ", want)
		if u.Key("esc"); st != before {
			t.Errorf("%s is taken", text)
		}
	}
}

// TestCostTicksStandEven: the ticks of any chart are the same number of rows
// apart, on the rows where the axis draws them.
func TestCostTicksStandEven(t *testing.T) {
	for rows := 3; rows <= 60; rows++ {
		for decades := 1.0; decades <= 14; decades++ {
			a := evenDecades(ui.Scale{Min: 0.1, Max: 0.1 * math.Pow(10, decades), Log: true}, rows)
			if a.Max < 0.1*math.Pow(10, decades)*0.999 || len(a.Ticks) < 2 {
				t.Fatalf("%v decades in %d rows: up to %v, %d ticks", decades, rows, a.Max, len(a.Ticks))
			}
			gap := 0
			for i := 1; i < len(a.Ticks); i++ {
				now := a.Column(a.Ticks[i].At, rows) - a.Column(a.Ticks[i-1].At, rows)
				if gap == 0 {
					gap = now
				}
				if now != gap || now < 2 {
					t.Fatalf("%v decades in %d rows: %d rows after %d", decades, rows, now, gap)
				}
			}
		}
	}
}

// TestCostKnowsTheModelOfAConfig: the config.json of the preset's model is not
// called another model; one of another shape is.
func TestCostKnowsTheModelOfAConfig(t *testing.T) {
	for layers, other := range map[int]bool{28: false, 29: true} {
		st := state.DefaultCost()
		st.Model, st.Config = "", "mine/config.json"
		st.Own = cost.Model{Name: "mine", Layers: layers, QueryHeads: 16, KVHeads: 8, HeadDim: 128, Verified: cost.FromFile}
		screen := costUser(t, &st, 200, 60).Screen()
		if strings.Contains(screen, "not of this model") != other || strings.Contains(screen, "Qwen3-0.6B's") != other {
			t.Errorf("%d layers:\n%s", layers, screen)
		}
	}
}

// TestCostShowsCaveatAndSource of whatever shrinks or hides a transfer, whatever
// was touched last.
func TestCostShowsCaveatAndSource(t *testing.T) {
	if testing.Short() {
		t.Skip("every size, in one goroutine")
	}
	for caveat, set := range map[string]func(st *state.Cost){
		"quality held on nearly all tasks": func(st *state.Cost) { st.Precision = cost.FP8 },
		"quality held by most models":      func(st *state.Cost) { st.Precision = cost.INT8 },
		"Mistral-7B holds":                 func(st *state.Cost) { st.Precision = cost.INT4 },
		"perplexity":                       func(st *state.Cost) { st.FP16Share = 0.5 },
		"research":                         func(st *state.Cost) { st.LayerShare = 0.5 },
		"not NIXL":                         func(st *state.Cost) { st.LayerWise = true },
	} {
		for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
			for _, mapped := range []bool{false, true} {
				for _, simulated := range []bool{false, true} {
					st := labCost()
					if simulated {
						st = stallState()
					}
					st.Map = mapped
					set(&st)
					u := costUser(t, &st, size[0], size[1])
					u.Advance(restsLong)
					u.Key("shift+tab", "l")
					u.Advance(restsLong)
					if s := u.Screen(); !strings.Contains(s, "article") || !strings.Contains(s, caveat) {
						t.Errorf("%v, map %v, simulated %v: %s without its source:\n%s", size, mapped, simulated, caveat, s)
					}
				}
			}
		}
	}
}
