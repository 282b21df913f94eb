package views

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kvtui/core/scenario"
)

// TestPutOnStage takes the row under the cursor to every screen, and back.
func TestPutOnStage(t *testing.T) {
	a := compareOpen(t, lab(kv, 2, 300), 120, 36)
	request := a.s.Request()
	a.Key("home", "down", "down", "down", "down")
	m := a.v.cursor
	if m == kv {
		t.Fatal("the cursor did not move")
	}
	a.Key("enter")
	a.Advance(time.Second)
	if got := a.s.State().Mode(); got != m || a.s.Request() != request {
		t.Errorf("on the stage: %+v at request %d, want %+v at %d", got, a.s.Request(), m, request)
	}
	if line := a.row(t, racerName(m)); !strings.Contains(line, "●") {
		t.Errorf("the row is not marked: %q", line)
	}
	a.Key("u")
	a.Advance(time.Second)
	if a.s.State().Mode() != kv {
		t.Error("undo does not take it back")
	}
}

// TestSortAndFigure walks through columns and figures: rows are in the order
// of the column.
func TestSortAndFigure(t *testing.T) {
	a := compareOpen(t, lab(kv, 4, 300), 200, 60)
	heads := []string{"lab hits▾", "reused▾", "computed▾", "imbalance▾", "evicted▾", "of ideal▾", "strategy▾"}
	for _, head := range heads {
		a.See(head)
		rows := a.v.rows(a.v.done())
		if rank := columns()[a.v.sort].rank; rank != nil {
			if !slices.IsSortedFunc(rows, func(x, y row) int {
				if rank(x.standing) > rank(y.standing) {
					return -1
				} else if rank(x.standing) < rank(y.standing) {
					return 1
				}
				return 0
			}) {
				t.Errorf("%s: rows out of order", head)
			}
		}
		a.Key("c")
	}
	a.Key("C")
	a.See("strategy▾", "Lab hits over repeats, %")
	a.Key("m")
	a.See("Imbalance, most over mean tokens computed, x", "imbalance▾")
	a.Key("m")
	a.See("Reused over prompt tokens, %", "reused▾")
	a.ClickOn("computed")
	a.See("computed▾")
}

// TestLineup lets racers join and leave; the one on the stage races anyway.
func TestLineup(t *testing.T) {
	a := compareOpen(t, lab(kv, 2, 300), 120, 40)
	a.Key("l")
	a.See("Who races", "10 race", "[x] dynamo", "[ ] session")
	a.Key("a")
	a.See("18 race")
	a.Key("esc")
	a.Advance(time.Second)
	for _, m := range allModes() {
		if !a.v.rowOf(m, 10).ok {
			t.Errorf("%s has no curve", racerName(m))
		}
	}
	a.Key("l", "d", "home", "down", "down", "space", "esc") // kv leaves
	a.See(" kv ")
	a.Key("s")
	a.Advance(time.Second)
	if slices.Contains(a.v.racers(), kv) || !slices.Contains(a.v.racers(), scenario.Mode{Strategy: "least-loaded"}) {
		t.Errorf("racers are %v", a.v.racers())
	}
	a.Key("l")
	a.ClickOn("[ ] session")
	a.See("[x] session")
}

// TestBaseline pins a run, changes what can be changed, and reads the
// difference.
func TestBaseline(t *testing.T) {
	a := compareOpen(t, routerTable(), 120, 40)
	a.Key("d", "m", "m", "b") // reuse, without seeds
	base := a.v.rowOf(kv, 72)
	a.See("◆ baseline kv · lab · 2 workers · caches of 925 blocks", "to base")
	rr := a.v.rowOf(scenario.Mode{Strategy: "rr"}, 72)
	if want := signed(100*(rr.reuse-base.reuse), 1) + " pt"; !strings.Contains(a.row(t, "rr"), want) {
		t.Errorf("rr is not %s to the baseline: %q", want, a.row(t, "rr"))
	}
	a.Key("s", "w")
	a.Advance(time.Second)
	a.See("lab · 3 workers", "◆ baseline kv · lab · 2 workers")
	a.SeeNot("other requests")
	now := a.v.rowOf(kv, 72)
	if want := signed(100*(now.reuse-base.reuse), 1) + " pt"; !strings.Contains(a.row(t, "kv"), want) {
		t.Errorf("kv is not %s to the baseline: %q", want, a.row(t, "kv"))
	}
	a.Key("R")
	a.Advance(time.Second)
	a.See("other requests than these")
	a.Key("b")
	a.See("◆ baseline " + racerName(a.v.onStage()) + " · lab · 3 workers")
	a.Key("b")
	a.Advance(10 * time.Second)
	a.SeeNot("baseline kv", "to base")
}

// TestOldLinesStay holds that a race shows its old ground whole until the new
// one is there, and that what was overtaken is dropped.
func TestOldLinesStay(t *testing.T) {
	s, h := newSession(t, lab(kv, 2, 300), nil), &slow{}
	v := NewCompare(s)
	done := func() {
		for len(h.works) > 0 {
			w := h.works[0]
			h.works = h.works[1:]
			res := w()
			s.Deliver(res, h)
			v.Deliver(res, h)
		}
	}
	v.Tick(0, h)
	done()
	if v.computing() || v.raceDue() {
		t.Fatal("the first race does not end")
	}
	two := v.race.curves[kv]
	press(s, h, "workers")
	done()
	v.Tick(0, h)
	if !v.computing() || v.raceDue() || v.race.on.Workers != 2 || v.race.curves[kv].Scenario != two.Scenario {
		t.Error("the old race is gone before the new one is there")
	}
	late := h.works
	h.works = nil
	press(s, h, "workers")
	done()
	v.Tick(0, h)
	newer := h.works
	h.works = late
	done()
	if v.race.on.Workers != 2 {
		t.Errorf("a race that was overtaken is shown, over %d workers", v.race.on.Workers)
	}
	h.works = newer
	done()
	if v.computing() || v.race.on.Workers != 4 || len(h.toasts) > 0 {
		t.Errorf("the newest race is not shown: %d workers, %q", v.race.on.Workers, h.toasts)
	}
}

// TestSeedsStop runs seeds one after another, stops them, and goes on.
func TestSeedsStop(t *testing.T) {
	s, h := newSession(t, lab(kv, 2, 300), nil), &slow{}
	v := NewCompare(s)
	next := func() {
		t.Helper()
		if len(h.works) != 1 {
			t.Fatalf("%d works", len(h.works))
		}
		w := h.works[0]
		h.works = nil
		v.Deliver(w(), h)
	}
	v.Tick(0, h)
	next()
	if v.seedsDue() {
		t.Error("seeds run though nobody asked")
	}
	v.toggleSpread()
	v.Tick(0, h)
	for range 4 {
		next()
	}
	if v.sownSeeds() != 4 {
		t.Errorf("%d seeds", v.sownSeeds())
	}
	stale := h.works[0]
	h.works = nil
	v.toggleSpread()
	v.Deliver(stale(), h)
	if v.sownSeeds() != 4 || len(h.works) != 0 || v.Moving() || len(h.toasts) > 0 {
		t.Errorf("stopped, %d seeds, %d works, %q", v.sownSeeds(), len(h.works), h.toasts)
	}
	v.toggleSpread()
	for v.Tick(0, h); v.sownSeeds() < seedCount; {
		next()
	}
	if v.seedsDue() || len(h.works) != 0 {
		t.Error("more seeds than asked for")
	}
	m := scenario.Mode{Strategy: "random"}
	if sp := v.spreadOf(m, figureHits.ofOutcome); sp.Runs != seedCount || sp.Low >= sp.High {
		t.Errorf("random spreads as %+v", sp)
	}
}

// TestRaceTimeline moves the one timeline from here.
func TestRaceTimeline(t *testing.T) {
	a := compareOpen(t, lab(kv, 2, 0), 120, 36)
	a.See("the race starts with the first request")
	a.Key("right", "right")
	if a.s.Request() != 1 {
		t.Errorf("two to the right are request %d", a.s.Request()+1)
	}
	tr := a.v.timeline.Track()
	a.Click(tr.X+tr.W-1, tr.Y)
	a.See("Strategies after 72 requests of 72")
	a.Key("g", "space")
	a.Advance(5 * time.Second)
	if n := a.s.Request(); n < 2 || n > 8 {
		t.Errorf("five seconds at 1x reach request %d", n+1)
	}
	a.Key("space")
	a.Advance(10 * time.Second)
	if !a.Asleep() {
		t.Error("paused, and the clock still ticks")
	}
	x, y := a.v.at.chart.X+2, a.v.at.chart.Y+2
	n := a.s.Request()
	a.Wheel(x, y, 1)
	if a.s.Request() != n+1 {
		t.Error("the wheel over the chart does not scroll the requests")
	}
}
