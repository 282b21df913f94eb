package views

import (
	"context"
	"fmt"
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
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// arena is a person before the comparison.
type arena struct {
	*drive.User
	s *Session
	v *Compare
}

// compareAt opens the comparison of a state and lets its race end; set is nil
// for the lab.
func compareAt(t testing.TB, st state.State, set *workload.Set, cfg ui.Config, w, h int) *arena {
	t.Helper()
	s := newSession(t, st, set)
	v := NewCompare(s)
	cfg.Screens = []ui.Slot{{Key: "1", Screen: NewRoute(s)}, {Key: "2", Screen: v}}
	cfg.Actions, cfg.Start = s.Global(), 1
	a := &arena{drive.Start(t, cfg, w, h), s, v}
	a.Advance(time.Second)
	return a
}

func compareOpen(t testing.TB, st state.State, w, h int) *arena {
	t.Helper()
	return compareAt(t, st, nil, look("dark", false), w, h)
}

// routerTable is the published router table's setting, at its end.
func routerTable() state.State {
	st := state.Default("")
	st.Lab.PrefixTokens, st.Lab.TailTokens, st.Capacity = 1500, 20, 925
	st.Step = state.MaxStep
	return st
}

// herding is a trace in which all prompts share their first block and nothing
// else, so that overlap sends every one to the same worker.
func herding(t testing.TB, capacity int) (state.State, *workload.Set) {
	t.Helper()
	var b strings.Builder
	for i := range 400 {
		g := 1 + i*7%20
		fmt.Fprintf(&b, `{"timestamp": 0, "input_length": %d, "output_length": 1, "hash_ids": [0, %d, %d, %d, %d]}`+"\n", 5*512, 10*g, 10*g+1, 10*g+2, 10_000+i)
	}
	st, set := readTrace(t, b.String())
	st.Capacity, st.Step = capacity, state.MaxStep
	return st, set
}

func TestCompareFitsEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("every size, in one goroutine")
	}
	t.Parallel()
	turn := 0
	all := append(stages(t), named{"router table", func() (state.State, *workload.Set) { return routerTable(), nil }},
		named{"herd", func() (state.State, *workload.Set) { return herding(t, 12) }})
	keys := []string{"", "d", "b", "m", "m", "w", "d", "l"}
	for _, stage := range all {
		for _, workers := range []int{1, 2, 64} {
			st, set := stage.make()
			st.Workers = workers
			some := sizes
			if workers != 2 || !slices.Contains([]string{"lab", "router table", "herd"}, stage.name) { // seeds take long
				some = [][2]int{{40, 12}, sizes[4+turn%6], {120, 36}}
			}
			if stage.name == "many prefixes" && workers != 2 {
				continue
			}
			for _, size := range turnSizes(turn, some) {
				turn++
				st.Step = []int{0, 40, state.MaxStep}[turn%3]
				theme, ascii := themes.Names()[turn%len(themes.Names())], turn%2 == 0
				a := compareAt(t, st, set, look(theme, ascii), size[0], size[1])
				where := fmt.Sprintf("%s, %d workers, %v, %s", stage.name, workers, size, theme)
				from := turn % 5 // in turns, what a person does next
				for _, key := range append([]string{""}, keys[from:from+4]...) {
					if key != "" {
						a.Key(key)
						a.Advance(10 * time.Second) // what toasts cover is not judged
					}
					fits(t, a.Frame(), size[0], size[1], ascii)
					a.whole(t, where+" "+key, size, ascii || key == "l")
				}
			}
		}
	}
}

var waiting = regexp.MustCompile(`computing[…~]|seed \d+ of 30[…~]| […~]`)

// whole checks that nothing is cut, and no frame written over unless covered.
func (a *arena) whole(t testing.TB, where string, size [2]int, covered bool) {
	t.Helper()
	if size[0] < ui.MinW || size[1] < ui.MinH {
		return
	}
	screen := a.Screen()
	for l := range strings.SplitSeq(screen, "\n") {
		if strings.ContainsAny(waiting.ReplaceAllString(l, ""), "…~") {
			t.Fatalf("%s: cut: %q\n%s", where, l, screen)
		}
	}
	if !covered {
		edges(t, where, screen)
	}
}

func TestCompareGoldens(t *testing.T) {
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
	} {
		st := lab(kv, 2, 300)
		t.Run("lab-"+g.name, func(t *testing.T) {
			a := compareAt(t, st, nil, look(g.theme, g.ascii), g.w, g.h)
			out := a.Screen()
			if g.w == 80 && !g.ascii {
				out += "\n" + styleMap(a.Frame())
			}
			golden.RequireEqual(t, out)
		})
		t.Run("table-"+g.name, func(t *testing.T) {
			golden.RequireEqual(t, compareAt(t, routerTable(), nil, look(g.theme, g.ascii), g.w, g.h).Screen())
		})
	}
	t.Run("herd-120x36", func(t *testing.T) {
		st, set := herding(t, 12)
		golden.RequireEqual(t, compareAt(t, st, set, look("dark", false), 120, 36).Screen())
	})
}

// TestCompareNumbers holds every row, at several requests, against a curve that
// was run alone.
func TestCompareNumbers(t *testing.T) {
	st := lab(kv, 3, 0)
	st.Capacity = 20
	a := compareOpen(t, st, 120, 36)
	for _, n := range []int{1, 14, 72} {
		a.s.seek(a.s.run.line.End(n - 1))
		a.Key("c", "C") // draws anew
		for _, m := range append(usualLineup(), idealMode()) {
			sc := st.With(m)
			if m == idealMode() {
				sc = sim.Ideal(st.Scenario)
			}
			c, err := sim.NewCurve(context.Background(), sc, a.s.Set())
			if err != nil {
				t.Fatal(err)
			}
			line := a.row(t, racerName(m))
			hits := fmt.Sprintf("%d of %d", c.Hits[n-1], c.Repeats[n-1])
			if c.Repeats[n-1] == 0 {
				hits = wordNone
			}
			for _, want := range []string{
				hits, ui.Percent(c.TokenHitRate(n)), thousands(int(c.Computed(n))) + " tokens",
				ui.Decimal(c.Imbalance(n), 2) + " x", blocks(int(c.Evicted[n-1])),
			} {
				if !strings.Contains(line, " "+want+" ") {
					t.Errorf("%s after %d requests: %q lacks %q", racerName(m), n, line, want)
				}
			}
		}
	}
}

// row returns the line of the table that names a racer.
func (a *arena) row(t testing.TB, name string) string {
	t.Helper()
	table := regexp.MustCompile(`[·━]  ?[·━ ]?[·━ ]? ?` + regexp.QuoteMeta(name) + ` {2,}`)
	for y := a.v.at.table.Y; y < a.v.at.table.Y+a.v.at.table.H; y++ {
		if l := a.Line(y); table.MatchString(l) {
			return l
		}
	}
	t.Fatalf("no row of %s:\n%s", name, a.Screen())
	return ""
}

// TestRouterTableBands holds what the reference gives for seeds 1 to 30 against
// what the screen says, and a miss against its band.
func TestRouterTableBands(t *testing.T) {
	a := compareOpen(t, routerTable(), 120, 36)
	line := func(name string, nth int) string {
		t.Helper()
		bar := regexp.MustCompile("^│ " + name + " +[·▒├●]")
		for y := a.v.at.spread.Y; y < a.v.at.spread.Y+a.v.at.spread.H; y++ {
			part := string([]rune(a.Line(y))[a.v.at.spread.X:])
			if bar.MatchString(part) {
				if nth--; nth < 0 {
					return strings.Join(strings.Fields(part), " ")
				}
			}
		}
		t.Fatalf("no line %s:\n%s", name, a.Screen())
		return ""
	}
	check := func(nth int, ends map[string]string) {
		t.Helper()
		for name, end := range ends {
			if got := line(name, nth); !strings.HasSuffix(got, end+" │") {
				t.Errorf("%s: %q does not end in %q", name, got, end)
			}
		}
	}
	a.See("to middle", "seeds 1–30", "Hits of 60: whole prefix", "TTFT = 15 ms + 65 ms x computed share, fitted")
	check(0, map[string]string{
		"rr": "40 (35–46) 35–43 +1 inside", "random": "40 (33–45) 31–45 +2 inside", "kv": "60 53–60 +3.5 inside",
		"kv events": "60 60 0 inside", "kv silent": "40 (35–46) 37–44 −0.5 inside",
	})
	check(1, map[string]string{
		"rr": "34.6 (29.5–39.1) 34–42 −3.4 inside", "random": "35.5 (30.4–40.9) 32–46 −3.5 inside", "kv": "16.4 15–26 −4.1 inside",
		"kv events": "16.4 15 +1.4 outside", "kv silent": "34.6 (29.5–39.1) 32–38 −0.4 inside",
	})
	a.Key("h")
	a.See("TTFT < 60 %")
	check(0, map[string]string{"rr": "44 (39–49) 35–43 +5 outside", "random": "43.5 (38–48) 31–45 +5.5 inside"})
	a.Key("h")
	a.See("any block")
	check(0, map[string]string{"rr": "44 (40–49) 35–43 +5 outside"})
}

// TestRouterTableIsKnownByItsNumbers changes one number after another.
func TestRouterTableIsKnownByItsNumbers(t *testing.T) {
	for name, change := range map[string]func(*state.State){
		"workers":  func(st *state.State) { st.Workers = 3 },
		"capacity": func(st *state.State) { st.Capacity = 924 },
		"prefixes": func(st *state.State) { st.Lab.Prefixes = 13 },
		"reps":     func(st *state.State) { st.Lab.Reps = 5 },
		"plen":     func(st *state.State) { st.Lab.PrefixTokens = 1499 },
		"flaws":    func(st *state.State) { st.Flaws.Loss = 0.5 },
	} {
		st := routerTable()
		if _, ok := publishedFor(ground{State: st}); !ok {
			t.Fatal("the router table is not known")
		}
		if change(&st); true {
			if _, ok := publishedFor(ground{State: st}); ok {
				t.Errorf("with other %s it is still the router table", name)
			}
		}
	}
	st := routerTable()
	st.Seed, st.Lab.Block, st.Capacity = 7, 32, 14_816/32
	if _, ok := publishedFor(ground{State: st}); ok {
		t.Error("463 blocks of 32 tokens are not 14,800 tokens")
	}
}

// TestHerdIsSaid holds the sentence against its numbers and thresholds.
func TestHerdIsSaid(t *testing.T) {
	st, set := herding(t, 12)
	a := compareAt(t, st, set, look("dark", false), 200, 60)
	kvRow, random := a.v.rowOf(kv, 400), a.v.rowOf(scenario.Mode{Strategy: "random"}, 400)
	if kvRow.imbalance != 8 || kvRow.reuse >= random.reuse {
		t.Fatalf("the trace does not show it: kv %+v, random %+v", kvRow.standing, random.standing)
	}
	a.See(fmt.Sprintf("kv, kv events and llm-d: everything on one worker (8.0 x), its cache of 12 blocks thrashes: %s reused, random %s; all prompts share their first block",
		ui.Percent(kvRow.reuse), ui.Percent(random.reuse)))
	a.Key("g", "N", "N", "N", "p") // 29 requests: too early to tell
	a.SeeNot("on one worker")
	st, set = herding(t, 0)
	a = compareAt(t, st, set, look("dark", false), 120, 36)
	a.See("the others idle")
	a.SeeNot("thrashes")
	a = compareOpen(t, routerTable(), 120, 36)
	a.SeeNot("on one worker")
}

// TestThrashingCostsReuse holds when a herd's cache is said to thrash: at 94.9 %
// reused against random's 88.0 %, only the imbalance is worth a word.
func TestThrashingCostsReuse(t *testing.T) {
	at := func(reuse, ofIdeal float64, evicted int) row {
		return row{ok: true, standing: standing{reuse: reuse, ofIdeal: ofIdeal, evicted: evicted}}
	}
	for _, c := range []struct {
		what         string
		herd, random row
		capacity     int
		want         bool
	}{
		{"above random and near the ideal", at(0.949, 0.96, 5000), at(0.88, 0.9, 0), 12, false},
		{"below random", at(0.8, 0.85, 5000), at(0.88, 0.9, 0), 12, true},
		{"below random, little evicted", at(0.8, 0.85, 11), at(0.88, 0.9, 0), 12, false},
		{"above random, far from the ideal", at(0.5, 0.6, 5000), at(0.4, 0.5, 0), 12, true},
		{"nobody to hold it against", at(0, unknown, 5000), row{}, 12, false},
		{"unlimited", at(0.1, 0.1, 0), at(0.88, 0.9, 0), 0, false},
	} {
		if got := thrashes(c.herd, c.random, c.capacity); got != c.want {
			t.Errorf("%s: %t", c.what, got)
		}
	}
}

// TestNothingCountedIsADash holds the table before the first request, and the
// hits before the first repeat.
func TestNothingCountedIsADash(t *testing.T) {
	a := compareOpen(t, lab(kv, 3, 0), 120, 36)
	for _, m := range append(usualLineup(), idealMode()) {
		line := strings.Trim(a.row(t, racerName(m)), " │")
		if _, cells, _ := strings.Cut(line, racerName(m)+" "); strings.Trim(cells, " –") != "" || strings.Count(cells, wordNone) != 6 {
			t.Errorf("%s at the start: %q", racerName(m), line)
		}
	}
	a.s.seek(a.s.run.line.End(0))
	a.Key("c", "C") // draws anew
	if line := a.row(t, "kv"); strings.Contains(line, "0 of 0") || !strings.Contains(line, "3.00 x") {
		t.Errorf("after one request: %q", line)
	}
}

// TestLettersAreTheKey holds the letters of the chart against the table where
// there are no glyphs.
func TestLettersAreTheKey(t *testing.T) {
	a := compareAt(t, lab(kv, 2, 300), nil, look("mono", true), 120, 36)
	plot, seen := a.v.chart.Plot(), ""
	for y := plot.Y; y < plot.Y+plot.H; y++ {
		cells := []rune(a.Line(y))
		seen += string(cells[plot.X : plot.X+a.v.chart.X.Column(50, plot.W)])
	}
	key := map[rune]bool{}
	for _, m := range append(usualLineup(), idealMode()) {
		l := a.v.letter(m)
		if key[l] {
			t.Errorf("two lines with the letter %c", l)
		}
		key[l] = true
		if want := strings.Repeat(string(l), 3) + " " + racerName(m) + "  "; !strings.Contains(a.Screen(), want) {
			t.Errorf("the table lacks %q:\n%s", want, a.Screen())
		}
	}
	for _, r := range seen {
		if r != ' ' && !key[r] {
			t.Errorf("%c is drawn and has no key", r)
		}
	}
	for _, m := range []scenario.Mode{kv, idealMode()} {
		if !strings.ContainsRune(seen, a.v.letter(m)) {
			t.Errorf("%s is not to be seen:\n%s", racerName(m), a.Screen())
		}
	}
}

func TestCompareClashes(t *testing.T) {
	for _, st := range []state.State{lab(kv, 2, 0), routerTable()} {
		a := compareOpen(t, st, 120, 36)
		if c := ui.Clashes(a.Shell().Actions()...); c != nil {
			t.Errorf("clashes: %v", c)
		}
		for _, id := range []string{"play", "figure", "lineup", "seeds", "baseline", "stage", "sort", "options", "strategy"} {
			if !slices.ContainsFunc(a.Shell().Actions(), func(o ui.Action) bool { return o.ID == id && !o.Off }) {
				t.Errorf("no action %s", id)
			}
		}
	}
}
