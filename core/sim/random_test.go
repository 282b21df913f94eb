package sim

import (
	"context"
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"kvtui/core/block"
	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// drawSet draws a workload: a lab stream, of which some have more blocks than
// one page of a bitset, or a trace whose prompts branch from each other.
func drawSet(t *rapid.T, seed int64) *workload.Set {
	if rapid.Bool().Draw(t, "lab") {
		return workload.NewLabSet(workload.Lab{
			Prefixes:     rapid.IntRange(0, 8).Draw(t, "prefixes"),
			Reps:         rapid.IntRange(0, 5).Draw(t, "reps"),
			PrefixTokens: rapid.SampledFrom([]int{0, 1, 7, 33, 96, 900}).Draw(t, "plen"),
			TailTokens:   rapid.SampledFrom([]int{0, 1, 16, 60}).Draw(t, "tail"),
			Block:        rapid.SampledFrom([]int{1, 2, 16}).Draw(t, "block"),
		}, seed)
	}
	var text strings.Builder
	for range rapid.IntRange(0, 40).Draw(t, "requests") {
		ids := rapid.SliceOfN(rapid.IntRange(0, 2), 0, 9).Draw(t, "ids")
		rest := rapid.SampledFrom([]int{0, 1, 511}).Draw(t, "rest")
		fmt.Fprintf(&text, "{\"input_length\": %d, \"hash_ids\": [%s]}\n", 512*len(ids)+rest,
			strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]"))
	}
	set, err := workload.ReadMooncake(strings.NewReader(text.String()), "drawn", 0)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func drawScenario(t *rapid.T) scenario.Scenario {
	return scenario.Scenario{
		Workers:  rapid.IntRange(1, 5).Draw(t, "workers"),
		Seed:     rapid.Int64Range(-9, 9).Draw(t, "seed"),
		Capacity: rapid.SampledFrom([]int{0, 0, 1, 3, 10, 100, 1000}).Draw(t, "capacity"),
	}.With(rapid.SampledFrom(scenario.Modes()).Draw(t, "mode"))
}

// recorded runs a scenario over a set to the end.
func recorded(t fataler, sc scenario.Scenario, set *workload.Set) *Recording {
	rec, err := NewRecording(context.Background(), sc, set)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// fataler is a test, a benchmark or a property's one try.
type fataler interface{ Fatal(args ...any) }

func drawRecording(t *rapid.T) *Recording {
	sc := drawScenario(t)
	return recorded(t, sc, drawSet(t, sc.Seed))
}

// seen is all that a state shows, copied.
type seen struct {
	Step, Events int
	Last         Record
	Totals       Totals
	Workers      []seenWorker
}

type seenWorker struct {
	Step, Sent, Held, Known, Request                int
	LastReused, LastTokens, LastStored, LastEvicted int
	Reused                                          int64
	Hit                                             bool
	Recent                                          []int32
	Groups                                          int
	HeldBlocks, KnownBlocks                         []block.Prefix
}

func look(s *State, set *workload.Set) seen {
	out := seen{Step: s.Step, Events: s.Events, Last: s.Last, Totals: s.Totals}
	out.Totals.Computed = append([]int64(nil), s.Totals.Computed...)
	for i := range s.Workers {
		w := &s.Workers[i]
		recent, groups := w.Recent()
		sw := seenWorker{
			Step: w.Step, Sent: w.Sent, Held: w.Held, Known: w.Known, Request: w.Request, Reused: w.Reused, Hit: w.Hit,
			LastReused: w.LastReused, LastTokens: w.LastTokens, LastStored: w.LastStored, LastEvicted: w.LastEvicted,
			Recent: append([]int32(nil), recent...), Groups: groups,
		}
		for p := block.Prefix(0); int(p) < set.Prefixes+2; p++ {
			held, known := s.Holds(i, p)
			if held {
				sw.HeldBlocks = append(sw.HeldBlocks, p)
			}
			if known {
				sw.KnownBlocks = append(sw.KnownBlocks, p)
			}
		}
		out.Workers = append(out.Workers, sw)
	}
	return out
}

// foldTo applies the first records of a recording, one after another.
func foldTo(rec *Recording, step int) *State {
	s := NewState(rec.Set, rec.Scenario)
	for _, r := range rec.Records[:step] {
		s.Apply(r)
	}
	return s
}

// naiveLead counts the leading blocks that a worker holds, or is believed to.
func naiveLead(s *State, w int, c block.Chain, belief bool) int {
	for i := range c.Len() {
		held, known := s.Holds(w, c.At(i))
		if belief && !known || !belief && !held {
			return i
		}
	}
	return c.Len()
}

// naiveKV is the lab's one line: most overlap, fewest sent, lowest number.
func naiveKV(s *State, c block.Chain) int {
	best := 0
	for w := range s.Workers {
		d := naiveLead(s, w, c, true) - naiveLead(s, best, c, true)
		if d > 0 || d == 0 && s.Workers[w].Sent < s.Workers[best].Sent {
			best = w
		}
	}
	return best
}

// indexed reports whether the strategy of a recording looks at the index.
func indexed(t *rapid.T, rec *Recording) bool {
	info, err := route.ByName(rec.Scenario.Strategy)
	if err != nil {
		t.Fatal(err)
	}
	return info.Indexed
}
