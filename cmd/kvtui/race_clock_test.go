package main

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/round"
)

func TestCompareOnAClockLooks(t *testing.T) {
	var out strings.Builder
	for _, args := range []string{
		"compare cluster-split --set workload.requests=60 --seed 2",
		"compare gigabit --set workload.requests=40 --strategies kv,dynamo",
		"compare gigabit --set workload.requests=40 --strategies kv,dynamo --output csv",
		"compare --set clock.preset=8gb --strategies rr,kv",
		"--plain overload",
		"--plain --set clock.preset=8gb",
	} {
		out.WriteString("$ kvtui " + args + "\n" + good(t, words(args)...) + "\n")
	}
	golden.RequireEqual(t, out.String())
}

// TestCompareOnAClockSaysWhatRunSays holds every number of a comparison, as
// JSON and as CSV, against a run of that strategy alone.
func TestCompareOnAClockSaysWhatRunSays(t *testing.T) {
	preempted, lost := 0, 0
	for _, scenario := range []string{"cluster-kv", "overload", "gigabit"} {
		var lines []timedLine
		args := "compare " + scenario + " --strategies rr,kv,dynamo"
		if err := json.Unmarshal([]byte(good(t, words(args+" --output json")...)), &lines); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(good(t, words(args+" --output csv")...))).ReadAll()
		if err != nil || len(lines) != 3 || len(rows) != 4 {
			t.Fatalf("%s: %d lines, %d rows: %v", scenario, len(lines), len(rows), err)
		}
		for i, l := range lines {
			p := runJSON(t, "run "+scenario+" --mode "+l.Strategy).All
			losses := 0
			for _, n := range p.Lost {
				losses += n
			}
			preempted, lost = preempted+l.Preemptions, lost+l.Lost
			got := map[string]float64{
				"ttft_p50_ms": l.TTFTP50, "ttft_p99_ms": l.TTFTP99, "itl_p50_ms": l.ITLP50, "requests_per_s": l.RequestsPerS,
				"preemptions": float64(l.Preemptions), "lost": float64(l.Lost), "served": float64(l.Served), "requests": float64(l.Requests),
				"token_hit_rate": l.TokenHitRate, "imbalance": l.Imbalance, "computed_tokens": float64(l.ComputedTokens), "cached_tokens": float64(l.CachedTokens),
			}
			want := map[string]float64{
				"ttft_p50_ms": p.TTFT.P50, "ttft_p99_ms": p.TTFT.P99, "itl_p50_ms": p.ITL.P50, "requests_per_s": p.RequestsPerS,
				"preemptions": float64(p.Preemptions), "lost": float64(losses), "served": float64(p.Served), "requests": float64(p.Requests),
				"token_hit_rate": round.To(p.TokenHitRate, raceDecimals), "imbalance": round.To(p.Imbalance, raceDecimals),
				"computed_tokens": float64(p.ComputedTokens), "cached_tokens": float64(p.CachedTokens),
			}
			for c, name := range rows[0] {
				if w, ok := want[name]; ok {
					if v := parsed(t, rows[i+1][c]); got[name] != w || v != w {
						t.Errorf("%s, %s: %s is %v, in CSV %v, and run says %v", scenario, l.Strategy, name, got[name], v, w)
					}
					delete(want, name)
				}
			}
			if len(want) > 0 {
				t.Errorf("%s: CSV lacks %v", scenario, want)
			}
		}
	}
	if preempted == 0 || lost == 0 {
		t.Errorf("%d preempted and %d lost: nothing to tell", preempted, lost)
	}
}

// TestCompareWithoutAClockKeepsItsColumns: data that others read.
func TestCompareWithoutAClockKeepsItsColumns(t *testing.T) {
	for _, out := range []string{"json", "csv"} {
		if text := good(t, words("compare stale-index --output "+out)...); strings.Contains(text, "ttft") || strings.Contains(text, "decode_workers") {
			t.Errorf("%s has a clock's columns: %s", out, text)
		}
	}
}
