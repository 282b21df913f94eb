package views

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// mapState is the lab's example with the map on.
func mapState() state.Cost {
	st := labCost()
	st.Map, st.PrefillMS = true, 0
	return st
}

// mapUser drives a cost screen and keeps hold of it.
func mapUser(t testing.TB, st *state.Cost, w, h int, change func(*ui.Config)) (*drive.User, *Cost) {
	t.Helper()
	cfg := costConfig(st)
	if change != nil {
		change(&cfg)
	}
	v, ok := cfg.Screens[0].Screen.(*Cost)
	if !ok {
		t.Fatal("no cost screen")
	}
	return drive.Start(t, cfg, w, h), v
}

func plainASCII(cfg *ui.Config) { cfg.ASCII, cfg.NoColor = true, true }

func TestCostMapLooks(t *testing.T) {
	var out strings.Builder
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}, {60, 20}, {40, 12}} {
		st := mapState()
		u, _ := mapUser(t, &st, size[0], size[1], nil)
		out.WriteString(u.Screen() + "\n")
	}
	st := mapState()
	st.Model, st.SavedMS, st.OverheadMS, st.LayerWise, st.Preset = "Gemma-3-27B", 300, 20, true, "mocker"
	u, _ := mapUser(t, &st, 80, 24, plainASCII)
	out.WriteString(u.Screen() + "\n")
	golden.RequireEqual(t, out.String())
}

// sideOf says what a glyph of the map tells: gain, loss, or nothing.
func sideOf(glyph rune, ascii bool) int {
	gain, loss := mapGlyphs(ascii)
	switch {
	case slices.Contains(gain[:], glyph):
		return 1
	case slices.Contains(loss[:], glyph):
		return -1
	}
	return 0
}

// TestCostMapGlyphsTell: no glyph stands for both gain and loss, and each cell
// on screen has that of the gain at its tokens and bandwidth, worked out here
// from bytes and milliseconds alone.
func TestCostMapGlyphsTell(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		gain, loss := mapGlyphs(ascii)
		seen := map[rune]bool{}
		for _, r := range append(gain[:], loss[:]...) {
			if seen[r] {
				t.Errorf("%c stands for two sizes", r)
			}
			seen[r] = true
		}
		for _, saved := range []float64{0, 300} {
			st := mapState()
			st.SavedMS = saved
			u, v := mapUser(t, &st, 120, 36, func(cfg *ui.Config) { cfg.ASCII, cfg.NoColor = ascii, true })
			plot, told := v.grid.plot, 0
			for row := range plot.H {
				line := []rune(u.Line(plot.Y + row))
				tokens := v.grid.chart.Y.Value(plot.H-1-row, plot.H)
				for col := range plot.W {
					side := sideOf(line[plot.X+col], ascii)
					if side == 0 {
						continue
					}
					move := tokens * 114_688 / (v.grid.chart.X.Value(col, plot.W) * 1e6)
					against := 15 + 65*tokens/1500
					if saved > 0 {
						against = saved
					}
					if told++; (side > 0) != (against > move) && against/move > 1.01 || against/move < 0.99 && side > 0 {
						t.Errorf("ascii %v, saved %v: %c at %.0f tokens and column %d, though moving takes %.1f of %.1f ms", ascii, saved, line[plot.X+col], tokens, col, move, against)
					}
				}
			}
			if told < plot.W*plot.H*3/4 {
				t.Errorf("only %d of %d cells tell their side", told, plot.W*plot.H)
			}
		}
	}
}

func TestCostMapKeys(t *testing.T) {
	st := mapState()
	st.Map = false
	u, v := mapUser(t, &st, 80, 24, nil)
	u.See("ms to move the KV")
	u.Key("m")
	u.See("ms gained ░▒▓█, lost ·-×╳", "cursor 1,500 tokens at 0.608 GB/s: 202.9 ms lost; border 2.150 GB/s", "m chart")
	u.SeeNot("ms to move the KV")
	if before := st; !st.Map || v.focus != fieldMap {
		t.Errorf("m leaves %+v, focus %d", before, v.focus)
	}
	u.Key("end")
	u.See("at 1,000 GB/s: ")
	u.Key("home")
	u.See("at 0.050 GB/s: ")
	for range v.grid.plot.H {
		if v.focus == fieldMap {
			u.Key("up")
		}
	}
	if u.See("cursor 131,072 tokens"); v.focus == fieldMap {
		t.Error("the focus does not leave the map at its upper edge")
	}
	if u.Key("down"); v.focus != fieldMap {
		t.Error("the focus does not come back down")
	}
	if st.Tokens != 1500 || st.GBps != 0.608 {
		t.Errorf("reading the map set %d tokens, %v GB/s", st.Tokens, st.GBps)
	}
	u.Key("pgup", "pgup", "right", "down")
	tokens, gbps := v.cursor()
	u.Key("enter")
	if st.Tokens != tokens || st.GBps != gbps || tokens == 1500 {
		t.Errorf("enter takes %d tokens, %v GB/s; the cursor was at %d, %v", st.Tokens, st.GBps, tokens, gbps)
	}
	if u.Key("m"); st.Map || v.focus != fieldGBps {
		t.Error("m does not go back to the chart")
	}
}

// TestCostMapReadsOut: the line says of a pressed cell what the core says.
func TestCostMapReadsOut(t *testing.T) {
	for _, saved := range []float64{0, 250} {
		st := mapState()
		st.SavedMS, st.OverheadMS, st.Preset = saved, 10, "8gb"
		u, v := mapUser(t, &st, 200, 60, nil)
		for _, at := range [][2]int{{0, 0}, {40, 9}, {100, 20}, {v.grid.plot.W - 1, v.grid.plot.H - 1}} {
			u.Click(v.grid.plot.X+at[0], v.grid.plot.Y+at[1])
			tokens, gbps := v.cursor()
			trade := cost.Trade{Model: model06(t), Prefill: v.n.preset.MS, StallMS: saved, OverheadMS: 10}
			words := ui.Ms(trade.GainMS(tokens, gbps)) + " gained"
			if trade.GainMS(tokens, gbps) < 0 {
				words = ui.Ms(-trade.GainMS(tokens, gbps)) + " lost"
			}
			u.See("cursor "+thousands(tokens)+" tokens at "+ui.GBps(gbps), words+"; border "+ui.GBps(trade.BorderGBps(tokens)))
		}
	}
}

func model06(t testing.TB) cost.Model {
	t.Helper()
	m, err := cost.ModelByName("Qwen3-0.6B")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCostMapPointFollowsTheSliders: the point stands in the columns of the
// handle, and dragging the slider moves it.
func TestCostMapPointFollowsTheSliders(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		st := mapState()
		u, v := mapUser(t, &st, size[0], size[1], nil)
		u.Key("shift+tab", "l", "l")
		row := v.grid.plot.Y + v.grid.plot.H - 1 - v.grid.chart.Y.Column(1500, v.grid.plot.H)
		point := slices.Index([]rune(u.Line(row)), '●')
		handle := slices.Index([]rune(u.Line(v.sliders[fieldGBps].Track().Y)), '●')
		if st.GBps != 3.125 || point != handle || point < 0 {
			t.Errorf("%v: the point is in column %d, the handle in %d (%v GB/s)", size, point, handle, st.GBps)
		}
	}
}

func TestCostSendsLess(t *testing.T) {
	st := mapState()
	u, _ := mapUser(t, &st, 80, 24, nil)
	u.See("sent ‹ all layers, after prefill ›")
	if u.Key("b"); !st.LayerWise || st.LayerShare != 0 {
		t.Errorf("b sets %+v", st)
	}
	u.See("sent ‹ layer by layer ›: hides time, no bytes (KV transfer article)", "move 282.9 ms")
	if u.Key("b"); st.LayerWise || st.LayerShare != 0.5 {
		t.Errorf("b, b sets %+v", st)
	}
	u.See("sent ‹ 14 of 28 layers ›: research, not for production", "move 141.5 ms", "86.0 MB (82.0 MiB)")
	if u.Key("b"); st.LayerWise || st.LayerShare != 0 {
		t.Errorf("b, b, b sets %+v", st)
	}
	u.Key("c", "c", "c", "c")
	u.See("‹ mixed 33 % ›", "rest int4", "move 141.5 ms", "SpectrumKV +2 % perplexity, PDTrim +25 %")
	u.Key("F")
	u.See("prefill  ", ui.Ms(clock.GPU8GB.Prefill().MS(1500)))
	for range len(clock.PrefillKeys()) - 1 {
		u.Key("F")
	}
	if st.Preset != "line" {
		t.Errorf("after all presets comes %s", st.Preset)
	}
}

// TestCostFitsMemory: 21 requests of 164.1 MiB take 3,445 MiB, 22 more than
// 3,584.
func TestCostFitsMemory(t *testing.T) {
	st := labCost()
	u := costUser(t, &st, 200, 60)
	u.See("host memory of ‹ 3.5 GiB › holds the KV of 21 requests in flight")
	u.Key("k")
	u.Type("164 MiB")
	u.Key("enter")
	u.See("‹ 164.0 MiB › holds the KV of 0 requests")
	u.Key("k")
	u.Type("165")
	u.Key("enter")
	u.See("‹ 165.0 MiB › holds the KV of 1 requests")
}

func TestCostSendIsTyped(t *testing.T) {
	for text, want := range map[string]cost.Shrink{
		"all": {}, " All layers": {}, "layer by layer": {LayerShare: 0.25, LayerWise: true}, "0.75": {LayerShare: 0.75}, "1": {LayerShare: 1},
	} {
		share, wise, ok := sendNamed(text, state.Cost{LayerShare: 0.25})
		if !ok || share != want.LayerShare || wise != want.LayerWise {
			t.Errorf("%q: %v, %v, %v", text, share, wise, ok)
		}
	}
	for _, bad := range []string{"", "0", "-1", "1.5", "NaN", "half"} {
		if _, _, ok := sendNamed(bad, state.Cost{}); ok {
			t.Errorf("%q is taken", bad)
		}
	}
	for text, want := range map[string]float64{"mixed": cost.MixedFP16Share, "Mixed 0.5": 0.5, "mixed 1": 1} {
		if share, ok := mixedShare(text); !ok || share != want {
			t.Errorf("%q: %v, %v", text, share, ok)
		}
	}
	for _, bad := range []string{"int4", "mixed x", "mixed 0", "mixed 2", "mixed NaN"} {
		if _, ok := mixedShare(bad); ok {
			t.Errorf("%q is taken", bad)
		}
	}
}

// TestCostLayerWiseMovesTheSplitBorder: with 28 layers and prefill longer than
// the transfer, a split takes a 28th of it.
func TestCostLayerWiseMovesTheSplitBorder(t *testing.T) {
	st := labCost()
	st.GBps, st.SavedMS, st.LayerWise = 12.5, 1, true
	u := costUser(t, &st, 120, 36)
	u.See("split pays", "takes 0.49 ms") // 13.76 / 28
	st.LayerWise = false
	u.Key("down")
	u.See("do not split", "takes 13.8 ms")
}

// TestCostShowsAModelFromAFile: the shape that a config.json gave is a choice
// of the picker and stays one.
func TestCostShowsAModelFromAFile(t *testing.T) {
	st := mapState()
	st.Model, st.Config = "", "my/config.json"
	st.Own = cost.Model{
		Name: "my-model", Layers: 60, KVHeads: 16, HeadDim: 256, Window: 1024, SlidingLayers: 50, FullLayers: 10,
		Global: cost.Heads{KVHeads: 4, HeadDim: 512}, Verified: cost.FromFile,
	}
	u, _ := mapUser(t, &st, 200, 60, nil)
	u.See("‹ my-model ›", "from your config.json", "901,120 B/token", "then 81,920", "with Qwen3-0.6B's prefill")
	u.Key("]")
	u.See("‹ Qwen3-0.6B ›")
	u.Key("[")
	u.See("‹ my-model ›")
	u.Key("m")
	u.See("a full layer keeps 2 x 4 heads x 512 x 2 B = 8,192 B a token")
}

// TestCostUndoKeepsTheMap: undo takes back what was counted with, not which of
// chart and map is looked at.
func TestCostUndoKeepsTheMap(t *testing.T) {
	s := newSession(t, state.Default(""), nil)
	cfg := costConfig(&s.cost)
	cfg.Screens[0].Screen = s.CostScreen()
	cfg.Actions = s.Global()
	u := drive.Start(t, cfg, 80, 24)
	u.Key("l", "m", "u")
	if !s.cost.Map || s.cost.GBps != 0.608 {
		t.Errorf("after undo: map %v, %v GB/s", s.cost.Map, s.cost.GBps)
	}
}

// TestCostMapAtAnySize: whatever is counted, at any size, nothing panics and no
// line is longer than the screen.
func TestCostMapAtAnySize(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		st := mapState()
		st.Tokens = rapid.SampledFrom([]int{0, 1, 1500, 131_072, cost.MaxTokens}).Draw(rt, "tokens")
		st.GBps = rapid.SampledFrom([]float64{cost.MinGBps, 0.05, 12.5, cost.MaxGBps}).Draw(rt, "gbps")
		st.PrefillMS = rapid.SampledFrom([]float64{0, 1e-9, cost.MaxMS}).Draw(rt, "prefill")
		st.SavedMS = rapid.SampledFrom([]float64{0, 1e-9, 5, cost.MaxMS}).Draw(rt, "saved")
		st.OverheadMS = rapid.SampledFrom([]float64{0, 10}).Draw(rt, "overhead")
		st.Model = rapid.SampledFrom([]string{"OPT-66B", "Mistral-7B-v0.1", "DeepSeek-V3"}).Draw(rt, "model")
		st.LayerWise = rapid.Bool().Draw(rt, "layer-wise")
		w, h := rapid.IntRange(1, 210).Draw(rt, "w"), rapid.IntRange(1, 62).Draw(rt, "h")
		u, v := mapUser(t, &st, w, h, nil)
		u.Key("m", "m", "left", "down", "end", "pgup", "up")
		for y := range h {
			if got := ui.Width(u.Line(y)); got > w {
				rt.Fatalf("line %d of %dx%d has %d columns", y, w, h, got)
			}
		}
		if !v.grid.plot.Empty() && (v.grid.plot.W != len(v.grid.cells.GBps) || v.grid.plot.H != len(v.grid.cells.Tokens)) {
			rt.Fatalf("%dx%d: the map has not the size of its plot", w, h)
		}
	})
}
