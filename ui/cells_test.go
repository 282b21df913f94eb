package ui

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"
)

func prefixes(n, blocks int) (runs []CellRun) {
	for i := range n {
		runs = append(runs, CellRun{Label: fmt.Sprintf("P%02d", i), Cells: []Cell{{Glyph: '■', N: blocks}}})
	}
	return runs
}

func TestCellGridLooks(t *testing.T) {
	lab := append(prefixes(4, 6), CellRun{Label: "tails", Cells: []Cell{{Glyph: '■', N: 7}, {Glyph: '+'}}},
		CellRun{Label: "tails", Note: "6"})
	lab[1].Cells[0].Glyph = '▣'
	long := prefixes(3, 250)
	long[1].Cells = []Cell{{Glyph: '▣', N: 100, Weight: 1}, {Glyph: '+', Weight: 2}, {Glyph: '·', N: 149}}
	uneven := prefixes(7, 3)
	uneven[2].Cells[0].N = 5
	st := testStyles()
	out := ""
	for _, g := range []struct {
		runs []CellRun
		w, h int
	}{
		{lab, 36, 3}, {lab, 36, 2}, {long, 76, 3}, {long, 40, 2}, {uneven, 40, 4}, {uneven, 20, 3}, {prefixes(1200, 6), 36, 2},
	} {
		c := NewCanvas(g.w, g.h, false)
		grid := CellGrid{Runs: g.runs}
		grid.Draw(c, c.Bounds(), st)
		out += fmt.Sprintf("%dx%d, 1 cell = %d blocks, %d hidden\n%s", g.w, g.h, grid.PerCell(), grid.Hidden(), c.String())
	}
	golden.RequireEqual(t, out)
}

func TestCellGridCountsWhatItHides(t *testing.T) {
	more := regexp.MustCompile(`\+([\d,]+)`)
	label := regexp.MustCompile(`R\d+`)
	rapid.Check(t, func(t *rapid.T) {
		var g CellGrid
		for i := range rapid.IntRange(1, 40).Draw(t, "runs") {
			g.Runs = append(g.Runs, CellRun{
				Label: fmt.Sprintf("R%d", i),
				Cells: []Cell{{Glyph: '■', N: rapid.IntRange(1, 300).Draw(t, "blocks")}},
			})
		}
		g.Extra = rapid.IntRange(0, 2).Draw(t, "extra")
		w, h := rapid.IntRange(8, 120).Draw(t, "w"), rapid.IntRange(1, 12).Draw(t, "h")
		c := NewCanvas(w, h, false)
		g.Draw(c, c.Bounds(), testStyles())
		text := c.String()
		said := 0
		if m := more.FindStringSubmatch(text); m != nil {
			said, _ = strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
		}
		shown := len(label.FindAllString(text, -1))
		if said != g.Hidden() || shown+said != len(g.Runs)+g.Extra {
			t.Fatalf("%dx%d: %d runs and %d extra, %d shown, says %d, reports %d:\n%s",
				w, h, len(g.Runs), g.Extra, shown, said, g.Hidden(), text)
		}
		want := 0
		for i := range shown {
			want += (g.Runs[i].size().blocks + g.PerCell() - 1) / g.PerCell()
		}
		if got := strings.Count(text, "■"); got != want {
			t.Fatalf("%dx%d: %d cells for %d runs at %d blocks a cell, want %d:\n%s", w, h, got, shown, g.PerCell(), want, text)
		}
	})
}

func TestCellGridMergesToTheWeightiest(t *testing.T) {
	g := CellGrid{AtLeast: 4, Runs: []CellRun{{Cells: []Cell{
		{Glyph: 'a', N: 3}, {Glyph: 'b'}, {Glyph: 'a', N: 2}, {Glyph: 'N', Weight: 1}, {Glyph: 'b', N: 2},
	}}}}
	c := NewCanvas(10, 1, false)
	g.Draw(c, c.Bounds(), testStyles())
	if got := c.String(); got != "aNb\n" {
		t.Errorf("aaab aaNb b in fours: %q, want aNb", got)
	}
}

func TestCellGridAtEverySize(t *testing.T) {
	runs := append(prefixes(30, 250), CellRun{}, CellRun{Note: "only a note"}, CellRun{Label: strings.Repeat("long", 40)})
	for _, size := range sizes {
		for n := range runs {
			g := CellGrid{Runs: runs[n:], AtLeast: n % 3}
			inside(t, size[0], size[1], func(c *Canvas, r Rect) { g.Draw(c, r, testStyles()) })
		}
	}
}

func BenchmarkCellGrid(b *testing.B) {
	c, st := NewCanvas(120, 40, false), testStyles()
	for _, n := range []int{12, 2000} {
		b.Run(fmt.Sprint(n, " runs"), func(b *testing.B) {
			g := CellGrid{Runs: prefixes(n, 60)}
			b.ReportAllocs()
			for b.Loop() {
				g.Draw(c, Rect{1, 1, 58, 8}, st)
			}
		})
	}
}
