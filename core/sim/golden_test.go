package sim

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"kvtui/core/round"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

type labGolden struct {
	Args struct {
		Workers, Prefixes, Reps, Plen, Tail int
		Seed                                int64
	}
	Order, Chosen []int
	Output        struct {
		Mode, Publish string
		Requests      int
		Repeats       int `json:"repeat_requests"`
		Hits          int
		HitRate       float64 `json:"hit_rate"`
	}
}

func readGolden(t testing.TB, file string, into any) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatal(err)
	}
}

// TestLabGolden holds the order, every choice and the output against the lab.
func TestLabGolden(t *testing.T) {
	var cases []labGolden
	readGolden(t, "testdata/lab.json", &cases)
	for _, c := range cases {
		lab := workload.Lab{Prefixes: c.Args.Prefixes, Reps: c.Args.Reps, PrefixTokens: c.Args.Plen, TailTokens: c.Args.Tail, Block: 16}
		mode, err := scenario.ParseMode(c.Output.Mode, c.Output.Publish != "no")
		if err != nil {
			t.Fatal(err)
		}
		sc := scenario.Scenario{Workers: c.Args.Workers, Seed: c.Args.Seed}.With(mode)
		set := workload.NewLabSet(lab, c.Args.Seed)
		var order, chosen []int
		tot := NewTotals(sc.Fleet())
		err = Run(context.Background(), sc, lab, func(r Record) {
			tot.Apply(r)
			if r.Kind == Routed {
				order = append(order, set.Requests[r.Req].Group)
				chosen = append(chosen, int(r.Worker))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(order, c.Order) || !slices.Equal(chosen, c.Chosen) {
			t.Errorf("%+v %s %s: order or choices differ", c.Args, c.Output.Mode, c.Output.Publish)
		}
		o := c.Output
		if tot.Requests != o.Requests || tot.Repeats != o.Repeats || tot.Hits != o.Hits || round.To(tot.HitRate(), 4) != o.HitRate {
			t.Errorf("%+v %s %s: got %+v, want %+v", c.Args, o.Mode, o.Publish, tot, o)
		}
	}
}

// conversation is the real trace, where it is at hand.
func conversation(t testing.TB) *workload.Set {
	t.Helper()
	for _, dir := range []string{os.Getenv("KVTUI_TRACES"), "../../../shared/traces"} {
		f, err := os.Open(dir + "/mooncake_conversation.jsonl")
		if err != nil {
			continue
		}
		set, err := workload.ReadMooncake(f, "mooncake_conversation.jsonl", 0)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		return set
	}
	t.Skip("mooncake_conversation.jsonl is not here; set KVTUI_TRACES to its directory")
	return nil
}

// TestReplayGolden holds a real trace, with and without room for all of it,
// against the reference.
func TestReplayGolden(t *testing.T) {
	set := conversation(t)
	var rows []struct {
		Mode     string
		Publish  *string
		Workers  int
		Capacity int `json:"capacity_blocks"`
		Seed     int64
		Requests int
		Input    int64   `json:"input_tokens"`
		Cached   int64   `json:"cached_tokens"`
		Rate     float64 `json:"token_hit_rate"`
		Evicted  int     `json:"evictions"`
		Imb      float64 `json:"imbalance"`
	}
	readGolden(t, "testdata/replay_conversation.json", &rows)
	for _, r := range rows {
		mode, err := scenario.ParseMode(r.Mode, r.Publish == nil || *r.Publish == "yes")
		if err != nil {
			t.Fatal(err)
		}
		sc := scenario.Scenario{Workers: r.Workers, Seed: r.Seed, Capacity: r.Capacity}.With(mode)
		tot := NewTotals(r.Workers)
		if err := Run(context.Background(), sc, set, tot.Apply); err != nil {
			t.Fatal(err)
		}
		if tot.Requests != r.Requests || tot.PromptTokens != r.Input || tot.ReusedTokens != r.Cached || tot.Evictions != r.Evicted ||
			round.To(tot.TokenHitRate(), 4) != r.Rate || round.To(tot.Imbalance(), 4) != r.Imb {
			t.Errorf("%+v: got cached %d evictions %d rate %v imbalance %v", r, tot.ReusedTokens, tot.Evictions, tot.TokenHitRate(), tot.Imbalance())
		}
	}
}
