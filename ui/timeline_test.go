package ui

import (
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"
)

func TestTimelineLooks(t *testing.T) {
	c := NewCanvas(80, 6, false)
	st := testStyles()
	(&Timeline{Pos: 14, N: 72}).Draw(c, Rect{0, 0, 80, 1}, st, false)
	tl := &Timeline{Pos: 1503, N: 12031, Events: []int{0, 1, 2, 100, 6000, 6001, 6002, 6003, 12031}}
	tl.Draw(c, Rect{0, 1, 80, 2}, st, true)
	(&Timeline{}).Draw(c, Rect{0, 4, 30, 1}, st, false)
	(&Timeline{Pos: 3, N: 9}).Draw(c, Rect{0, 5, 8, 1}, st, true)
	golden.RequireEqual(t, c.String())
}

func TestTimelineDragReachesBothEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tl := &Timeline{N: rapid.IntRange(0, 1<<40).Draw(t, "n")}
		w := rapid.IntRange(16, 200).Draw(t, "w")
		tl.Draw(NewCanvas(w, 1, false), Rect{0, 0, w, 1}, testStyles(), true)
		tr := tl.Track()
		tl.Pointer(Pointer{Kind: Press, X: tr.X + tr.W/2, Y: 0})
		prev := -1
		for x := range tr.W {
			tl.Pointer(Pointer{Kind: Drag, X: tr.X + x, Y: 3})
			if tl.Pos < prev || tl.Pos > tl.N {
				t.Fatalf("column %d gives %d of %d after %d", x, tl.Pos, tl.N, prev)
			}
			if tl.N >= tr.W && tl.scale().Column(float64(tl.Pos), tr.W) != x {
				t.Fatalf("dragged to column %d, handle at %d", x, tl.scale().Column(float64(tl.Pos), tr.W))
			}
			prev = tl.Pos
		}
		if tl.Pos != tl.N {
			t.Fatalf("the right end is %d of %d", tl.Pos, tl.N)
		}
		tl.Pointer(Pointer{Kind: Release, X: 0, Y: 0})
		if tl.Pos != 0 || tl.Held() {
			t.Fatalf("the left end is %d", tl.Pos)
		}
	})
}

func TestTimelineKeys(t *testing.T) {
	for _, c := range []struct {
		from, n int
		key     string
		want    int
	}{
		{14, 72, "right", 15},
		{14, 72, "h", 13},
		{0, 72, "left", 0},
		{72, 72, "right", 72},
		{14, 72, "pgup", 24},
		{14, 72, "pgdown", 4},
		{100, 12000, "pgup", 700},
		{14, 72, "home", 0},
		{14, 72, "end", 72},
		{14, 72, "up", 14},
	} {
		tl := Timeline{Pos: c.from, N: c.n}
		if changed := tl.Key(key(c.key)); tl.Pos != c.want || changed != (c.from != c.want) {
			t.Errorf("%s from %d of %d: %d, changed %t, want %d", c.key, c.from, c.n, tl.Pos, changed, c.want)
		}
	}
}

func TestTimelineWheelAndHandle(t *testing.T) {
	tl := &Timeline{Pos: 100, N: 12031}
	tl.Draw(NewCanvas(80, 2, false), Rect{0, 1, 80, 1}, testStyles(), true)
	at := tl.Track().X + tl.scale().Column(100, tl.Track().W)
	if tl.Pointer(Pointer{Kind: Press, X: at, Y: 1}) || tl.Pos != 100 {
		t.Errorf("a press on the handle moved it to %d", tl.Pos)
	}
	tl.Pointer(Pointer{Kind: WheelUp, X: at, Y: 1})
	if tl.Pointer(Pointer{Kind: WheelUp, X: at, Y: 0}) || tl.Pos != 101 {
		t.Errorf("one notch on it and one beside it: %d, want 101", tl.Pos)
	}
}

func TestTimelineAtEverySize(t *testing.T) {
	for _, size := range sizes {
		for _, n := range []int{-1, 0, 1, 72, 1 << 60} {
			tl := &Timeline{Pos: n / 2, N: n, Events: []int{0, n, -5, 1 << 61}}
			inside(t, size[0], size[1], func(c *Canvas, r Rect) { tl.Draw(c, r, testStyles(), true) })
			tl.Pointer(Pointer{Kind: Press, X: size[0], Y: 2})
			tl.Key(key("end"))
			tl.Key(key("left"))
		}
	}
}
