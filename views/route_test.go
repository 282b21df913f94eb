package views

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/themes"
	"kvtui/ui"
	"kvtui/views/state"
)

var sizes = [][2]int{
	{0, 0},
	{1, 1},
	{10, 3},
	{20, 5},
	{40, 12},
	{60, 20},
	{79, 23},
	{80, 24},
	{100, 30},
	{110, 30},
	{120, 36},
	{120, 40},
	{200, 60},
	{300, 100},
}

// turnSizes returns the sizes that a walk draws at its turn: all of them, or one
// after another under -short. So runs the race detector, ten times slower, and
// drawing at one more size starts nothing that could race.
func turnSizes(turn int, all [][2]int) [][2]int {
	if testing.Short() {
		at := turn % len(all)
		return all[at : at+1]
	}
	return all
}

// pace returns how many steps a walk through a run goes at a time: fewer of
// them are drawn under -short, for the same reason.
func pace(steps int) int {
	if testing.Short() {
		return 7 * steps
	}
	return steps
}

// named is a workload that the stage has to bear.
type named struct {
	name string
	make func() (state.State, *workload.Set)
}

func stages(t testing.TB) []named {
	t.Helper()
	made := func(name string, change func(*workload.Lab)) named {
		return named{name, func() (state.State, *workload.Set) {
			st := state.Default("")
			change(&st.Lab)
			return st, nil
		}}
	}
	return []named{
		made("lab", func(*workload.Lab) {}),
		made("no requests", func(l *workload.Lab) { l.Prefixes = 0 }),
		made("one request", func(l *workload.Lab) { l.Prefixes, l.Reps = 1, 1 }),
		made("no full block", func(l *workload.Lab) { l.PrefixTokens, l.TailTokens = 9, 3 }),
		made("no own blocks", func(l *workload.Lab) { l.TailTokens = 0 }),
		made("long chains", func(l *workload.Lab) { l.PrefixTokens, l.TailTokens = 249*16, 16 }),
		made("many prefixes", func(l *workload.Lab) { l.Prefixes, l.Reps = 1200, 2 }),
		{"trace", func() (state.State, *workload.Set) { return trace(t) }},
		{"short trace", func() (state.State, *workload.Set) { return shortTrace(t) }},
	}
}

// moments returns a step of every kind that a run has, its start and its end.
func moments(r *run) []int {
	out := []int{0}
	seen := map[sim.Kind]bool{}
	recs := r.line.Recording().Records
	for i := len(recs) / 2; i < len(recs); i++ {
		if k := recs[i].Kind; !seen[k] {
			seen[k] = true
			out = append(out, i+1)
		}
	}
	return append(out, len(recs))
}

// TestStageFitsEverywhere draws every workload, fleet and mode at every size.
// Themes and glyphs take turns, and so do the moments of the larger sizes.
func TestStageFitsEverywhere(t *testing.T) {
	t.Parallel()
	ws, turn := readWords(t), 0
	for _, stage := range stages(t) {
		for _, workers := range []int{1, 2, 8, 64, 1000} {
			for _, mode := range scenario.Modes() {
				st, set := stage.make()
				st.Scenario = st.With(mode)
				st.Workers = workers
				s := newSession(t, st, set)
				where := fmt.Sprintf("%s, %s, %d workers", stage.name, modeName(mode), workers)
				for _, size := range turnSizes(turn, sizes) {
					turn++
					ws.drawAt(t, s, where, turn, size[0], size[1])
				}
			}
		}
	}
}

// drawAt draws a session at some of its moments.
func (ws words) drawAt(t testing.TB, s *Session, where string, turn, w, h int) {
	t.Helper()
	at := moments(s.run)
	theme, ascii := themes.Names()[turn%len(themes.Names())], turn/len(sizes)%2 == 0
	u := before(t, s, look(theme, ascii), w, h)
	times := 3
	if w > 120 {
		times = 1
	}
	for k := range times {
		step := at[(turn+k*len(at)/3)%len(at)]
		u.jumpTo(step)
		fits(t, u.Frame(), w, h, ascii)
		ws.check(t, fmt.Sprintf("%s, step %d, %dx%d", where, step, w, h), u.Screen(), w, h)
	}
}

// TestStageFitsEveryTheme draws one busy moment at every size in every theme,
// with each part in focus.
func TestStageFitsEveryTheme(t *testing.T) {
	st := request14(t)
	for _, theme := range themes.Names() {
		for _, ascii := range []bool{false, true} {
			for _, size := range sizes {
				u := before(t, newSession(t, st, nil), look(theme, ascii), size[0], size[1])
				for range 2 {
					fits(t, u.Frame(), size[0], size[1], ascii)
					u.Key("tab")
				}
			}
		}
	}
}

var word = regexp.MustCompile(`\pL[\pL']*`)

// words knows the words of the stage, from testdata/words.txt, which a person
// has read. -update adds those that are missing.
type words map[string]bool

func readWords(t *testing.T) words {
	t.Helper()
	const file = "testdata/words.txt"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := words{}
	for _, w := range strings.Fields(string(b)) {
		known[w] = true
	}
	t.Cleanup(func() {
		if updating() {
			text := strings.Join(slices.Sorted(maps.Keys(known)), "\n") + "\n"
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Error(err)
			}
		}
	})
	return known
}

func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// check checks that a frame has only known words on it, so none that is cut or
// runs into another, that only the queue and the note of the chart end in an
// ellipsis, and that no text stands in a frame's edge.
func (ws words) check(t testing.TB, where, screen string, w, h int) {
	t.Helper()
	if w < ui.MinW || h < ui.MinH {
		return
	}
	for i, l := range strings.Split(screen, "\n") {
		if strings.ContainsAny(restOfNote.ReplaceAllString(l, ""), "…~") && i != 3 {
			t.Fatalf("%s: line %d is cut: %q\n%s", where, i, l, screen)
		}
		for f := range strings.FieldsSeq(hexNames.ReplaceAllString(l, "")) {
			if strings.ContainsAny(f, "0123456789") {
				continue
			}
			for _, wd := range word.FindAllString(f, -1) {
				if strings.Trim(wd, "x") == "" || strings.Trim(wd, "o") == "" { // blocks, in ASCII
					continue
				}
				if updating() {
					ws[wd] = true
				}
				if !ws[wd] {
					t.Fatalf("%s: line %d has %q, which is no word of the stage: %q\n%s", where, i, wd, l, screen)
				}
			}
		}
	}
	edges(t, where, screen)
}

// restOfNote stands for the strategies that the note of the chart leaves out.
var restOfNote = regexp.MustCompile(`[·.] […~] [─-]+[╮+]$`)

// hexNames are the names of blocks: two hexadecimal digits each.
var hexNames = regexp.MustCompile(`name( +[0-9a-f]{2}\b)+`)

// edges checks that nothing was written over the sides of the frames.
func edges(t testing.TB, where, screen string) {
	t.Helper()
	var rows [][]rune
	for l := range strings.SplitSeq(screen, "\n") {
		rows = append(rows, []rune(l))
	}
	at := func(x, y int) rune {
		if y < len(rows) && x < len(rows[y]) {
			return rows[y][x]
		}
		return ' '
	}
	for y, row := range rows {
		for x, r := range row {
			if r != '╭' && r != '╮' {
				continue
			}
			for yy := y + 1; at(x, yy) != '╰' && at(x, yy) != '╯'; yy++ {
				if at(x, yy) != '│' {
					t.Fatalf("%s: %q in the frame's side at %d,%d:\n%s", where, at(x, yy), x, yy, screen)
				}
			}
		}
	}
}

// TestStageGoldens holds the design's moment against drawings that were
// looked at: the text, and at 80x24 the colours.
func TestStageGoldens(t *testing.T) {
	for _, g := range []struct {
		name  string
		theme string
		ascii bool
		w, h  int
	}{
		{"80x24", "dark", false, 80, 24},
		{"120x36", "dark", false, 120, 36},
		{"200x60", "dark", false, 200, 60},
		{"40x12", "dark", false, 40, 12},
		{"80x24-mono", "mono", false, 80, 24},
		{"80x24-ascii", "dark", true, 80, 24},
		{"80x24-light", "light", false, 80, 24},
	} {
		t.Run(g.name, func(t *testing.T) {
			u := before(t, newSession(t, request14(t), nil), look(g.theme, g.ascii), g.w, g.h)
			out := u.Screen()
			if g.w == 80 && !g.ascii {
				out += "\n" + styleMap(u.Frame())
			}
			golden.RequireEqual(t, out)
		})
	}
	t.Run("trace-120x36", func(t *testing.T) {
		st, set := trace(t)
		s := newSession(t, st, set)
		s.seek(s.run.line.Start(4) + 3)
		golden.RequireEqual(t, before(t, s, look("dark", false), 120, 36).Screen())
	})
}

var sgr = regexp.MustCompile("\x1b\\[([0-9;:]*)m")

// styleMap draws a letter for the look of each cell, blank for none, and says
// what each letter means.
func styleMap(frame string) string {
	letters := map[string]byte{"": ' '}
	var out, legend strings.Builder
	for l := range strings.SplitSeq(frame, "\n") {
		line, seq := "", ""
		for l != "" {
			if m := sgr.FindStringSubmatch(l); m != nil && strings.HasPrefix(l, m[0]) {
				seq, l = m[1], l[len(m[0]):]
				if _, ok := letters[seq]; !ok {
					letters[seq] = "abcdefghijklmnopqrstuvwxyz"[len(letters)-1]
					fmt.Fprintf(&legend, "%c %s\n", letters[seq], seq)
				}
				continue
			}
			r := []rune(l)[0]
			l = l[len(string(r)):]
			line += strings.Repeat(string(letters[seq]), ui.Width(string(r)))
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String() + "\n" + legend.String()
}

// TestPlayFitsEverywhere draws runs in motion, slow and fast.
func TestPlayFitsEverywhere(t *testing.T) {
	t.Parallel()
	ws := readWords(t)
	for turn, stage := range stages(t) {
		for i, size := range turnSizes(4+turn, sizes) {
			st, set := stage.make()
			st.Workers = []int{2, 8, 64}[(i+turn)%3]
			s := newSession(t, st, set)
			s.seek(s.run.line.End(s.run.requests / 2))
			s.player.speed = normalSpeed + 2*((i+turn)%2)
			u := before(t, s, look("dark", false), size[0], size[1])
			u.Key("space")
			for range 6 {
				u.Advance(90 * time.Millisecond)
				fits(t, u.Frame(), size[0], size[1], false)
				if s.run.line.State().Last.Kind != sim.Routed { // the marker passes over words
					ws.check(t, fmt.Sprintf("%s, %dx%d, in motion", stage.name, size[0], size[1]), u.Screen(), size[0], size[1])
				}
			}
		}
	}
}
