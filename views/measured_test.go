package views

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/accuracy"
	"kvtui/core/measure"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// madeUp is a prediction whose errors are known: 5 % above, then 5 % below,
// 60 % above, and inside, in turn.
func madeUp(_ context.Context, id string) (accuracy.Page, error) {
	p, err := accuracy.Measured(id)
	if err != nil {
		return p, err
	}
	for i := range p.Cells {
		c := &p.Cells[i]
		c.HasModel = true
		switch i % 4 {
		case 0:
			c.Model = c.High * 1.05
		case 1:
			c.Model = c.Low * 0.95
		case 2:
			c.Model = c.High * 1.6
		case 3:
			c.Model = (c.Low + c.High) / 2
		}
		if c.Inside {
			c.ModelLow, c.ModelHigh = c.Model*0.9, c.Model*1.1
		}
	}
	p.Parameters = []accuracy.Parameter{
		{Name: "step base", Unit: "ms", Value: 3.96, Fitted: true, Source: "one GPU, eight cells"},
		{Name: "link", Unit: "GB/s", Value: 0.509, Fitted: true, Source: "one GPU, eight cells"},
		{Name: "chunk budget", Unit: "tokens", Value: 2048, Source: "vLLM's default"},
		{Name: "output", Unit: "tokens", Value: 64, Source: "published"},
	}
	return p, nil
}

// measuredAt is a person before the screen of measurements with a table open.
func measuredAt(t testing.TB, predict func(context.Context, string) (accuracy.Page, error), id string, cfg ui.Config, w, h int) (*drive.User, *Measured) {
	t.Helper()
	v := NewMeasured(newSession(t, state.Default(""), nil))
	v.Predict = predict
	cfg.Screens = []ui.Slot{{Key: "5", Screen: v}}
	u := drive.Start(t, cfg, w, h)
	for v.shown().page.ID != id {
		u.Key("right")
	}
	u.Advance(time.Second)
	return u, v
}

func TestMeasuredGoldens(t *testing.T) {
	for _, g := range []struct {
		name, page, theme string
		ascii             bool
		w, h              int
	}{
		{"one-gpu-80x24", accuracy.OneGPU, "dark", false, 80, 24},
		{"one-gpu-80x24-mono", accuracy.OneGPU, "mono", false, 80, 24},
		{"one-gpu-80x24-ascii", accuracy.OneGPU, "dark", true, 80, 24},
		{"one-gpu-40x12", accuracy.OneGPU, "dark", false, 40, 12},
		{"router-120x36", accuracy.Router, "dark", false, 120, 36},
		{"cluster-120x36", accuracy.Cluster, "dark", false, 120, 36},
		{"cluster-200x60", accuracy.Cluster, "dark", false, 200, 60},
		{"router-200x60", accuracy.Router, "dark", false, 200, 60},
		{"cross-node-80x24", accuracy.CrossNode, "dark", false, 80, 24},
	} {
		t.Run(g.name, func(t *testing.T) {
			u, _ := measuredAt(t, madeUp, g.page, look(g.theme, g.ascii), g.w, g.h)
			out := u.Screen()
			if g.name == "one-gpu-80x24" {
				out += "\n" + styleMap(u.Frame())
			}
			golden.RequireEqual(t, out)
		})
	}
}

// everyLine scrolls through a table and returns each line that was seen.
func everyLine(u *drive.User) string {
	u.Key("home")
	all := u.Screen()
	for range 40 {
		u.Key("pgdown")
		all += u.Screen()
	}
	return all
}

// Every figure of every table can be read on every size, with its unit, and so
// can what the model makes of it.
func TestMeasuredShowsEveryFigure(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 36}, {200, 60}} {
		for _, id := range accuracy.Pages() {
			u, v := measuredAt(t, madeUp, id, look("dark", false), size[0], size[1])
			all := everyLine(u)
			if len(v.shown().page.Cells) == 0 {
				t.Fatalf("%s: nothing is shown", id)
			}
			for _, c := range v.shown().page.Cells {
				for what, text := range map[string]string{"measured": v.w.valueText(c), "model": v.modelText(c, false)} {
					if text == "" || !strings.Contains(text, " ") || !strings.Contains(all, text) {
						t.Fatalf("%v, %s, %s %s: %s %q is nowhere", size, id, c.Row, c.Column, what, text)
					}
				}
			}
			for _, p := range v.shown().page.Parameters {
				if !strings.Contains(all, p.Name) {
					t.Fatalf("%v, %s: the parameter %s is nowhere", size, id, p.Name)
				}
			}
			if strings.Contains(all, "…") {
				t.Errorf("%v, %s: a word is cut:\n%s", size, id, all)
			}
		}
	}
}

func TestMeasuredNumbers(t *testing.T) {
	for _, c := range []struct {
		page string
		w, h int
		see  []string
	}{
		// Published medians 78 and 406 ms: 5.21 x. The model is made up as 5 %
		// above 78, 5 % below 406, 60 % above 190.
		{accuracy.OneGPU, 200, 60, []string{
			"78 ms", "406 ms", "5.21 x", "81.9 ms", "386 ms", "4.71 x", "+5.0 %", "−5.0 %", "✓ within 12 %", "304 ms", "+60.0 %", "✗ miss",
			"asked within 12 %: the source counts words", "119.3 MiB", "125.1 MB", "637.5 MB/s", "711–1,723 ms",
			"Fitted parameters (2)", "Frozen parameters (2)", "step base 3.96 ms: one GPU",
			"model: 6 of 8 cells hold",
		}},
		{accuracy.Router, 200, 60, []string{"35–43 hits", "35, 40, 43, 35, 40, 43", "15 ms", "asked in range", "hits (4"}},
		{accuracy.Cluster, 200, 60, []string{"57–66 %", "85.7 %", "10.9 req/s", "5.0 req/s", "8.41 x", "0.60 x"}},
		{accuracy.CrossNode, 120, 36, []string{"2,039–2,040 ms", "! unreachable", "needs caches warm", "9 s", "1,637 ms"}},
		{accuracy.TransferArticle, 120, 36, []string{"4000, 100GbE, 8 bit", "1.4 ms"}},
		{accuracy.Mooncake, 80, 24, []string{"31.65 ms", "✓ within"}},
		{accuracy.OneGPU, 80, 24, []string{"error within", "✓ 12 %", "4.71 x"}},
		{accuracy.Cluster, 120, 36, []string{"error within", "✓ 25 %", "✓ 20 %"}},
		{accuracy.OneGPU, 40, 12, []string{"✓ within 12 %"}},
	} {
		u, _ := measuredAt(t, madeUp, c.page, look("dark", false), c.w, c.h)
		u.See(c.see...)
	}
}

// Every table has bars from 80 columns on, and each verdict says within what.
func TestMeasuredHasBarsAndLimits(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		for _, id := range accuracy.Pages() {
			u, v := measuredAt(t, madeUp, id, look("dark", false), size[0], size[1])
			if v.place.cols.bar < leastBar {
				t.Errorf("%v, %s: no bars", size, id)
			}
			for l := range strings.SplitSeq(everyLine(u), "\n") {
				if _, verdict, ok := strings.Cut(l, "✓"); ok && !strings.ContainsAny(verdict, "0123456789") && !strings.Contains(verdict, "range") {
					t.Errorf("%v, %s: within what? %q", size, id, l)
				}
			}
		}
	}
}

// Where parameters stand at the side without their sources, those follow below
// the table, each once and without the values.
func TestMeasuredSaysSourcesOnce(t *testing.T) {
	longer := func(ctx context.Context, id string) (accuracy.Page, error) {
		p, err := madeUp(ctx, id)
		for i := range p.Parameters {
			p.Parameters[i].Source = "a long way to say where it is from, " + p.Parameters[i].Source
		}
		for i := range 5 {
			p.Parameters = append(p.Parameters, accuracy.Parameter{Name: fmt.Sprintf("p%d", i), Value: 1, Source: "counted in a table that takes a while to name"})
		}
		return p, err
	}
	u, v := measuredAt(t, longer, accuracy.TransferArticle, look("dark", false), 120, 36)
	if v.sideHolds(true) || !v.sideHolds(false) {
		t.Fatal("the side is not short of room for sources alone")
	}
	all := ""
	for _, l := range v.lines {
		all += strings.TrimSpace(l.text) + " "
	}
	see(t, all, "Where the parameters are from", "step base, link: a long way", "p0, p1, p2, p3, p4: counted")
	u.See("step base 3.96 ms")
	if strings.Contains(all, "3.96") || strings.Count(all, "one GPU, eight cells") != 1 {
		t.Errorf("said twice: %s", all)
	}
}

func TestCountNumbers(t *testing.T) {
	for v, want := range map[float64]string{0.5: "0.5", 4: "4", 45.15: "45.2", 0.04: "0", 1234.96: "1,235"} {
		if got := countNumber(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}

// What the model is not held to says why, once.
func TestMeasuredSaysWhyItIsNotAsked(t *testing.T) {
	u, _ := measuredAt(t, madeUp, accuracy.Cluster, look("dark", false), 200, 100)
	if n := strings.Count(u.Screen(), "the first wave decides p99"); n != 1 {
		t.Errorf("said %d times:\n%s", n, u.Screen())
	}
}

// Until the model has run, its side of the rule is empty, and the screen says
// so.
func TestMeasuredWithoutAModel(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		u, v := measuredAt(t, nil, accuracy.OneGPU, look("dark", false), size[0], size[1])
		u.See("model: not run", "78 ms", "5.21 x")
		u.SeeNot("✓", "✗", "0.0 %")
		see(t, everyLine(u), "The model has not run")
		if !u.Asleep() || v.Moving() {
			t.Errorf("%v: something moves though nothing runs", size)
		}
		if a := v.Actions(); !a[len(a)-1].Off {
			t.Error("the key that runs the model does nothing and is on")
		}
	}
}

// held is a host that keeps the work it is given.
type held struct {
	toasts []string
	work   func() any
}

func (h *held) Toast(text string)    { h.toasts = append(h.toasts, text) }
func (h *held) Open(ui.Dialog)       {}
func (h *held) Copy(string)          {}
func (h *held) Run(work func() any)  { h.work = work }
func (h *held) do(v *Measured) any   { v.Tick(time.Second/30, h); return h.work() }
func (h *held) told(text string) int { return strings.Count(strings.Join(h.toasts, "\n"), text) }

func canvasOf(t *testing.T, v *Measured) string {
	t.Helper()
	c := ui.NewCanvas(100, 30, false)
	v.Resize(c.Bounds(), v.st)
	v.Draw(c)
	return c.String()
}

func see(t *testing.T, screen string, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !strings.Contains(screen, s) {
			t.Errorf("no %q on\n%s", s, screen)
		}
	}
}

// A prediction runs outside the update loop, turns a sign while it does, ends
// with its context when another table is opened, and what it then brings is
// dropped.
func TestMeasuredPredictsInTheBackground(t *testing.T) {
	v := NewMeasured(newSession(t, state.Default(""), nil))
	var asked []string
	var last context.Context
	v.Predict = func(ctx context.Context, id string) (accuracy.Page, error) {
		asked, last = append(asked, id), ctx
		if err := ctx.Err(); err != nil {
			return accuracy.Page{}, fmt.Errorf("predict: %w", err)
		}
		return madeUp(ctx, id)
	}
	h := &held{}
	if !v.Moving() {
		t.Fatal("a table that waits for its prediction does not ask for a tick")
	}
	v.Tick(time.Second/30, h)
	see(t, canvasOf(t, v), "model: running |", "35–43 hits")
	v.Tick(spinEvery, h)
	see(t, canvasOf(t, v), "model: running /")
	slow := h.work
	v.show(1)
	res := slow()
	if last.Err() == nil {
		t.Error("the work on a table that was left goes on")
	}
	v.Deliver(res, h)
	if v.shown().stage != notRun || len(h.toasts) > 0 {
		t.Errorf("what was given up left stage %d and said %q", v.shown().stage, h.toasts)
	}
	v.Deliver(h.do(v), h)
	see(t, canvasOf(t, v), "hold", "✓ within")
	if v.Moving() || v.shown().stage != predictedIt {
		t.Error("it goes on after the prediction is there")
	}
	v.show(2)
	v.show(1)
	if v.due() || strings.Join(asked, " ") != "router frontend" {
		t.Errorf("asked for %q; a prediction that is there is made again: %v", asked, v.due())
	}
}

func TestMeasuredStopsAndFails(t *testing.T) {
	v := NewMeasured(newSession(t, state.Default(""), nil))
	v.Predict = madeUp
	h := &held{}
	v.Tick(time.Second/30, h)
	v.toggle(h)
	see(t, canvasOf(t, v), "model: stopped, m runs it")
	v.Deliver(h.work(), h)
	if v.shown().stage != stopped || v.Moving() {
		t.Error("a stopped prediction came in, or begins again by itself")
	}
	v.Predict = func(context.Context, string) (accuracy.Page, error) {
		return accuracy.Page{}, errors.New("the sky fell")
	}
	v.toggle(h)
	v.Deliver(h.work(), h)
	see(t, canvasOf(t, v), "model: failed")
	if h.told("the sky fell") != 1 || v.Moving() {
		t.Errorf("told %q", h.toasts)
	}
	v.Predict = madeUp
	v.toggle(h)
	v.Deliver(h.work(), h)
	see(t, canvasOf(t, v), "hold")
}

// A file of one's own comes first; a model that has no such page is no error.
func TestMeasuredFile(t *testing.T) {
	samples := []measure.Sample{
		{Mode: measure.Aggregated, Input: 1500, Conc: 4, TTFTMS: 190},
		{Mode: measure.Aggregated, Input: 1500, Conc: 4, TTFTMS: 210},
		{Mode: measure.Disaggregated, Input: 1500, Conc: 4, TTFTMS: 1400},
		{Mode: measure.Aggregated, Input: 64, Conc: 1, TTFTMS: 9.5},
	}
	for _, known := range []bool{false, true} {
		v := NewMeasured(newSession(t, state.Default(""), nil))
		v.Open(accuracy.OfFile("mine\x1b[2J.jsonl", samples))
		v.Predict = func(_ context.Context, id string) (accuracy.Page, error) {
			if !known {
				return accuracy.Page{}, fmt.Errorf("%s: %w", id, accuracy.ErrUnknownPage)
			}
			return accuracy.Page{Cells: []accuracy.Cell{{Row: "1500x4", Column: accuracy.ColSplit, Model: 1410, HasModel: true}}}, nil
		}
		cfg := look("dark", false)
		cfg.Screens = []ui.Slot{{Key: "5", Screen: v}}
		u := drive.Start(t, cfg, 120, 36)
		u.Advance(time.Second)
		u.See("1/8", "64x1", "9.5 ms", "1500x4", "200 ms", "1,400 ms", "7.00 x", "median TTFT")
		if known {
			u.See("1,410 ms", "+0.7 %")
		} else {
			u.See("none for this table")
			u.SeeNot("no such page")
		}
		u.Key("right")
		u.See("Router, five ways")
	}
	v := NewMeasured(newSession(t, state.Default(""), nil))
	v.Open(accuracy.OfFile("empty", nil))
	see(t, canvasOf(t, v), "no figures")
}

var counter = regexp.MustCompile(`\d/7`)

func TestMeasuredByKeyAndMouse(t *testing.T) {
	u, v := measuredAt(t, madeUp, accuracy.Cluster, look("dark", false), 80, 24)
	u.See("4/7", "lines 1–")
	u.Key("down", "down")
	u.See("lines 3–")
	u.Key("up", "pgdown")
	if v.top != 1+v.pageful() {
		t.Errorf("line %d after a page", v.top)
	}
	u.Key("end", "down")
	if want := len(v.lines) - v.place.table.H; v.top != want {
		t.Errorf("the end is line %d, want %d", v.top, want)
	}
	u.Key("home")
	u.Wheel(30, 12, 2)
	if v.top != 2*wheelLines {
		t.Errorf("line %d after two notches", v.top)
	}
	u.Wheel(30, 12, -9)
	if v.top != 0 {
		t.Errorf("line %d after notches beyond the start", v.top)
	}
	u.ClickOn("›")
	u.See("5/7", "Split over 1GbE")
	u.ClickOn("‹")
	u.See("4/7")
	x, y := u.Find("4/7")
	u.Wheel(x, y, -1)
	u.See("3/7")
	u.Key("tab")
	u.See("4/7")
	u.Key("shift+tab", "left", "left", "left")
	u.See("7/7")
	u.Resize(120, 36)
	u.ClickOn("Mooncake transfers")
	u.Advance(time.Second)
	u.See("6/7", "31.65 ms")
	if got := counter.FindString(u.Screen()); got != "6/7" {
		t.Errorf("the picker says %s", got)
	}
}

func TestMeasuredAtEverySizeAndTheme(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{0, 0}, {10, 3}, {40, 12}, {41, 13}, {60, 20}, {69, 18}, {70, 18}, {80, 24}, {99, 30}, {100, 17}, {112, 15}, {112, 18}, {120, 36}, {176, 22}, {200, 60}, {300, 100}, {40, 100}} {
		for _, ascii := range []bool{false, true} {
			u, _ := measuredAt(t, madeUp, accuracy.Router, look("dark", ascii), size[0], size[1])
			for range accuracy.Pages() {
				u.Key("right", "pgdown")
				u.Advance(time.Second)
				checkFrame(t, u, size, ascii)
			}
		}
	}
}

func TestMeasuredHasNoClash(t *testing.T) {
	s := newSession(t, state.Default(""), nil)
	v := NewMeasured(s)
	v.Predict = madeUp
	cfg := look("dark", false)
	cfg.Screens, cfg.Actions = []ui.Slot{{Key: "5", Screen: v}}, s.Global()
	u := drive.Start(t, cfg, 80, 24)
	if c := ui.Clashes(u.Shell().Actions()...); c != nil {
		t.Error(c)
	}
}
