package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const sweepTableText = `lab: cells 4, medians over 3 seeds

fleet.workers  knowledge.loss  seeds  hits  repeats  token hit rate  imbalance  evictions
2              0                   3    60       60          0.7143     1.1667          0
2              1                   3    48       60          0.5714     1.0000          0
4              0                   3    60       60          0.7143     1.3333          0
4              1                   3    33       60          0.3929     1.0980          0

hits: repeats sent to a worker that served their prefix before
token hit rate: share of prompt tokens found in the worker's cache
imbalance: most over mean tokens computed per worker
evictions: blocks
`

func TestSweepPrintsEveryPair(t *testing.T) {
	const args = "sweep lab --set knowledge.kind=events --x fleet.workers=2,4 --y knowledge.loss=0,1 --seeds 3"
	if got := good(t, words(args)...); got != sweepTableText {
		t.Errorf("got\n%s", got)
	}
	got := good(t, words("sweep lab --x strategy.name=kv,rr --output csv")...)
	if want := "strategy.name,seeds,hits,repeats,token_hit_rate,imbalance,evictions\nkv,1,60,60,0.7143,1.1667,0\nrr,1,49,60,0.5833,1.0286,0\n"; got != want {
		t.Errorf("got\n%s", got)
	}
	var cells []map[string]any
	raw := good(t, words("sweep lab --set clock.preset=8gb --x strategy.name=kv,rr --y fleet.workers=2 --output json")...)
	if err := json.Unmarshal([]byte(raw), &cells); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	itl, there := cells[1]["itl_p50_ms"]
	if len(cells) != 2 || cells[1]["strategy.name"] != "rr" || cells[1]["fleet.workers"] != 2.0 || cells[1]["seeds"] != 1.0 || itl != nil || !there ||
		!strings.HasPrefix(raw, `[{"strategy.name":"kv","fleet.workers":2,"seeds":1,"ttft_p50_ms":`) || strings.Count(raw, "\n") != 1 {
		t.Errorf("got %s", raw)
	}
}

// TestMergePrintsWhatTheSweepPrints byte for byte, with and without a clock, and
// over a trace.
func TestMergePrintsWhatTheSweepPrints(t *testing.T) {
	for name, sweep := range map[string]string{
		"hits":  "sweep router-table --set strategy.name=random --x fleet.workers=1:9:3 --y seed=1,2 --seeds 2",
		"clock": "sweep lab --set clock.preset=8gb --set outputs.kind=fixed --x outputs.tokens=1:65:5 --seeds 2",
		"trace": "sweep lab --set workload.kind=trace --set workload.path=testdata/conversation_head.jsonl --x workload.limit=20:60:3 --y strategy.name=kv,p2c",
	} {
		const shards = 4
		dir := t.TempDir()
		var files []string
		for i := shards; i >= 1; i-- {
			file := filepath.Join(dir, fmt.Sprint(i))
			files = append(files, file)
			if out := good(t, append(words(sweep), "--shard", fmt.Sprintf("%d/%d", i, shards), "--out", file)...); out != "" {
				t.Errorf("%s: a shard prints %q", name, out)
			}
		}
		for _, output := range outputNames() {
			want := good(t, append(words(sweep), "--output", output)...)
			got := good(t, append([]string{"merge", "--output", output}, files...)...)
			if got != want || strings.Count(want, "\n") == 0 {
				t.Errorf("%s as %s: merged\n%s\nin one\n%s", name, output, got, want)
			}
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != shards {
			t.Errorf("%s: %d files, %v", name, len(left), err)
		}
	}
}

func TestSweepErrors(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]string{
		"sweep":                                                     "arguments: too few: accepted are one scenario",
		"sweep nothing --x fleet.workers=1":                         `"nothing": unknown scenario`,
		"sweep lab":                                                 "--x: missing: accepted is KEY=VALUE,VALUE",
		"sweep lab --y fleet.workers=1":                             "--x: missing",
		"sweep lab --x plen=1":                                      "plen: unknown key",
		"sweep lab --x fleet.workers=1,0":                           "fleet.workers: 0 is out of range",
		"sweep lab --x seed=1 --set seed=a":                         `seed: "a" is no whole number`,
		"sweep lab --x seed=1 --seeds 0":                            "--seeds: 0 is out of range: accepted are 1 to 1000",
		"sweep lab --x seed=1 --shard 0/4":                          `--shard: "0/4" is no shard: accepted are 1/N to N/N, N up to 100000`,
		"sweep lab --x seed=1 --shard 1":                            `--shard: "1" is no shard`,
		"sweep lab --x seed=1 --shard 1/2 --output csv":             "--shard: cannot go with --output",
		"sweep lab --x arrivals.kind=stamps --set clock.preset=8gb": "at arrivals.kind=stamps: arrivals.kind: stamps are those of a trace",
		"sweep lab --x workload.tail_tokens=1000000 --y workload.prefix_tokens=1":          "at workload.tail_tokens=1000000, workload.prefix_tokens=1: workload.prefix_tokens + tail_tokens: ",
		"sweep lab --x workload.limit=1,2 --set workload.kind=trace --set workload.path=-": "workload.path: standard input can be read once",
	} {
		r := call(t, words(args)...)
		if r.code != exitUsage || r.stdout != "" || !strings.HasPrefix(r.stderr, "kvtui sweep: "+want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: %+v, want %s", args, r, want)
		}
	}
	shard := filepath.Join(dir, "1")
	good(t, "sweep", "lab", "--x", "seed=1,2", "--shard", "1/2", "--out", shard)
	for _, c := range []struct{ args, want string }{
		{"sweep lab --x seed=1 --out " + dir, "kvtui sweep: " + dir + ": is a directory"},
		{"sweep lab --x seed=1 --out " + dir + "/no/f", "kvtui sweep: " + dir + "/no: no such file"},
		{"sweep lab --x seed=1 --set workload.kind=trace --set workload.path=" + dir + "/no", "kvtui sweep: " + dir + "/no: no such file"},
		{"merge " + dir + "/no", "kvtui merge: " + dir + "/no: no such file"},
		{"merge testdata/replay.jsonl", "kvtui merge: testdata/replay.jsonl:1: is no shard of a sweep"},
		{"merge " + shard, "kvtui merge: shards missing of 2: 2; accepted are all of them"},
		{"merge " + shard + " " + shard, "kvtui merge: " + shard + ": is shard 1/2, as is " + shard},
	} {
		r := call(t, words(c.args)...)
		if r.code != exitFailed || r.stdout != "" || !strings.HasPrefix(r.stderr, c.want) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: %+v, want %s", c.args, r, c.want)
		}
	}
}

// TestSweepInterrupted holds that a sweep that is ended leaves the file that was
// there as it was, and nothing beside it.
func TestSweepInterrupted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer time.AfterFunc(100*time.Millisecond, cancel).Stop()
	var out, errs strings.Builder
	args := words("sweep lab --set workload.reps=100000 --x fleet.workers=1:4:4 --y seed=1:9:9 --out " + file)
	code := run(ctx, args, strings.NewReader(""), &out, &errs, func(string) string { return "" })
	if code != exitFailed || errs.String() != "kvtui sweep: interrupted\n" || out.Len() > 0 {
		t.Errorf("code %d, %q, %q", code, errs.String(), out.String())
	}
	left, err := os.ReadDir(dir)
	if raw, _ := os.ReadFile(file); err != nil || len(left) != 1 || string(raw) != "old" {
		t.Errorf("%d files, %q, %v", len(left), raw, err)
	}
}

// TestProgressGoesBackOnItsLine and leaves it blank.
func TestProgressGoesBackOnItsLine(t *testing.T) {
	var line strings.Builder
	p := &progress{to: &line, start: time.Now()}
	p.tell(1, 8)
	p.tell(2, 8) // too soon
	p.last = time.Time{}
	p.tell(8, 8)
	p.clear()
	shown := strings.Split(line.String(), "\r")
	if len(shown) != 5 || !strings.HasPrefix(shown[1], "1 of 8 runs, 12 %, about ") || !strings.HasPrefix(shown[2], "8 of 8 runs, 100 %") ||
		strings.Trim(shown[3], " ") != "" || len(shown[3]) < len("8 of 8 runs, 100 %") || shown[4] != "" {
		t.Errorf("%q", shown)
	}
	if quiet := newProgress(&line, func(string) string { return "" }); quiet.to != nil {
		t.Error("shows progress where no terminal is")
	}
}
