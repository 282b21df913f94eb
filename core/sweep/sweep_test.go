package sweep

import (
	"context"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

func file(t testing.TB, kind scenario.Kind, settings ...string) scenario.File {
	t.Helper()
	f := scenario.New(kind)
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		if err := f.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func axis(t testing.TB, f scenario.File, text string) Axis {
	t.Helper()
	if text == "" {
		return Axis{}
	}
	a, err := ParseAxis(text, f)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func plan(t testing.TB, f scenario.File, x, y string, seeds int) *Plan {
	t.Helper()
	p, err := New(t.Context(), f, axis(t, f, x), axis(t, f, y), seeds)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// random is a scenario whose figures change with the seed.
func random(t testing.TB) scenario.File {
	t.Helper()
	return file(t, scenario.KindLab, "strategy.name=random", "workload.reps=3")
}

func part(t testing.TB, p *Plan, s Shard) Part {
	t.Helper()
	rows, err := p.Run(t.Context(), s, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Part{p.Describe(nil), s, rows}
}

// TestCellsAreMediansOverSeeds counts each cell again, run by run.
func TestCellsAreMediansOverSeeds(t *testing.T) {
	const seeds = 4
	f := random(t)
	p := plan(t, f, "fleet.workers=2,3,5", "workload.prefixes=4,9", seeds)
	rows := part(t, p, Whole()).Rows
	if len(rows) != 6 || p.Timed {
		t.Fatalf("%d rows, timed %v", len(rows), p.Timed)
	}
	i := 0
	for _, workers := range []int{2, 3, 5} {
		for _, prefixes := range []int{4, 9} {
			var hits []int
			for seed := range int64(seeds) {
				sc, lab := f.Scenario, f.Lab
				sc.Workers, lab.Prefixes, sc.Seed = workers, prefixes, f.Seed+seed
				total := sim.NewTotals(workers)
				if err := sim.Run(t.Context(), sc, lab, total.Apply); err != nil {
					t.Fatal(err)
				}
				hits = append(hits, total.Hits)
			}
			slices.Sort(hits)
			want := float64(hits[1]+hits[2]) / 2
			if got := rows[i]; got.Cell != i || got.Figures[0] != want || got.Figures[1] != float64(2*prefixes) {
				t.Errorf("cell %d: %+v, want hits %g of %v", i, got, want, hits)
			}
			i++
		}
	}
}

// TestTimedFigures holds a cell with a clock against the meter.
func TestTimedFigures(t *testing.T) {
	f := file(t, scenario.KindLab, "clock.preset=8gb", "outputs.kind=fixed", "clock.warmup_requests=5")
	p := plan(t, f, "outputs.tokens=1,20", "", 1)
	rows := part(t, p, Whole()).Rows
	if !p.Timed || len(rows) != 2 || len(rows[0].Figures) != len(Figures(true)) {
		t.Fatalf("timed %v, %d rows of %v", p.Timed, len(rows), rows)
	}
	if !math.IsNaN(rows[0].Figures[2]) || !(rows[1].Figures[2] > 0) {
		t.Errorf("gaps of answers of 1 token %g and of 20 %g: the first has none", rows[0].Figures[2], rows[1].Figures[2])
	}
	cell, err := p.Cell(1)
	if err != nil {
		t.Fatal(err)
	}
	all, warm, err := sim.Measure(t.Context(), cell.Scenario, cell.Generator(), false)
	if err != nil {
		t.Fatal(err)
	}
	got := rows[1].Figures
	if got[0] != warm.TTFT.P50 || got[1] != warm.TTFT.P99 || got[2] != warm.ITL.P50 || got[4] != warm.TokensPerS || got[6] != warm.TokenHitRate() {
		t.Errorf("%v, want %+v", got, warm)
	}
	if warm.TTFT.Count == all.TTFT.Count {
		t.Error("nothing was warm-up: the check is blind")
	}
}

func TestFiguresDoNotDependOnCores(t *testing.T) {
	p := plan(t, random(t), "fleet.workers=1:8:8", "seed=1,50", 3)
	many := part(t, p, Whole())
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if one := part(t, p, Whole()); !reflect.DeepEqual(one, many) {
		t.Errorf("one core gives %v, many %v", one.Rows, many.Rows)
	}
}

// TestKindIsSetBeforeWhatItBrings holds that y may be the kind that x's key
// belongs to.
func TestKindIsSetBeforeWhatItBrings(t *testing.T) {
	f := file(t, scenario.KindLab)
	p := plan(t, f, "workload.requests=10,20", "workload.kind=shared-prefix,common-prefix", 1)
	for i, want := range []scenario.Kind{scenario.KindShared, scenario.KindCommon, scenario.KindShared, scenario.KindCommon} {
		cell, err := p.Cell(i)
		if err != nil || cell.Kind != want || cell.Generator().Len() != 10*(1+i/2) {
			t.Errorf("cell %d is %s with %d requests, %v", i, cell.Kind, cell.Generator().Len(), err)
		}
	}
	p = plan(t, f, "fleet.capacity_blocks=7,8", "clock.preset=8gb,24gb", 1)
	if cell, err := p.Cell(3); err != nil || cell.Capacity != 8 || cell.Clock.Preset.String() != "24gb" {
		t.Errorf("%d blocks with %s: a preset brings a capacity of its own", cell.Capacity, cell.Clock.Preset)
	}
}

func TestNewErrors(t *testing.T) {
	lab := scenario.New(scenario.KindLab)
	for _, c := range []struct {
		x, y  string
		seeds int
		want  string
	}{
		{"fleet.workers=1", "fleet.workers=2", 1, "fleet.workers: is on both axes"},
		{"fleet.workers=1", "", 0, "seeds: 0 is out of range"},
		{"fleet.workers=1", "", MaxSeeds + 1, "seeds: 1001 is out of range"},
		{"fleet.workers=1:1000:1000", "knowledge.loss=0:1:101", 1, "fleet.workers, knowledge.loss: make 101000 cells: accepted are 1 to 100000"},
		{"fleet.workers=1,0", "", 1, "fleet.workers: 0 is out of range"},
		{"fleet.workers=1", "knowledge.loss=0,2", 1, "knowledge.loss: 2 is out of range"},
		{"workload.requests=5", "", 1, "workload.requests: unknown key with kind lab"},
		{"workload.kind=lab,chats", "workload.prefixes=5", 1, "workload.prefixes: unknown key with kind chats"},
		{
			"workload.prefix_tokens=10,1000000", "workload.tail_tokens=10,20", 1,
			"at workload.prefix_tokens=1000000, workload.tail_tokens=10: workload.prefix_tokens + tail_tokens: a prompt of",
		},
		{"clock.preset=none,8gb", "", 1, "clock.preset: some cells have a clock and some have none (clock.preset=8gb; clock.preset=none)"},
		{"seed=9223372036854775807", "", 2, "at seed=9223372036854775807: seed: has no room"},
	} {
		_, err := New(t.Context(), lab, axis(t, lab, c.x), axis(t, lab, c.y), c.seeds)
		var key *scenario.KeyError
		if !errors.As(err, &key) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %s", c.x, c.y, err, c.want)
		}
	}
	trace := file(t, scenario.KindTrace, "workload.path=t")
	if _, err := New(t.Context(), trace, axis(t, trace, "workload.limit=1:200:200"), Axis{}, 1); err == nil || !strings.Contains(err.Error(), "read 200 traces") {
		t.Errorf("200 traces: %v", err)
	}
}

// TestWhatOnlyTheRequestsTellIsFoundFirst holds that a cell that cannot run
// fails the sweep before any other has run.
func TestWhatOnlyTheRequestsTellIsFoundFirst(t *testing.T) {
	f := file(t, scenario.KindTrace, "workload.path=t", "clock.preset=8gb")
	p := plan(t, f, "arrivals.kind=auto,stamps", "", 2)
	unstamped := Sets{f.Trace: workload.NewLabSet(workload.Lab{Prefixes: 2, Reps: 2, PrefixTokens: 32, TailTokens: 1, Block: 16}, 1)}
	_, err := p.Run(t.Context(), Whole(), unstamped, func(int, int) { t.Error("a run has ended") })
	var cell *CellError
	if !errors.As(err, &cell) || !strings.HasPrefix(err.Error(), "at arrivals.kind=stamps: arrivals: stamps need") {
		t.Errorf("%v", err)
	}
}

func TestCancelAndProgress(t *testing.T) {
	p := plan(t, random(t), "fleet.workers=1:20:20", "", 5)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	last := 0
	_, err := p.Run(ctx, Whole(), nil, func(done, total int) {
		if done != last+1 || total != 100 {
			t.Errorf("%d after %d, of %d", done, last, total)
		}
		if last = done; done == 10 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || last == 100 {
		t.Errorf("after %d runs: %v", last, err)
	}
	if _, err := New(ctx, p.Base, p.X, p.Y, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("checks of a cancelled sweep: %v", err)
	}
}
