package ui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// cell is one position: a rune, or a longer cluster, and how it looks. The
// right half of a wide cluster has width 0.
type cell struct {
	r       rune
	cluster string
	style   Style
	width   int8
}

// Canvas is the grid of cells that a frame is drawn on. All drawing clips at
// the clip rectangle, which is the whole canvas unless WithClip narrows it.
type Canvas struct {
	w, h  int
	cells []cell
	clip  Rect
	ascii bool
	buf   []byte
}

// NewCanvas makes a canvas of w by h blank cells. With ascii, Frame replaces
// every glyph outside ASCII by a stand-in one cell wide.
func NewCanvas(w, h int, ascii bool) *Canvas {
	c := &Canvas{ascii: ascii}
	c.Resize(w, h)
	return c
}

// Resize sets the size and blanks the canvas. Sizes below 0 count as 0.
func (c *Canvas) Resize(w, h int) {
	c.w, c.h = max(0, w), max(0, h)
	if n := c.w * c.h; cap(c.cells) < n {
		c.cells = make([]cell, n)
	} else {
		c.cells = c.cells[:n]
	}
	c.clip = c.Bounds()
	c.Clear()
}

// ASCII reports whether Frame writes ASCII only.
func (c *Canvas) ASCII() bool { return c.ascii }

// Bounds returns the whole canvas.
func (c *Canvas) Bounds() Rect { return Rect{0, 0, c.w, c.h} }

// Clear blanks every cell.
func (c *Canvas) Clear() {
	for i := range c.cells {
		c.cells[i] = cell{r: ' ', width: 1}
	}
}

// WithClip draws with the clip narrowed to r, then restores it.
func (c *Canvas) WithClip(r Rect, draw func()) {
	old := c.clip
	c.clip = old.Intersect(r)
	draw()
	c.clip = old
}

// Set puts one single-width rune at (x, y).
func (c *Canvas) Set(x, y int, r rune, st Style) {
	if !c.clip.Contains(x, y) {
		return
	}
	c.put(x, y, cell{r: printable(r), style: st, width: 1})
}

// Restyle changes how the cells of r look and leaves their text.
func (c *Canvas) Restyle(r Rect, st Style) {
	r = r.Intersect(c.clip)
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			c.cells[y*c.w+x].style = st
		}
	}
}

// Fill puts a rune into every cell of r.
func (c *Canvas) Fill(r Rect, ch rune, st Style) {
	r = r.Intersect(c.clip)
	ch = printable(ch)
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			c.put(x, y, cell{r: ch, style: st, width: 1})
		}
	}
}

// printable keeps control characters, C1 included, away from the terminal.
func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return ' '
	}
	return r
}

// Text writes s from (x, y) to the right and returns the column after it.
// Control characters are dropped, so text from a file cannot reach the
// terminal raw; a wide cluster that the clip would halve becomes a blank.
func (c *Canvas) Text(x, y int, s string, st Style) int {
	for len(s) > 0 {
		if s[0] < utf8.RuneSelf { // the common case, without segmentation
			if len(s) == 1 || s[1] < utf8.RuneSelf {
				if s[0] >= ' ' && s[0] != 0x7f {
					c.Set(x, y, rune(s[0]), st)
					x++
				}
				s = s[1:]
				continue
			}
		}
		g := displaywidth.StringGraphemes(s)
		if !g.Next() {
			break
		}
		cl := g.Value()
		s = s[len(cl):]
		x = c.cluster(x, y, cl, g.Width(), st)
	}
	return x
}

func (c *Canvas) cluster(x, y int, cl string, w int, st Style) int {
	r, n := utf8.DecodeRuneInString(cl)
	switch {
	case w <= 0 || r == utf8.RuneError || !unicode.IsGraphic(r) || unicode.Is(unicode.M, r):
		return x
	case joins(r) && n == len(cl):
		c.Set(x, y, '?', st)
		return x + 1
	case w == 1 && n == len(cl):
		c.Set(x, y, r, st)
	case w == 1:
		if c.clip.Contains(x, y) {
			c.put(x, y, cell{r: r, cluster: cl, style: st, width: 1})
		}
	case c.clip.Contains(x, y) && c.clip.Contains(x+1, y):
		c.put(x, y, cell{r: ' ', width: 1}) // frees both places first
		c.put(x+1, y, cell{style: st})
		c.cells[y*c.w+x] = cell{r: r, cluster: cl, style: st, width: 2}
		w = 2
	default:
		c.Set(x, y, ' ', st)
		c.Set(x+1, y, ' ', st)
		w = 2
	}
	return x + w
}

// joins reports whether a rune alone would melt into whatever stands in the
// next cell: half a flag, a vowel or a final of a Hangul syllable.
func joins(r rune) bool {
	return r >= 0x1f1e6 && r <= 0x1f1ff || r >= 0x1100 && r <= 0x11ff || r >= 0xa960 && r <= 0xa97f || r >= 0xd7b0 && r <= 0xd7ff
}

// put stores a cell and blanks the other half of a wide cluster it overwrites.
func (c *Canvas) put(x, y int, n cell) {
	i := y*c.w + x
	switch old := c.cells[i]; {
	case old.width == 2 && x+1 < c.w:
		c.cells[i+1] = cell{r: ' ', width: 1, style: old.style}
	case old.width == 0 && x > 0:
		c.cells[i-1] = cell{r: ' ', width: 1, style: old.style}
	}
	c.cells[i] = n
}

// TextRight writes s so that it ends before column x.
func (c *Canvas) TextRight(x, y int, s string, st Style) { c.Text(x-Width(s), y, s, st) }

// Width returns the columns that Text takes for s.
func Width(s string) int { return displaywidth.String(s) }

// Fit returns s cut to w columns, its last column an ellipsis where it was cut.
func Fit(s string, w int) string {
	if Width(s) <= w {
		return s
	}
	if w <= 0 {
		return ""
	}
	return displaywidth.TruncateString(s, w, "…")
}

// Frame encodes the canvas: rows parted by newlines, each run of equal style
// one sequence, nothing carried over from one row to the next.
func (c *Canvas) Frame() string {
	b := c.buf[:0]
	for y := range c.h {
		if y > 0 {
			b = append(b, '\n')
		}
		b = c.row(b, c.cells[y*c.w:(y+1)*c.w])
	}
	c.buf = b
	return string(b)
}

func (c *Canvas) row(b []byte, cells []cell) []byte {
	var cur Style
	for i := range cells {
		p := &cells[i]
		if p.width == 0 {
			continue
		}
		if p.style != cur && (!cur.ink || !bridged(cells[i:], cur)) {
			if cur.seq != "" {
				b = append(b, "\x1b[m"...)
			}
			cur = p.style
			b = append(b, cur.seq...)
		}
		b = c.glyph(b, p)
	}
	if cur.seq != "" {
		b = append(b, "\x1b[m"...)
	}
	return b
}

// bridged reports whether cells begin with a few plain blanks and then go on in
// style cur: leaving it and coming back takes more bytes than the blanks.
func bridged(cells []cell, cur Style) bool {
	const few = 8
	for i := range min(len(cells), few+1) {
		p := &cells[i]
		if p.style == cur {
			return true
		}
		if p.r != ' ' || p.cluster != "" || p.style.seq != "" {
			return false
		}
	}
	return false
}

func (c *Canvas) glyph(b []byte, p *cell) []byte {
	switch {
	case c.ascii && (p.r >= utf8.RuneSelf || p.cluster != ""):
		if p.r < utf8.RuneSelf { // a letter with a combining mark
			b = append(b, byte(p.r))
		} else {
			b = append(b, ASCII(p.r))
		}
		if p.width == 2 {
			b = append(b, ' ')
		}
		return b
	case p.cluster != "":
		return append(b, p.cluster...)
	}
	return utf8.AppendRune(b, p.r)
}

// String returns the text of the canvas without styles, rows parted by
// newlines and trailing blanks cut: what a golden file holds.
func (c *Canvas) String() string {
	var sb strings.Builder
	for y := range c.h {
		b := []byte(nil)
		for i := range c.cells[y*c.w : (y+1)*c.w] {
			if p := &c.cells[y*c.w+i]; p.width > 0 {
				b = c.glyph(b, p)
			}
		}
		sb.WriteString(strings.TrimRight(string(b), " "))
		sb.WriteByte('\n')
	}
	return sb.String()
}
