package scenario_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

func builtin(t *testing.T, name string) scenario.File {
	t.Helper()
	f, err := scenario.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// seen is what a run shows.
type seen struct {
	sim.Totals
	unmatched, learned int
}

// run runs a built-in scenario, changed by settings.
func run(t *testing.T, name string, settings ...string) seen {
	t.Helper()
	f := builtin(t, name)
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		if err := f.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	out := seen{Totals: sim.NewTotals(f.Workers)}
	err := sim.Run(context.Background(), f.Scenario, f.Generator(), func(r sim.Record) {
		out.Apply(r)
		switch r.Kind {
		case sim.Unmatched:
			out.unmatched++
		case sim.Learned:
			out.learned++
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestBuiltinsAreNamedAndSayWhatToLookAt(t *testing.T) {
	for _, name := range scenario.BuiltinNames() {
		f := builtin(t, name)
		if n := strings.Count(f.About, ". ") + 1; f.Name != name || n != 2 || !strings.HasSuffix(f.About, ".") {
			t.Errorf("%s: %q with %d sentences", name, f.Name, n)
		}
	}
	if _, err := scenario.Builtin("lab\x1b"); err == nil || !strings.Contains(err.Error(), `"lab\x1b": accepted are lab, router-table, `) {
		t.Errorf("unknown: %v", err)
	}
	lab := builtin(t, "lab")
	lab.Name, lab.About = "", ""
	if lab != scenario.New(scenario.KindLab) {
		t.Errorf("lab is %+v", lab)
	}
}

// TestRouterTable: the scenario is the published one, rr evicts and loses
// hits where kv does neither.
func TestRouterTable(t *testing.T) {
	f := builtin(t, "router-table")
	want := workload.Lab{Prefixes: 12, Reps: 6, PrefixTokens: 1500, TailTokens: 20, Block: 16}
	if f.Lab != want || f.Workers != 2 || f.Capacity != 925 || f.Strategy != "rr" {
		t.Errorf("%+v", f)
	}
	set := workload.Collect(f.Generator(), f.Seed)
	rr, err := sim.JudgeRepeats(t.Context(), f.Scenario, set, sim.PublishedTTFT())
	if err != nil || rr.Requests != 60 || rr.Whole != 46 {
		t.Errorf("rr, seed 1: %+v, %v", rr, err)
	}
	if rr, kv := run(t, "router-table"), run(t, "router-table", "strategy.name=kv"); rr.Evictions == 0 || kv.Evictions > 0 || kv.ReusedTokens <= rr.ReusedTokens {
		t.Errorf("rr %+v, kv %+v", rr, kv)
	}
}

func TestSilentEvents(t *testing.T) {
	silent, told := run(t, "silent-events"), run(t, "silent-events", "knowledge.kind=events")
	if silent.learned > 0 || silent.Promised > 0 || silent.Hits >= told.Hits {
		t.Errorf("silent %+v, told %+v", silent, told)
	}
}

func TestBlockSizeMismatch(t *testing.T) {
	off, fits := run(t, "block-size-mismatch"), run(t, "block-size-mismatch", "knowledge.router_block=16")
	if off.unmatched != off.Requests || off.learned > 0 || off.Promised > 0 || fits.unmatched > 0 || off.Reused >= fits.Reused {
		t.Errorf("mismatched %+v, matched %+v", off, fits)
	}
}

func TestCommonPrefixHerds(t *testing.T) {
	if kv := run(t, "common-prefix"); kv.Imbalance() != 8 {
		t.Errorf("kv: imbalance %v, all on one of 8 workers is 8", kv.Imbalance())
	}
	for _, s := range []string{"dynamo", "least-loaded"} {
		if r := run(t, "common-prefix", "strategy.name="+s); r.Imbalance() > 1.1 {
			t.Errorf("%s: imbalance %v", s, r.Imbalance())
		}
	}
}

func TestStaleIndexPromisesMoreThanIsThere(t *testing.T) {
	stale, told := run(t, "stale-index"), run(t, "stale-index", "knowledge.kind=events")
	if stale.Promised != 35_840 || stale.Reused != 28_996 || stale.Evictions == 0 {
		t.Errorf("promised %d, reused %d blocks, %d evicted", stale.Promised, stale.Reused, stale.Evictions)
	}
	if told.Promised != told.Reused || told.Reused >= stale.Reused { // as its words say
		t.Errorf("told: promised %d, reused %d blocks", told.Promised, told.Reused)
	}
}

func TestSiblingBurst(t *testing.T) {
	late, timely := run(t, "sibling-burst"), run(t, "sibling-burst", "knowledge.delay_requests=0")
	if cold := late.Requests - late.Hits; cold != 16 {
		t.Errorf("late: %d prefixes computed", cold)
	}
	if cold := timely.Requests - timely.Hits; cold != 4 {
		t.Errorf("on time: %d prefixes computed", cold)
	}
}

func TestTinyPrompts(t *testing.T) {
	if r := run(t, "tiny-prompts"); r.Hits == 0 || r.ReusedTokens != 0 {
		t.Errorf("%d hits, %d tokens reused", r.Hits, r.ReusedTokens)
	}
}

func TestHotWorker(t *testing.T) {
	if kv := run(t, "hot-worker"); math.Abs(kv.Imbalance()-3.7) > 0.05 {
		t.Errorf("kv: imbalance %v", kv.Imbalance())
	}
	for _, s := range []string{"least-loaded", "dynamo"} {
		if r := run(t, "hot-worker", "strategy.name="+s); math.Abs(r.Imbalance()-1) > 0.1 {
			t.Errorf("%s: imbalance %v", s, r.Imbalance())
		}
	}
}
