package views

import (
	"slices"
	"strings"

	"kvtui/ui"
)

// costInk writes the templates of the catalogue: * opens and closes what is
// strong, ^ what takes the colour of a verdict.
type costInk struct{ base, strong, tone ui.Style }

func (v *Cost) ink(tone ui.Style) costInk { return costInk{v.sty.Text, v.sty.Bold, tone} }

func (v *Cost) muted() costInk { return costInk{v.sty.Muted, v.sty.Bold, v.sty.Accent} }

// write writes s and returns the column after it.
func (k costInk) write(c *ui.Canvas, x, y int, s string) int {
	style := k.base
	for s != "" {
		i := strings.IndexAny(s, "*^")
		if i < 0 {
			return c.Text(x, y, s, style)
		}
		x = c.Text(x, y, s[:i], style)
		other := k.strong
		if s[i] == '^' {
			other = k.tone
		}
		if style == other && style != k.base {
			style = k.base
		} else {
			style = other
		}
		s = s[i+1:]
	}
	return x
}

// unmarked is a template's text without its marks.
func unmarked(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '*' || r == '^' {
			return -1
		}
		return r
	}, s)
}

// fitting returns the first, longest form that fits w columns; the last one is
// cut where not even that fits. A last form of "" leaves the text out instead.
func fitting(w int, forms ...string) string {
	for _, s := range forms {
		if ui.Width(unmarked(s)) <= w {
			return s
		}
	}
	if len(forms) == 0 {
		return ""
	}
	return ui.Fit(unmarked(forms[len(forms)-1]), w)
}

// row writes one line into the first row of r, one column in, with the mark of
// the focus before it, and makes its ‹ › and its keys press.
func (v *Cost) row(c *ui.Canvas, r ui.Rect, f costField, k costInk, forms ...string) (end int) {
	if r.W < 2 {
		return r.X
	}
	text := fitting(r.W-1, forms...)
	v.keyed(r, f, text)
	if f != fieldNone {
		v.field(c, r, f)
		v.arrows(r.X+1, r.Y, f, unmarked(text))
		v.hits = append(v.hits, costHit{at: ui.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, field: f})
	}
	return k.write(c, r.X+1, r.Y, text)
}

// field notes that f is on screen and marks it where it has the focus.
func (v *Cost) field(c *ui.Canvas, r ui.Rect, f costField) {
	v.fields = append(v.fields, f)
	if f == v.focus {
		c.Set(r.X, r.Y, '▸', v.sty.Focus)
	}
}

// keyed makes a key that the text of a row names, as in "*v*: set it", press
// with the words after it.
func (v *Cost) keyed(r ui.Rect, f costField, text string) {
	at := strings.Index(text, "*: ")
	if at < 2 || text[at-2] != '*' {
		return
	}
	key := text[at-1 : at]
	if f == fieldNone {
		f = v.focus
	}
	for _, a := range v.Actions() {
		if !a.Off && slices.Contains(a.Keys, key) {
			x := r.X + 1 + ui.Width(unmarked(text[:at-1]))
			w := ui.Width(unmarked(text[at-1:]))
			v.hits = append(v.hits, costHit{at: ui.Rect{X: x, Y: r.Y, W: w, H: 1}, field: f, do: a.Do})
		}
	}
}

// arrows makes ‹ and › of a text press: one step down, one up. What stands
// between them is typed, and so is it by a press on the words around.
func (v *Cost) arrows(x, y int, f costField, text string) {
	before, rest, ok := strings.Cut(text, "‹")
	if !ok {
		return
	}
	inner, _, ok := strings.Cut(rest, "›")
	if !ok {
		return
	}
	start := x
	x += ui.Width(before)
	w := ui.Width(inner)
	less := func(ui.Host) { v.nudge(f, -1) }
	more := func(ui.Host) { v.nudge(f, 1) }
	kind := func(h ui.Host) { v.ask(f, h) }
	v.hits = append(v.hits,
		costHit{at: ui.Rect{X: x, Y: y, W: 2, H: 1}, field: f, do: less},
		costHit{at: ui.Rect{X: x + w, Y: y, W: 2, H: 1}, field: f, do: more},
		costHit{at: ui.Rect{X: x + 2, Y: y, W: w - 2, H: 1}, field: f, do: kind},
		costHit{at: ui.Rect{X: start, Y: y, W: ui.Width(text), H: 1}, field: f, do: kind})
}
