package ui

import (
	"math"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"kvtui/themes"
)

func testStyles() *Styles {
	t, _ := themes.Named("dark", true)
	return NewStyles(t)
}

func key(name string) tea.KeyPressMsg {
	codes := map[string]tea.KeyPressMsg{
		"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
		"shift+left":  {Code: tea.KeyLeft, Mod: tea.ModShift},
		"shift+right": {Code: tea.KeyRight, Mod: tea.ModShift},
		"up":          {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
		"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
		"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
	}
	if k, ok := codes[name]; ok {
		return k
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

// sizes are the rectangles that every part must survive.
var sizes = [][2]int{
	{0, 0}, {1, 1}, {2, 1}, {3, 2}, {1, 9}, {9, 1}, {10, 3}, {20, 5}, {40, 12}, {79, 23}, {120, 40}, {300, 100},
}

// inside draws into a rectangle of a larger canvas and fails where a cell
// outside was touched.
func inside(t *testing.T, w, h int, draw func(c *Canvas, r Rect)) {
	t.Helper()
	c := NewCanvas(w+6, h+4, false)
	c.Fill(c.Bounds(), '?', Style{})
	r := Rect{3, 2, w, h}
	draw(c, r)
	for y := range c.h {
		for x := range c.w {
			if !r.Contains(x, y) && c.cells[y*c.w+x].r != '?' {
				t.Fatalf("%dx%d: cell (%d,%d) outside was drawn", w, h, x-r.X, y-r.Y)
			}
		}
	}
}

func linkSlider() *Slider {
	return &Slider{
		Label: "bandwidth", Text: "0.608 GB/s", Scale: bandwidth, Value: 0.608, Head: 23,
		Marks: []Tick{
			{At: 0.125, Text: "1GbE", Rank: 0},
			{At: 1.25, Text: "10G", Rank: 0},
			{At: 3.125, Text: "25G", Rank: 1},
			{At: 12.5, Text: "100G", Rank: 0},
			{At: 50, Text: "NDR", Rank: 1},
			{At: 900, Text: "NVLink", Rank: 0},
		},
	}
}

func TestSliderLooks(t *testing.T) {
	c := NewCanvas(80, 8, false)
	st := testStyles()
	tok := &Slider{Label: "tokens", Text: "1,500", Scale: Scale{Min: 16, Max: 4096}, Value: 1500, Head: 23}
	tok.Draw(c, Rect{1, 0, 76, 1}, st, false)
	linkSlider().Draw(c, Rect{1, 1, 76, 2}, st, true)
	linkSlider().Draw(c, Rect{1, 4, 40, 2}, st, true)
	linkSlider().Draw(c, Rect{1, 6, 12, 2}, st, true)
	golden.RequireEqual(t, c.String())
}

func TestSliderDragReachesEveryColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Slider{Scale: genScale(t), Integer: rapid.Bool().Draw(t, "integer")}
		if s.Integer {
			s.Min = math.Ceil(s.Min)
			s.Max = math.Ceil(s.Max) + 1
		}
		s.Set(rapid.Float64().Draw(t, "start"))
		w := rapid.IntRange(5, 200).Draw(t, "w")
		s.Draw(NewCanvas(w, 1, false), Rect{0, 0, w, 1}, testStyles(), true)
		tr := s.Track()
		prev := math.Inf(-1)
		s.Pointer(Pointer{Kind: Press, X: tr.X, Y: 0})
		for x := -3; x < w+3; x++ {
			s.Pointer(Pointer{Kind: Drag, X: x, Y: 7 * x})
			if s.Value < s.Min || s.Value > s.Max || s.Value < prev {
				t.Fatalf("%+v: column %d gives %g after %g", s.Scale, x, s.Value, prev)
			}
			prev = s.Value
			if c := clamp(x-tr.X, 0, tr.W-1); !s.Integer && s.Column(s.Value, tr.W) != c {
				t.Fatalf("%+v: dragged to column %d, handle at %d", s.Scale, c, s.Column(s.Value, tr.W))
			}
		}
		if s.Value != s.Max {
			t.Fatalf("%+v: dragged past the end: %g", s.Scale, s.Value)
		}
		s.Pointer(Pointer{Kind: Release, X: -100, Y: 0})
		if s.Value != s.Min || s.Held() {
			t.Fatalf("%+v: released before the start: %g, held %t", s.Scale, s.Value, s.Held())
		}
	})
}

func TestSliderDragGivesRoundNumbers(t *testing.T) {
	s := linkSlider()
	s.Draw(NewCanvas(80, 2, false), Rect{0, 0, 80, 2}, testStyles(), true)
	s.Pointer(Pointer{Kind: Press, X: s.Track().X + 3, Y: 0})
	for x := range s.Track().W {
		s.Pointer(Pointer{Kind: Drag, X: s.Track().X + x, Y: 0})
		if s.Value != RoundTo(s.Value, 2) {
			t.Errorf("column %d gives %v, more than two digits", x, s.Value)
		}
	}
}

func TestSliderStaysInRangeWhateverHappens(t *testing.T) {
	names := []string{"left", "right", "shift+left", "shift+right", "home", "end", "pgup", "pgdown", "h", "l", "x"}
	rapid.Check(t, func(t *rapid.T) {
		s := &Slider{
			Scale: genScale(t), Integer: rapid.Bool().Draw(t, "integer"),
			Step: rapid.SampledFrom([]float64{0, 0, 1, 7.5}).Draw(t, "step"),
		}
		s.Set(rapid.Float64().Draw(t, "start"))
		s.Draw(NewCanvas(60, 2, false), Rect{2, 0, 50, 2}, testStyles(), false)
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			before := s.Value
			var changed bool
			if rapid.Bool().Draw(t, "key?") {
				changed = s.Key(key(rapid.SampledFrom(names).Draw(t, "key")))
			} else {
				changed = s.Pointer(Pointer{
					Kind: PointerKind(rapid.IntRange(0, 4).Draw(t, "kind")),
					X:    rapid.IntRange(-5, 65).Draw(t, "x"), Y: rapid.IntRange(-1, 2).Draw(t, "y"),
					Fine: rapid.Bool().Draw(t, "fine"),
				})
			}
			if !(s.Value >= s.Min && s.Value <= s.Max) || changed != (before != s.Value) {
				t.Fatalf("%+v: %g, before %g, changed %t", s.Scale, s.Value, before, changed)
			}
		}
	})
}

func TestSliderKeys(t *testing.T) {
	log := Slider{Scale: Scale{Min: 0.1, Max: 1000, Log: true}}
	lin := Slider{Scale: Scale{Min: 1, Max: 64}, Integer: true}
	wide := Slider{Scale: Scale{Min: 16, Max: 128000, Log: true}, Integer: true, Fine: 1}
	for _, c := range []struct {
		s    Slider
		from float64
		key  string
		want float64
	}{
		{log, 1, "right", 1.12},
		{log, 1.12, "left", 1},
		{log, 0.608, "right", 0.631},
		{log, 0.608, "shift+right", 0.609},
		{log, 1, "shift+left", 0.999},
		{log, 1, "pgup", 3.16},
		{log, 10, "pgdown", 3.16},
		{log, 3, "end", 1000},
		{log, 3, "home", 0.1},
		{log, 1000, "right", 1000},
		{lin, 5, "l", 6},
		{lin, 5, "h", 4},
		{lin, 5, "shift+right", 6},
		{wide, 1500, "right", 1580},
		{wide, 16, "right", 18},
		{wide, 1500, "shift+right", 1501},
		{wide, 1500, "j", 1500},
	} {
		s := c.s
		s.Set(c.from)
		if s.Key(key(c.key)); s.Value != c.want {
			t.Errorf("%s from %v: %v, want %v", c.key, c.from, s.Value, c.want)
		}
	}
}

func TestSliderMouse(t *testing.T) {
	s := linkSlider()
	s.Draw(NewCanvas(80, 6, false), Rect{1, 2, 76, 2}, testStyles(), true)
	tr := s.Track()
	start := s.Value
	if s.Pointer(Pointer{Kind: Press, X: tr.X + 20, Y: 5}) || s.Pointer(Pointer{Kind: Drag, X: tr.X + 30, Y: 2}) {
		t.Error("a press outside grabbed the handle")
	}
	s.Reach = 1
	if !s.Pointer(Pointer{Kind: Press, X: tr.X + 20, Y: 1}) || !s.Held() {
		t.Error("a press one row off did not grab, with Reach 1")
	}
	if s.Pointer(Pointer{Kind: Press, X: 2, Y: 2}) || s.Pointer(Pointer{Kind: Drag, X: tr.X, Y: 2}) {
		t.Error("a press elsewhere did not end the lost drag")
	}
	s.Set(start)
	if s.Pointer(Pointer{Kind: Press, X: tr.X + s.Column(start, tr.W), Y: 2}) {
		t.Errorf("a press on the handle moved it to %v", s.Value)
	}
	s.Pointer(Pointer{Kind: Release, X: tr.X + tr.W - 1, Y: 2})
	if s.Value != s.Max {
		t.Errorf("the release was not followed: %v", s.Value)
	}
	s.Set(1)
	s.Pointer(Pointer{Kind: WheelUp, X: tr.X, Y: 2})
	s.Pointer(Pointer{Kind: WheelDown, X: tr.X, Y: 2, Fine: true})
	if s.Value != 1.11 {
		t.Errorf("a notch up and a fine one down from 1: %v, want 1.11", s.Value)
	}
	mark := tr.X + s.Column(12.5, tr.W)
	if s.Pointer(Pointer{Kind: Press, X: mark, Y: 3}); s.Value != 12.5 {
		t.Errorf("a press on the name 100G: %v, want 12.5", s.Value)
	}
}

func TestSliderAtEverySize(t *testing.T) {
	for _, size := range sizes {
		for _, sc := range append(oddScales, bandwidth) {
			for _, v := range oddValues {
				s := linkSlider()
				s.Scale, s.Value = sc, v
				inside(t, size[0], size[1], func(c *Canvas, r Rect) { s.Draw(c, r, testStyles(), true) })
				for _, k := range []string{"left", "right", "shift+left", "pgup", "end"} {
					s.Key(key(k))
				}
				s.Pointer(Pointer{Kind: Press, X: 5, Y: 2})
				s.Pointer(Pointer{Kind: Release, X: 1 << 30, Y: 2})
			}
		}
	}
}

func TestTickNamesNeverTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room := Rect{0, 0, rapid.IntRange(0, 90).Draw(t, "room"), 2}
		tr := Rect{min(room.W, 20), 0, max(0, room.W-21), 1}
		var ticks []Tick
		for i := range rapid.IntRange(0, 20).Draw(t, "n") {
			ticks = append(ticks, Tick{
				At:   bandwidth.At(rapid.Float64Range(0, 1).Draw(t, "at")),
				Text: []string{"a", "10G", "NVLink", "400GbE"}[i%4],
				Tail: []string{"", "", " GB/s"}[i%3], Rank: i % 3,
			})
		}
		end := -1
		for _, p := range placeTicks(nil, ticks, bandwidth, tr, room) {
			at := tr.X + bandwidth.Column(p.tick.At, tr.W)
			w := Width(p.text())
			if p.x <= end || p.x+w > room.W || at < p.x || at >= p.x+w {
				t.Fatalf("%q for column %d stands in %d, the one before ends at %d", p.tick.Text, at, p.x, end)
			}
			end = p.x + w
		}
	})
}

func BenchmarkSlider(b *testing.B) {
	c, st, s := NewCanvas(120, 40, false), testStyles(), linkSlider()
	for b.Loop() {
		s.Draw(c, Rect{1, 1, 118, 2}, st, true)
	}
}
