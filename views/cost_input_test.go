package views

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"kvtui/core/cost"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

func TestCostKeysDoNotClash(t *testing.T) {
	st := labCost()
	v := NewCost(&st)
	u := costUser(t, &st, 80, 24)
	if got := ui.Clashes(u.Shell().Actions()...); got != nil {
		t.Errorf("clashes: %v", got)
	}
	others := strings.Fields("1 2 3 4 5 6 tab shift+tab ? q esc u t o x y M space n p . , N P g G + - r R s S w W e j J # " +
		"left right up down shift+left shift+right pgup pgdown home end backspace delete ctrl+c ctrl+z ctrl+l")
	for _, a := range v.Actions() {
		for _, k := range a.Keys {
			for _, o := range others {
				if k == o {
					t.Errorf("%s takes %s, which others have", a.ID, k)
				}
			}
		}
	}
}

func TestCostKeys(t *testing.T) {
	st := labCost()
	u := costUser(t, &st, 120, 36)
	u.Key("l")
	u.See("10GbE: line rate 1.25 GB/s (10 Gbit/s), achieved rate not known")
	if u.Key("L", "L"); st.GBps != 0.112 {
		t.Errorf("two presets back from 10GbE is %v GB/s, want 0.112", st.GBps)
	}
	if u.Key("L"); st.GBps != 0.112 {
		t.Errorf("before the slowest preset comes %v GB/s", st.GBps)
	}
	if u.Key("h", "esc"); st.GBps != 0.112 {
		t.Errorf("h is no arrow here: %v GB/s", st.GBps)
	}
	if u.Key("c", "c", "c"); st.Precision != cost.INT4 {
		t.Errorf("three precisions on is %v", st.Precision)
	}
	if u.Key("c"); st.Precision != cost.BF16 || st.FP16Share != cost.MixedFP16Share {
		t.Errorf("after int4 comes %v, %v in fp16", st.Precision, st.FP16Share)
	}
	u.See("‹ mixed 33 % ›", "rest int4")
	if u.Key("c"); st.FP16Share != 0 {
		t.Error("after the mixture comes no bf16")
	}
	if u.Key("f"); st.PrefillMS != 0 {
		t.Error("f does not let prefill follow")
	}
	u.See("prefill fitted")
	u.Key("L", "shift+tab", "left")
	u.See("prefill is yours")
	if st.PrefillMS <= 0 || st.PrefillMS >= 80 {
		t.Errorf("one step down from 80 ms is %v ms", st.PrefillMS)
	}
	if u.Key("backspace"); st.PrefillMS != 0 {
		t.Error("backspace does not let prefill follow")
	}
	u.Key("up", "up", "up")
	if u.Key("right", "right"); st.Model != "Qwen3-14B" {
		t.Errorf("two models on is %s", st.Model)
	}
	if u.Key("["); st.Model != "Qwen3-8B" {
		t.Errorf("one model back is %s", st.Model)
	}
}

func TestCostTyping(t *testing.T) {
	st := labCost()
	u := costUser(t, &st, 80, 24)
	for _, c := range []struct {
		keys []string
		text string
		ok   func() bool
	}{
		{[]string{"enter"}, "12.5 GB/s", func() bool { return st.GBps == 12.5 }},
		{[]string{"enter"}, "5000", func() bool { return st.GBps == 5000 }},
		{[]string{"v"}, "300", func() bool { return st.SavedMS == 300 }},
		{[]string{"v"}, "0", func() bool { return st.SavedMS == 0 }},
		{[]string{"i"}, "32", func() bool { return st.Concurrency == 32 }},
		{[]string{"h"}, "20 ms", func() bool { return st.OverheadMS == 20 }},
		{[]string{"up", "up", "enter"}, "8,192", func() bool { return st.Tokens == 8192 }},
	} {
		u.Key(c.keys...)
		u.Type(c.text)
		if u.Key("enter"); !c.ok() {
			t.Errorf("%v, %q: not taken: %+v\n%s", c.keys, c.text, st, u.Screen())
		}
	}
	for keys, text := range map[string]string{"v": "-1", "h": "fast", "i": "1.5", "d": "NaN"} {
		before := st
		u.Key(keys)
		u.Type(text)
		u.Key("enter")
		u.See("esc cancel")
		if u.Key("esc"); st != before {
			t.Errorf("%s took %q", keys, text)
		}
	}
}

func TestCostTypesNames(t *testing.T) {
	st := labCost()
	u := costUser(t, &st, 120, 36)
	u.Key("tab", "tab", "tab", "tab", "tab", "tab") // over saved, sent, in flight, limit, rate, overhead
	u.Key("tab", "enter")
	u.Type("gemma")
	if u.Key("enter"); st.Model != "Gemma-3-27B" {
		t.Fatalf("a part of a name gives %q:\n%s", st.Model, u.Screen())
	}
	u.Key("enter")
	u.Type("llama-3.1-8b")
	if u.Key("enter"); st.Model != "Llama-3.1-8B" {
		t.Fatalf("model is %q:\n%s", st.Model, u.Screen())
	}
	u.Key("enter")
	u.Type("llama-9")
	u.Key("enter")
	u.See("closest: ")
	u.Key("esc", "tab", "enter")
	u.Type("int8")
	if u.Key("enter"); st.Precision != cost.INT8 {
		t.Errorf("precision is %v", st.Precision)
	}
}

// What looks as if it could be pressed does what it says, in the least full
// window too.
func TestCostPressesDoWhatTheySay(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		for _, c := range []struct {
			on, title string
			at        int // columns after the first of on
			field     func(st *state.Cost) bool
		}{
			{on: "v: set it", at: 5, title: "Set stalls freed"},
			{on: "in flight x", title: "Set requests in flight"},
			{on: "within ‹", title: "Set time limit"},
			{on: "› in flight", field: func(st *state.Cost) bool { return st.Concurrency == 5 }},
			{on: "‹ 4 ›", field: func(st *state.Cost) bool { return st.Concurrency == 3 }},
			{on: "within ‹", at: 7, field: func(st *state.Cost) bool { return st.WithinMS < 100 }},
			{on: "ms › this link", at: 3, field: func(st *state.Cost) bool { return st.WithinMS > 100 }},
			{on: "f: follow", at: 4, field: func(st *state.Cost) bool { return st.PrefillMS == 0 }},
		} {
			st := labCost()
			u := costUser(t, &st, size[0], size[1])
			if c.on == "f: follow" && size[0] > 80 {
				continue // no room for it
			}
			x, y := u.Find(c.on)
			u.Click(x+c.at, y)
			if c.title != "" {
				u.See(c.title, "esc cancel")
			} else if u.SeeNot("esc cancel"); !c.field(&st) {
				t.Errorf("%v: a press on %q leaves %+v", size, c.on, st)
			}
		}
	}
}

// TestCostUndo takes back gestures, not the steps that they are made of, in one
// list with the changes of the scenario.
func TestCostUndo(t *testing.T) {
	s := newSession(t, state.Default(""), nil)
	cfg := look("dark", false)
	cfg.Screens = []ui.Slot{{Key: "1", Screen: NewRoute(s)}, {Key: "4", Screen: s.CostScreen()}}
	cfg.Actions = s.Global()
	u := drive.Start(t, cfg, 120, 36)
	var states []state.State
	var names []string
	do := func(name string, deed func()) {
		states, names = append(states, s.State()), append(names, name)
		if deed(); s.State() == states[len(states)-1] {
			t.Fatalf("%s changes nothing:\n%s", name, u.Screen())
		}
		u.Advance(5 * time.Second)
	}
	keys := func(names ...string) func() { return func() { u.Key(names...) } }
	u.Key("4")
	do("bandwidth", keys("right", "right", "shift+left", "pgup"))
	u.Key("tab", "shift+tab") // which ends it
	do("bandwidth", keys("left", "left"))
	do("bandwidth", keys("l"))
	do("model", keys("]"))
	do("precision", keys("c"))
	do("stalls freed", func() { u.Key("v"); u.Type("300"); u.Key("enter") })
	do("requests a second", func() { u.Key("a"); u.Type("50"); u.Key("enter") })
	do("time limit", func() { u.Key("d"); u.Type("50"); u.Key("enter") })
	do("tokens", func() {
		x, y := u.Find("tokens  ")
		u.Drag(x+40, y, x+60, y+2)
	})
	do("tokens", func() {
		x, y := u.Find("tokens  ")
		u.Drag(x+60, y, x+30, y)
	})
	u.Key("1")
	do("3 workers", keys("w"))
	u.Key("4")
	do("prefill", func() {
		x, y := u.Find("prefill  ")
		u.Wheel(x+40, y, 3)
	})
	for i := len(states) - 1; i >= 0; i-- {
		u.Key("u")
		u.See("undone: " + names[i])
		if got := s.State(); got != states[i] {
			t.Fatalf("undo of %s:\n got %+v\nwant %+v", names[i], got, states[i])
		}
		u.Advance(5 * time.Second)
	}
	u.Key("u")
	u.See("nothing to undo")
}

func TestCostMouse(t *testing.T) {
	st := labCost()
	u := costUser(t, &st, 120, 36)
	if u.ClickOn("NDR"); st.GBps != 50 {
		t.Errorf("the name under the slider gives %v GB/s", st.GBps)
	}
	x, y := u.Find("25G ")
	_, top := u.Find("Links: time")
	for y < top {
		y++
		if strings.Contains(u.Line(y), "│  25G") {
			break
		}
	}
	_, row := u.Find("│  25G")
	if u.Click(90, row); st.GBps != 3.125 {
		t.Errorf("the row of 25GbE (%d, %d) gives %v GB/s", x, y, st.GBps)
	}
	_, row = u.Find("│  int8")
	if u.Click(90, row); st.Precision != cost.INT8 {
		t.Errorf("the row of int8 gives %v", st.Precision)
	}
	x, y = u.Find("› in flight")
	if u.Click(x, y); st.Concurrency != 5 {
		t.Errorf("› gives %d in flight", st.Concurrency)
	}
	if u.Wheel(x, y, 2); st.Concurrency != 3 {
		t.Errorf("two notches down give %d in flight", st.Concurrency)
	}
	_, y = u.Find("tokens  ")
	if u.Wheel(60, y, -1); st.Tokens <= 1500 {
		t.Errorf("a notch up gives %d tokens", st.Tokens)
	}
	x, y = u.Find("move pays ")
	u.Down(x+40, y+2)
	if handle, dot := handleAndDot(u.Screen()); handle != x+40 || dot != handle {
		t.Errorf("a press into the plot at %d puts the handle in %d, the dot in %d", x+40, handle, dot)
	}
	u.Move(x+50, y)
	if handle, _ := handleAndDot(u.Screen()); handle != x+50 {
		t.Errorf("a drag in the plot to %d puts the handle in %d", x+50, handle)
	}
}

var focused = regexp.MustCompile(`▸[^ ]`)

func TestCostFocusIsAlwaysSeen(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 18}, {40, 12}} {
		st := labCost()
		u := costUser(t, &st, 200, 60)
		for range costFields {
			u.Key("tab")
			u.Resize(size[0], size[1])
			if n := len(focused.FindAllString(u.Screen(), -1)); n != 1 {
				t.Fatalf("%v: %d marks of the focus:\n%s", size, n, u.Screen())
			}
			u.Resize(200, 60)
		}
	}
}

func TestCostFollowsTheStateItWasGiven(t *testing.T) {
	st := labCost()
	u := costUser(t, &st, 80, 24)
	st.GBps = 12.5 // as undo and options do
	u.Key("ctrl+l")
	u.Resize(80, 24)
	u.See("12.50 GB/s", "move 13.8 ms")
}

func TestCostIsDrawnAnewOnlyWhenSomethingChanged(t *testing.T) {
	st := labCost()
	v := NewCost(&st)
	c := ui.NewCanvas(120, 34, false)
	v.Resize(c.Bounds(), &ui.Styles{})
	v.Draw(c)
	drawn := v.chart.Version
	v.Draw(c)
	v.Focus(1)
	if v.Draw(c); v.chart.Version != drawn {
		t.Error("the chart is drawn anew for the same numbers")
	}
	v.nudge(fieldTokens, 1)
	if v.Draw(c); v.chart.Version == drawn {
		t.Error("the chart is not drawn anew for other numbers")
	}
}

func BenchmarkCostDraw(b *testing.B) {
	for name, change := range map[string]float64{"same 120x36": 0, "dragged 120x36": 0.001} {
		b.Run(name, func(b *testing.B) {
			st := state.DefaultCost()
			v := NewCost(&st)
			c := ui.NewCanvas(120, 34, false)
			v.Resize(c.Bounds(), &ui.Styles{})
			b.ReportAllocs()
			for b.Loop() {
				st.GBps += change
				v.Draw(c)
			}
		})
	}
}
