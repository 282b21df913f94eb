package views

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"kvtui/core/cost"
	"kvtui/themes"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// labCost is the lab's example with the published prefill of 80 ms, so that
// every number here can be checked by hand: 1,500 tokens x 114,688 B =
// 172,032,000 B.
func labCost() state.Cost {
	st := state.DefaultCost()
	st.PrefillMS = 80
	return st
}

func costUser(t testing.TB, st *state.Cost, w, h int) *drive.User {
	t.Helper()
	return drive.Start(t, costConfig(st), w, h)
}

func costConfig(st *state.Cost) ui.Config {
	return ui.Config{Name: "kvtui", Dark: true, Screens: []ui.Slot{{Key: "4", Screen: NewCost(st)}}}
}

func TestCostLooks(t *testing.T) {
	var out strings.Builder
	for _, size := range [][2]int{{80, 24}, {120, 36}, {40, 12}} {
		st := labCost()
		out.WriteString(costUser(t, &st, size[0], size[1]).Screen() + "\n")
	}
	st := state.DefaultCost()
	st.Model, st.Tokens, st.Precision, st.SavedMS, st.OverheadMS = "Gemma-3-27B", 8192, cost.FP8, 300, 20
	out.WriteString(costUser(t, &st, 80, 24).Screen() + "\n")
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		st := labCost()
		st.Precision, st.LayerWise, st.SavedMS = cost.INT4, true, 60
		u, _ := mapUser(t, &st, size[0], size[1], plainASCII)
		out.WriteString(u.Screen() + "\n")
	}
	golden.RequireEqual(t, out.String())
}

func TestCostNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(st *state.Cost)
		see  []string
		hide []string
	}{
		"the lab": {
			func(*state.Cost) {},
			[]string{
				"move 282.9 ms", "recompute 80.0 ms", "3.5 x the time: recompute, do not move",
				"2.150 GB/s (17.2 Gbit/s): 25GbE is enough, 10GbE is not", "362.9 ms", "114,688 B/token",
				"172.0 MB (164.1 MiB)", "x 164.1 MiB = 656.2 MiB", "frees more than 282.9 ms of stalls",
				"up to 530 tokens", // 60.8 MB in 100 ms over 114,688 B
				"prefill is yours", "1.720 GB/s (13.8 Gbit/s): 2.8 x this link",
			},
			[]string{"split pays:", "fitted to two", "do not split"},
		},
		"preset": {
			func(st *state.Cost) { st.PrefillMS = 0 },
			[]string{"recompute 80.0 ms", "prefill fitted: two points, 8 GB GPU"},
			nil,
		},
		"a longer prompt than the preset knows": {
			func(st *state.Cost) { st.PrefillMS, st.Tokens = 0, 3000 },
			[]string{"recompute 145.0 ms", "line beyond"},
			[]string{"two points"},
		},
		"100GbE": {
			func(st *state.Cost) { st.GBps = 12.5 },
			[]string{"move 13.8 ms", "0.17 x the time: move, do not recompute", "100GbE: line rate 12.5 GB/s (100 Gbit/s)"},
			[]string{"recompute, do not move"},
		},
		"1GbE": {
			func(st *state.Cost) { st.GBps = 0.112 },
			[]string{"move 1,536.0 ms", "1GbE: line rate 0.125 GB/s, measured 0.112 GB/s"},
			nil,
		},
		"split pays though moving does not": {
			func(st *state.Cost) { st.SavedMS = 300 },
			[]string{"recompute, do not move", "split pays: ", "17.1 ms gained", "border 0.573 GB/s", "split from 0.573 GB/s"},
			[]string{"split pays only if"},
		},
		"split does not pay though moving does": {
			func(st *state.Cost) { st.GBps, st.SavedMS = 12.5, 10 },
			[]string{"move, do not recompute", "do not split: ", "3.8 ms lost", "border 17.20 GB/s"},
			[]string{"split pays"},
		},
		"overhead is paid too": {
			func(st *state.Cost) { st.SavedMS, st.OverheadMS = 300, 20 },
			[]string{"382.9 ms", "do not split", "2.9 ms lost", "border 0.614 GB/s"},
			[]string{"split pays"},
		},
		"overhead beyond what is saved": {
			func(st *state.Cost) { st.SavedMS, st.OverheadMS = 10, 20 },
			[]string{"do not split", "border none"},
			nil,
		},
		"fp8": {
			func(st *state.Cost) { st.Precision = cost.FP8 },
			[]string{"57,344 B/token", "86.0 MB (82.0 MiB)", "move 141.5 ms", "quality held on nearly all tasks", "KV transfer article"},
			nil,
		},
		"int4": {
			func(st *state.Cost) { st.Precision, st.PrefillMS = cost.INT4, 0 },
			[]string{"28,672 B/token", "quality varies by model", "int4: Qwen2.5-7B drops, Mistral-7B holds", "prefill is for bf16: drag it"},
			nil,
		},
		"latent": {
			func(st *state.Cost) { st.Model, st.PrefillMS = "DeepSeek-V3", 0 },
			[]string{"70,272 B/token", "105.4 MB (100.5 MiB)", "move 173.4 ms", "one latent of 512 + 64, no heads", "prefill is Qwen3-0.6B's: drag it", "move, with Qwen3-0.6B's prefill"},
			nil,
		},
		"windows": {
			func(st *state.Cost) { st.Model, st.Tokens, st.GBps = "Gemma-3-27B", 8192, 12.5 },
			[]string{"507,904 B/token, then 81,920", "1.1 GB (1.0 GiB)", "move 88.6 ms", "52 of 62 layers keep only the last 1,024 tokens"},
			nil,
		},
		"every layer slides": {
			func(st *state.Cost) { st.Model, st.GBps = "Mistral-7B-v0.1", 12.5 },
			[]string{"prompt of any length"},
			nil,
		},
		"border beyond the axis": {
			func(st *state.Cost) { st.Model, st.Tokens = "OPT-66B", 131072 },
			[]string{"break-even beyond 1,000 GB/s", "at 3,865 GB/s: NVLink H100 is not enough"},
			nil,
		},
		"border below the axis": {
			func(st *state.Cost) { st.Tokens, st.PrefillMS = 15, 5000 },
			[]string{"break-even below 0.05 GB/s", "(0.003 Gbit/s): even 1GbE is enough"},
			nil,
		},
		"a shape of its own": {
			func(st *state.Cost) {
				st.Model, st.Layers, st.KVHeads, st.HeadDim, st.DtypeBytes = "", 10, 4, 64, 4
			},
			[]string{"‹ custom ›", "10 layers · 4 KV heads · dim 64", "‹ 4 B/element ›", "20,480 B/token"},
			nil,
		},
		"a byte an element claims no format": {
			func(st *state.Cost) {
				*st = st.WithDtypeBytes(1)
				st.Model, st.PrefillMS = "", 0
			},
			[]string{"‹ 1 B/element ›", "57,344 B/token", "elements of 1 B, as given"},
			[]string{"fp8 ›", "▸ fp8", "· quality"},
		},
		"slower than any link": {
			func(st *state.Cost) { st.Tokens, st.GBps = 1_000_000_000, 1e-6 },
			[]string{"1 kB/s", "100 kB/s", " y ┤"},
			[]string{"e-0", "0.000001"},
		},
		"faster than any link": {
			func(st *state.Cost) { st.Tokens, st.GBps = 1, 1e9 },
			[]string{" ps ┤", " µs ┤"},
			[]string{"e-0", "0.00000", "0.001 µs"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			st := labCost()
			c.set(&st)
			u := costUser(t, &st, 200, 60)
			u.See(c.see...)
			u.SeeNot(c.hide...)
		})
	}
}

// The legend of the chart has room beside the numbers of its axis, or is not
// drawn.
func TestCostLegendKeepsOffTheAxis(t *testing.T) {
	legend := regexp.MustCompile(`│ [●◆╌░◇] (you|break-even|recompute|move pays|split from)`)
	whole := regexp.MustCompile(`│ [●◆╌░◇] (you|break-even|recompute|move pays|split from) +(\d[\d.,]* (y|d|h|min|s|ms|µs|ns|ps) )?[│┤]`)
	drawn := 0
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 36}, {200, 60}} {
		for _, tokens := range []int{1, 1500, cost.MaxTokens} {
			for _, gbps := range []float64{1e-6, 0.608, 1e6} {
				st := labCost()
				st.SavedMS, st.Tokens, st.GBps = 200, tokens, gbps
				screen := costUser(t, &st, size[0], size[1]).Screen()
				found, legible := len(legend.FindAllString(screen, -1)), len(whole.FindAllString(screen, -1))
				if found != legible {
					t.Fatalf("%v, %d tokens at %v GB/s: %d of %d legends are clear:\n%s", size, tokens, gbps, legible, found, screen)
				}
				if tokens == 1500 && gbps == 0.608 && size[1] > 24 && found != 5 {
					t.Errorf("%v: %d legends of the usual chart, want 5:\n%s", size, found, screen)
				}
				drawn += found
			}
		}
	}
	if drawn < 40 {
		t.Errorf("only %d legends were looked at", drawn)
	}
}

// A verdict over another model's prefill says whose it is, at the usual sizes.
func TestCostVerdictNamesTheModelOfItsPrefill(t *testing.T) {
	for size, want := range map[[2]int]string{
		{80, 24}:  "recompute 80.0 ms (Qwen3-0.6B's)  ",
		{110, 30}: "the time: recompute, do not move, with Qwen3-0.6B's prefill",
		{200, 60}: "the time: recompute, do not move, with Qwen3-0.6B's prefill",
	} {
		st := state.DefaultCost()
		st.Model = "Llama-3.1-8B"
		costUser(t, &st, size[0], size[1]).See(want)
		st.PrefillMS = 80
		costUser(t, &st, size[0], size[1]).SeeNot(want)
	}
}

var ownGBps = regexp.MustCompile(`bandwidth +([0-9.,]+) GB/s`)

// handleAndDot returns the columns of the bandwidth handle and of the dot on
// the chart, -1 where they are not drawn.
func handleAndDot(screen string) (handle, dot int) {
	handle, dot = -1, -1
	for y, line := range strings.Split(screen, "\n") {
		cells := []rune(line)
		for x, r := range cells {
			switch {
			case r != '●' || x < costHead:
			case strings.Contains(line, "bandwidth"):
				handle = x
			case y > fieldRows && dot < 0:
				dot = x
			}
		}
	}
	return handle, dot
}

func TestCostOneMotionMovesEverything(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		st := labCost()
		u := costUser(t, &st, size[0], size[1])
		from, _ := handleAndDot(u.Screen())
		_, y := u.Find("bandwidth")
		u.Down(from, y)
		frames, before := u.Frames, u.Screen()
		u.Move(from+17, y+3)
		screen := u.Screen()
		if u.Frames != frames+1 || screen == before {
			t.Fatalf("%v: %d frames after one motion", size, u.Frames-frames)
		}
		handle, dot := handleAndDot(screen)
		if handle != from+17 || dot != handle {
			t.Fatalf("%v: mouse in column %d, handle in %d, dot in %d:\n%s", size, from+17, handle, dot, screen)
		}
		gbps, err := strconv.ParseFloat(ownGBps.FindStringSubmatch(screen)[1], 64)
		if err != nil || gbps != st.GBps {
			t.Fatalf("%v: %v GB/s on screen, %v in the state (%v)", size, gbps, st.GBps, err)
		}
		ms := 172.032 / gbps
		u.See(fmt.Sprintf("move %.1f ms", ms), fmt.Sprintf("you: %.1f ms", ms), fmt.Sprintf("%.1f ms", ms+80),
			fmt.Sprintf("up to %s tokens", ui.Thousands(int(gbps*1e8/114688))))
	}
}

func TestCostHandleStandsOverTheDot(t *testing.T) {
	dark, _ := themes.Named("dark", true)
	styles := ui.NewStyles(dark)
	rapid.Check(t, func(t *rapid.T) {
		st := labCost()
		w := rapid.IntRange(wideCost, 240).Draw(t, "w")
		h := rapid.IntRange(22, 70).Draw(t, "h")
		v := NewCost(&st)
		v.set(fieldGBps, ui.Scale{Min: 0.05, Max: 1000, Log: true}.At(rapid.Float64Range(0, 1).Draw(t, "at")))
		v.set(fieldTokens, float64(rapid.IntRange(1, 1_000_000).Draw(t, "tokens")))
		v.set(fieldSaved, rapid.Float64Range(0, 1000).Draw(t, "saved"))
		c := ui.NewCanvas(w, h, false)
		v.Resize(c.Bounds(), styles)
		v.Draw(c)
		handle, dot := handleAndDot(c.String())
		if handle < 0 || handle != dot {
			t.Fatalf("handle in column %d, dot in %d:\n%s", handle, dot, c.String())
		}
	})
}

func TestCostAtEverySizeAndTheme(t *testing.T) {
	t.Parallel()
	sizes := [][2]int{
		{0, 0},
		{1, 1},
		{10, 3},
		{20, 5},
		{40, 12},
		{41, 13},
		{60, 20},
		{79, 23},
		{80, 24},
		{90, 50},
		{100, 30},
		{112, 20},
		{120, 40},
		{176, 22},
		{200, 60},
		{300, 15},
		{300, 100},
		{40, 100},
	}
	for _, size := range sizes {
		for _, theme := range themes.Names() {
			for _, ascii := range []bool{false, true} {
				st := labCost()
				st.SavedMS = 100
				cfg := costConfig(&st)
				cfg.Theme, cfg.ASCII = theme, ascii
				u := drive.Start(t, cfg, size[0], size[1])
				u.Key("tab", "right", "c", "]", "l", "shift+tab", "pgdown", "home", "end")
				checkFrame(t, u, size, ascii)
			}
		}
	}
}

func checkFrame(t *testing.T, u *drive.User, size [2]int, ascii bool) {
	t.Helper()
	lines := strings.Split(u.Screen(), "\n")
	if len(lines) != max(1, size[1]) {
		t.Fatalf("%v: %d rows", size, len(lines))
	}
	for _, l := range lines {
		if ui.Width(l) > size[0] {
			t.Fatalf("%v: %d columns in %q", size, ui.Width(l), l)
		}
		if ascii && strings.IndexFunc(l, func(r rune) bool { return r > 126 }) >= 0 {
			t.Fatalf("%v: not ASCII: %q", size, l)
		}
	}
}

func TestCostCutsNoWord(t *testing.T) {
	if testing.Short() {
		t.Skip("every size, in one goroutine")
	}
	t.Parallel()
	for _, size := range [][2]int{{40, 12}, {50, 24}, {60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}} {
		st := labCost()
		c := ui.NewCanvas(size[0], size[1], false)
		v := NewCost(&st)
		v.Resize(c.Bounds(), &ui.Styles{})
		for _, m := range cost.Models() {
			for i, p := range cost.Precisions() {
				st = state.Cost{
					Model: m.Name, Precision: p, Tokens: []int{1, 1500, 131_072, 1_000_000}[i], GBps: []float64{0.05, 0.608, 50, 999}[i],
					PrefillMS: float64(i * 3333), SavedMS: float64((3 - i) * 777), OverheadMS: float64(i * 50), Concurrency: 1 + i*333,
					LayerWise: i%2 == 1, LayerShare: []float64{0, 0, 0.5, 0.25}[i], FP16Share: []float64{0.5, 0, 0, 0.25}[i],
				}
				for f := range costFields {
					v.touched = f
					c.Clear()
					v.Draw(c)
					if s := c.String(); strings.Contains(s, "…") || strings.Contains(s, "%!") {
						t.Fatalf("%v, %s %s, about field %d: a word is cut:\n%s", size, m.Name, p, f, s)
					}
				}
			}
		}
	}
}
