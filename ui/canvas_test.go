package ui_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"kvtui/ui"
)

func TestCanvasWideClusters(t *testing.T) {
	for _, tc := range []struct {
		name string
		draw func(c *ui.Canvas)
		want string
	}{
		{"fits", func(c *ui.Canvas) { c.Text(0, 0, "가나", ui.Style{}) }, "가나"},
		{"cut at the edge", func(c *ui.Canvas) { c.Text(5, 0, "가나", ui.Style{}) }, "     가"},
		{"cut at the left", func(c *ui.Canvas) { c.Text(-1, 0, "가나", ui.Style{}) }, " 나"},
		{"right half overwritten", func(c *ui.Canvas) { c.Text(0, 0, "가", ui.Style{}); c.Set(1, 0, 'x', ui.Style{}) }, " x"},
		{"left half overwritten", func(c *ui.Canvas) { c.Text(0, 0, "가b", ui.Style{}); c.Set(0, 0, 'x', ui.Style{}) }, "x b"},
		{"wide over wide, shifted", func(c *ui.Canvas) { c.Text(0, 0, "가나", ui.Style{}); c.Text(1, 0, "다", ui.Style{}) }, " 다"},
		{"wide over itself", func(c *ui.Canvas) { c.Text(0, 0, "가나", ui.Style{}); c.Text(0, 0, "다", ui.Style{}) }, "다나"},
		{"combining mark", func(c *ui.Canvas) { c.Text(0, 0, "e\u0301x", ui.Style{}) }, "e\u0301x"},
		{"to the right", func(c *ui.Canvas) { c.TextRight(7, 0, "가b", ui.Style{}) }, "    가b"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := ui.NewCanvas(7, 1, false)
			tc.draw(c)
			if got := strings.TrimSuffix(c.String(), "\n"); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if w := ansi.StringWidth(c.Frame()); w != 7 {
				t.Errorf("the row is %d wide", w)
			}
		})
	}
}

func TestCanvasClips(t *testing.T) {
	c := ui.NewCanvas(6, 3, false)
	c.WithClip(ui.Rect{X: 1, Y: 1, W: 3, H: 1}, func() {
		c.Fill(ui.Rect{X: -5, Y: -5, W: 50, H: 50}, '#', ui.Style{})
		c.WithClip(ui.Rect{X: 3, Y: 0, W: 9, H: 9}, func() { c.Text(0, 1, "abcdef", ui.Style{}) })
	})
	if got, want := c.String(), "\n ##d\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCanvasDropsControlCharacters(t *testing.T) {
	c := ui.NewCanvas(20, 1, false)
	c.Text(0, 0, "a\x1b]0;x\x07b\u009b1m\r\nc\x7f\xff", ui.Style{})
	c.Set(18, 0, '\x1b', ui.Style{})
	c.Fill(ui.Rect{X: 19, W: 1, H: 1}, '\n', ui.Style{})
	if got, want := c.Frame(), "a]0;xb1mc           "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Whatever is drawn, in whatever order, each row is as wide as the canvas, no
// control character comes out, and in ASCII mode nothing but ASCII.
func TestCanvasHoldsForAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 30).Draw(t, "w"), rapid.IntRange(0, 4).Draw(t, "h")
		ascii := rapid.Bool().Draw(t, "ascii")
		c := ui.NewCanvas(w, h, ascii)
		texts := rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"가나다", "e\u0301", "1\ufe0f\u20e3", "█▒⣿", "\u202eabc"})))
		for _, s := range texts.Draw(t, "texts") {
			c.Text(rapid.IntRange(-5, 35).Draw(t, "x"), rapid.IntRange(-1, 5).Draw(t, "y"), s, ui.Style{})
		}
		frame := c.Frame()
		for i, l := range strings.Split(frame, "\n") {
			if h > 0 && ui.Width(l) != w {
				t.Fatalf("row %d is %d wide, not %d: %q", i, ui.Width(l), w, l)
			}
		}
		for _, r := range frame {
			if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0) || ascii && r >= 0x80 {
				t.Fatalf("%U in %q", r, frame)
			}
		}
	})
}

func TestFit(t *testing.T) {
	for _, tc := range []struct {
		s    string
		w    int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"가나다", 4, "가…"}, {"abc", 0, ""}, {"abc", -1, ""}, {"", 0, ""}} {
		if got := ui.Fit(tc.s, tc.w); got != tc.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tc.s, tc.w, got, tc.want)
		}
	}
}
