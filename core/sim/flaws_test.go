package sim

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

func drawFlawed(t *rapid.T) *Recording {
	sc := drawScenario(t).With(rapid.SampledFrom(scenario.Modes()[2:]).Draw(t, "kv mode"))
	few := rapid.SampledFrom([]int{0, 0, 1, 2, 7})
	sc.Flaws = scenario.Flaws{
		TTL: few.Draw(t, "ttl"), Bounded: sc.Capacity > 0 && rapid.Bool().Draw(t, "bounded"),
		Delay: few.Draw(t, "delay"), Loss: rapid.SampledFrom([]float64{0, 0, 0.3, 1}).Draw(t, "loss"),
		MuteWorker: rapid.IntRange(0, sc.Workers-1).Draw(t, "mute worker"), MuteAt: few.Draw(t, "mute at"),
		RestartWorker: rapid.IntRange(0, sc.Workers-1).Draw(t, "restart worker"), RestartAt: few.Draw(t, "restart at"),
		RouterSeed: rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "router seed"),
	}
	return recorded(t, sc, drawSet(t, sc.Seed))
}

// TestFlawedRuns holds what must be so however far the index falls behind:
// counters are those of the sets, bounded sets stay bounded, going back and
// forth changes nothing, and what the folded state explains is what the engine
// chose.
func TestFlawedRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawFlawed(t)
		line := newTimeline(rec, 3, 4096)
		s := NewState(rec.Set, rec.Scenario)
		for i, r := range rec.Records {
			s.Apply(r)
			got := look(s, rec.Set)
			for w, sw := range got.Workers {
				checkCounts(t, rec, s, w, sw)
			}
			if i%5 == 0 && !reflect.DeepEqual(got, look(line.Seek(i+1), rec.Set)) {
				t.Fatalf("step %d: the timeline differs", i+1)
			}
		}
		for i := range rec.Set.Requests {
			d := line.Decision(i)
			again := mustStrategy(t, rec).Choose(newRouterView(foldTo(rec, rec.First[i])), toRoute(rec.Set.Requests[i], rec.Set.Size), nil)
			if again != d.Choice {
				t.Fatalf("request %d: chose %+v, explained %+v", i, again, d.Choice)
			}
		}
	})
}

func mustStrategy(t *rapid.T, rec *Recording) route.Strategy {
	info, err := route.ByName(rec.Scenario.Strategy)
	if err != nil {
		t.Fatal(err)
	}
	return info.New(rec.Scenario.Options)
}

func checkCounts(t *rapid.T, rec *Recording, s *State, w int, sw seenWorker) {
	both := 0
	for _, p := range sw.HeldBlocks {
		if _, known := s.Holds(w, p); known {
			both++
		}
	}
	got := s.Workers[w]
	if got.Held != len(sw.HeldBlocks) || got.Known != len(sw.KnownBlocks) || got.Both != both {
		t.Fatalf("step %d, W%d: counts %d %d %d, sets %d %d %d", s.Step, w, got.Held, got.Known, got.Both, len(sw.HeldBlocks), len(sw.KnownBlocks), both)
	}
	sc := rec.Scenario
	if sc.Capacity > 0 && got.Held > sc.Capacity {
		t.Fatalf("step %d, W%d holds %d of %d", s.Step, w, got.Held, sc.Capacity)
	}
	if sc.Flaws.Bounded && sc.Knowledge == scenario.Approximate && got.Known > sc.Capacity {
		t.Fatalf("step %d, W%d: %d believed of %d", s.Step, w, got.Known, sc.Capacity)
	}
}

func labRun(t *testing.T, sc scenario.Scenario) (*Recording, *State) {
	t.Helper()
	set := workload.NewLabSet(workload.DefaultLab(), sc.Seed)
	rec := recorded(t, sc, set)
	return rec, foldTo(rec, len(rec.Records))
}

func chosen(rec *Recording) []int32 {
	var out []int32
	for _, i := range rec.First {
		out = append(out, rec.Records[i].Worker)
	}
	return out
}

// TestEventsThatTellNothing: all events lost, nobody publishing from the start
// and names that never match all route as an index that hears nothing.
func TestEventsThatTellNothing(t *testing.T) {
	sc := scenario.Scenario{Workers: 1, Seed: 3}.With(scenario.Mode{Strategy: "kv", Knowledge: scenario.Events})
	silent, _ := labRun(t, sc.With(scenario.Mode{Strategy: "kv", Knowledge: scenario.Silent}))
	for name, f := range map[string]scenario.Flaws{
		"lost": {Loss: 1}, "mute": {MuteAt: 1}, "seed": {RouterSeed: 7}, "block": {RouterBlock: 32}, "later than the end": {Delay: 1000},
	} {
		sc.Flaws = f
		rec, s := labRun(t, sc)
		if !reflect.DeepEqual(chosen(rec), chosen(silent)) {
			t.Errorf("%s: other choices than a silent index", name)
		}
		if s.Events != 0 || s.Workers[0].Known != 0 {
			t.Errorf("%s: the index learned %d times", name, s.Events)
		}
		lost, unmatched := name == "lost", name == "seed" || name == "block"
		if (s.Lost > 0) != lost || (s.Unmatched > 0) != unmatched {
			t.Errorf("%s: %d lost, %d unmatched", name, s.Lost, s.Unmatched)
		}
	}
}

// TestDelay: an event that is d requests late is known when request i+d+1 is
// routed and not before.
func TestDelay(t *testing.T) {
	sc := scenario.Scenario{Workers: 2, Seed: 1, Flaws: scenario.Flaws{Delay: 3}}.With(scenario.Mode{Strategy: "kv", Knowledge: scenario.Events})
	rec, _ := labRun(t, sc)
	for _, r := range rec.Records {
		if r.Kind == Learned && r.Req-r.Of != 3 {
			t.Fatalf("learned about request %d during request %d", r.Of, r.Req)
		}
	}
	now, late := rec.First[0], rec.First[4]
	if foldTo(rec, late).Events == 0 || foldTo(rec, rec.First[3]).Events != 0 || now != 0 {
		t.Error("the first event should be known to request 5 and not to request 4")
	}
}

// TestExpiry: without renewal a belief lasts TTL requests.
func TestExpiry(t *testing.T) {
	sc := scenario.Scenario{Workers: 1, Seed: 1, Flaws: scenario.Flaws{TTL: 2}}.With(scenario.Mode{Strategy: "kv"})
	rec, s := labRun(t, sc)
	if s.Workers[0].Known == s.Workers[0].Held {
		t.Error("nothing expired")
	}
	for _, r := range rec.Records {
		if r.Kind == Expired && r.Req-r.Of < 2 {
			t.Fatalf("a belief of request %d expired after request %d", r.Of, r.Req)
		}
	}
}

// TestRestart: the worker is empty, and the router goes on believing.
func TestRestart(t *testing.T) {
	sc := scenario.Scenario{Workers: 2, Seed: 1, Flaws: scenario.Flaws{RestartWorker: 1, RestartAt: 20}}.With(scenario.Mode{Strategy: "kv"})
	rec, _ := labRun(t, sc)
	s := foldTo(rec, rec.First[19])
	if w := s.Workers[1]; w.Held != 0 || w.Known == 0 || w.Both != 0 {
		t.Errorf("after the restart: held %d, known %d, both %d", w.Held, w.Known, w.Both)
	}
	if end := foldTo(rec, len(rec.Records)); end.Totals.Promised <= end.Totals.Reused {
		t.Errorf("promised %d blocks, reused %d: the restart should show", end.Totals.Promised, end.Totals.Reused)
	}
}

// TestTTLByStamps holds that a belief of a recorded trace ends by the clock of
// its stamps, in time for the request that would have used it.
func TestTTLByStamps(t *testing.T) {
	var text strings.Builder
	for _, ms := range []int{0, 5, 16, 26, 27} { // beliefs last 10 ms: the third comes 11 ms after its renewal
		fmt.Fprintf(&text, "{\"timestamp\": %d, \"input_length\": 1024, \"hash_ids\": [1, 2]}\n", ms)
	}
	set, err := workload.ReadSet(t.Context(), strings.NewReader(text.String()), "stamps", workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sc := strategy("kv", 3, scenario.Approximate)
	sc.Flaws.TTLMillis = 10
	rec, err := NewRecording(t.Context(), sc, set)
	if err != nil {
		t.Fatal(err)
	}
	var promised, expired []int
	for _, r := range rec.Records {
		switch r.Kind { //nolint:exhaustive // the rest is not asked
		case Routed:
			promised = append(promised, int(r.To))
		case Expired:
			expired = append(expired, int(r.Req))
		}
	}
	if !slices.Equal(promised, []int{0, 1, 0, 1, 1}) || !slices.Equal(expired, []int{1}) {
		t.Errorf("promised %v blocks, beliefs expired after requests %v", promised, expired)
	}
}

// TestTTLNeedsStamps holds that a clock that stands still is refused, not
// counted as one that never lets a belief end.
func TestTTLNeedsStamps(t *testing.T) {
	sc := strategy("kv", 3, scenario.Approximate)
	sc.Flaws.TTLMillis = 10
	for name, text := range map[string]string{
		"no stamps":  "{\"input_length\": 1024, \"hash_ids\": [1, 2]}\n",
		"one of two": "{\"timestamp\": 1, \"input_length\": 1024, \"hash_ids\": [1, 2]}\n{\"input_length\": 1024, \"hash_ids\": [1, 2]}\n",
	} {
		set, err := workload.ReadSet(t.Context(), strings.NewReader(text), "t", workload.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var bad *workload.ArgError
		if _, err := NewRecording(t.Context(), sc, set); !errors.As(err, &bad) || bad.Arg != "knowledge.ttl_ms" || !strings.Contains(bad.Problem, "knowledge.ttl_requests") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
