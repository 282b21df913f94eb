package themes

import (
	"image/color"
	"math"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
)

// contrast is WCAG's ratio of two colours' luminance, 1 to 21.
func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	rgb, _ := colorful.MakeColor(c)
	r, g, b := rgb.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// TestContrast: what is read stands out from the paper as WCAG asks of text,
// and lines as it asks of graphics.
func TestContrast(t *testing.T) {
	for _, dark := range []bool{true, false} {
		for _, name := range []string{"auto", "dark", "light", "high-contrast"} {
			th, ok := Named(name, dark)
			if !ok {
				t.Fatalf("no theme %s", name)
			}
			paper := hex("#fafafa")
			if name == "dark" || name != "light" && dark {
				paper = hex("#101418")
			}
			for role, c := range map[string]color.Color{
				"text": th.Text, "muted": th.Muted, "faint": th.Faint, "accent": th.Accent, "good": th.Good, "warn": th.Warn, "bad": th.Bad,
			} {
				if r := contrast(c, paper); r < 4.5 {
					t.Errorf("%s, dark %v: %s has contrast %.1f", name, dark, role, r)
				}
			}
			if r := contrast(th.Accent, th.OnAccent); r < 4.5 {
				t.Errorf("%s, dark %v: text on accent has contrast %.1f", name, dark, r)
			}
			for i, c := range append(append([]color.Color{th.Border, th.Focus, th.Track}, th.Series...), th.Groups...) {
				if r := contrast(c, paper); r < 2.8 {
					t.Errorf("%s, dark %v: line colour %d has contrast %.1f", name, dark, i, r)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, n := range Names() {
		th, ok := Named(n, true)
		if !ok || th.Name == "" || !th.Plain && (len(th.Series) == 0 || len(th.Groups) == 0) {
			t.Errorf("%s: %+v", n, th)
		}
	}
	if _, ok := Named("neon", true); ok {
		t.Error("neon is no theme")
	}
	if math.IsNaN(contrast(hex("#000000"), hex("#ffffff"))) {
		t.Error("contrast of black and white")
	}
}
