package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

const timedRun = "run testdata/run.toml"

func TestRunLooks(t *testing.T) {
	var out strings.Builder
	for _, args := range []string{
		timedRun, timedRun + " --output csv",
		timedRun + " --streaming --set clock.warmup_requests=0 --set clock.gpus=1 --set split.decode_workers=0 --set goal.ttft_ms=0 --set goal.itl_ms=0",
	} {
		out.WriteString("$ kvtui " + args + "\n" + good(t, words(args)...) + "\n")
	}
	golden.RequireEqual(t, out.String())
}

// TestRunCaveatsLook is what a run says of each way to shrink or hide what is
// sent, and of a shared store; of plain KV it says nothing.
func TestRunCaveatsLook(t *testing.T) {
	var out strings.Builder
	for _, sets := range []string{
		"", "split.precision=fp8 split.layers=28", "split.precision=int8 split.layer_share=0.5", "split.precision=int4 store.blocks=4_000",
		"split.precision=mixed", "split.precision=mixed split.mixed_share=0.5 split.layer_share=0.25 split.layers=28",
		"split.precision=mixed split.mixed_share=1 split.layer_share=1 split.layers=1", "split.share=0.1 split.precision=int4 split.layer_share=0.5",
		"store.blocks=50 clock.gpus=1 split.precision=int4 split.layers=28 split.decode_workers=0",
	} {
		args := timedRun + " --set workload.requests=8"
		for _, set := range strings.Fields(sets) {
			args += " --set " + set
		}
		_, after, found := strings.Cut(good(t, words(args)...), "\nfitted: none\n")
		if !found {
			t.Fatal(sets)
		}
		out.WriteString("$ kvtui " + args + "\n" + after + "\n")
	}
	golden.RequireEqual(t, out.String())
}

func runJSON(t *testing.T, args string) (r runReport) {
	t.Helper()
	if err := json.Unmarshal([]byte(good(t, words(args+" --output json")...)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRunFiguresAgree holds table data, CSV and the requests' own times against
// each other.
func TestRunFiguresAgree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "requests.csv")
	r := runJSON(t, timedRun+" --requests "+path)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(raw))).ReadAll()
	if err != nil || len(rows) != r.All.Requests+1 || r.All.Requests != 40 || r.All.Served != 40 {
		t.Fatalf("%d rows of %d requests: %v", len(rows), r.All.Requests, err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	sum, most, late := 0.0, 0.0, 0
	for _, row := range rows[1:] {
		ttft := parsed(t, row[column["ttft_ms"]])
		parts := parsed(t, row[column["queue_ms"]]) + parsed(t, row[column["prefill_ms"]]) + parsed(t, row[column["transfer_ms"]])
		if ttft < parts-1e-6 || row[column["outcome"]] != "served" {
			t.Errorf("TTFT %v ms, its parts %v: %v", ttft, parts, row)
		}
		if ttft > 100 {
			late++
		}
		sum, most = sum+ttft, max(most, ttft)
	}
	if math.Abs(sum/40-r.All.TTFT.Mean) > 1e-5 || math.Abs(most-r.All.TTFT.Max) > 1e-5 {
		t.Errorf("requests say mean %v and max %v, the run %+v", sum/40, most, r.All.TTFT)
	}
	if r.All.GoodShare > 1-float64(late)/40 || late == 0 {
		t.Errorf("%v within the goal with %d of 40 late", r.All.GoodShare, late)
	}
	if r.Warm == nil || r.Warm.Requests != 36 || r.Warm.Lost["worker_down"] != 0 || r.Preset != "none" || len(r.Fitted) != 0 {
		t.Errorf("%+v", r)
	}
	table, err := csv.NewReader(strings.NewReader(good(t, words(timedRun+" --output csv")...))).ReadAll()
	if err != nil || len(table) != 3 || table[1][0] != "all" || table[2][0] != "warm" {
		t.Fatalf("%v, %v", table, err)
	}
	for i, name := range table[0] {
		if name == "ttft_p99_ms" && parsed(t, table[1][i]) != r.All.TTFT.P99 || name == "imbalance" && parsed(t, table[2][i]) != r.Warm.Imbalance {
			t.Errorf("%s: %v", name, table)
		}
	}
}

func parsed(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestStreamingIsWithinItsBound: 1 % of the exact quantiles, and the rest equal.
func TestStreamingIsWithinItsBound(t *testing.T) {
	exact, sketch := runJSON(t, "run overload"), runJSON(t, "run overload --streaming")
	if exact.Quantiles != "exact" || sketch.Quantiles != "within 1 %" {
		t.Errorf("%q and %q", exact.Quantiles, sketch.Quantiles)
	}
	differ := false
	for i, p := range exact.All.phases() {
		a, b := p.times, sketch.All.phases()[i].times
		for _, q := range [][2]float64{{a.P50, b.P50}, {a.P90, b.P90}, {a.P99, b.P99}} {
			differ = differ || q[0] != q[1]
			if math.Abs(q[0]-q[1]) > 0.01*q[0] {
				t.Errorf("%s: %v exact, %v from the sketch", p.name, q[0], q[1])
			}
		}
		if a.Count != b.Count || a.Max != b.Max || math.Abs(a.Mean-b.Mean) > 1e-6 {
			t.Errorf("%s: %+v exact, %+v from the sketch", p.name, a, b)
		}
	}
	if !differ {
		t.Error("the sketch gives exact quantiles: it is not in use")
	}
	exact.All.TTFT, sketch.All.TTFT = runTimes{}, runTimes{}
	if exact.All.RequestsPerS != sketch.All.RequestsPerS || !reflect.DeepEqual(exact.All.Lost, sketch.All.Lost) {
		t.Errorf("%+v\n%+v", exact.All, sketch.All)
	}
}

func TestRunNamesWhatIsFitted(t *testing.T) {
	out := good(t, words("run one-gpu-split --set clock.base_ms=5 --set workload.requests=8")...)
	for _, want := range []string{"clock 8gb: 8 GB class GPU", "figures: fitted to", "fitted: clock.token_ms, clock.front_end_ms, link.total_gbps;", "TTFT: from arrival to first token; queue, prefill and, where there is one, the transfer of KV are in it"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := good(t, words("run fast-split --set workload.requests=8")...); !strings.Contains(out, "derived, not measured") || !strings.Contains(out, "fitted: none") {
		t.Errorf("derived figures:\n%s", out)
	}
}

func TestRunATraceByItsStamps(t *testing.T) {
	r := runJSON(t, "run --trace testdata/conversation_head.jsonl --limit 60 --set clock.preset=mocker --set arrivals.kind=stamps --set arrivals.speed=10 --set arrivals.jitter_ms=3000")
	if r.All.Requests != 60 || r.All.Served == 0 || r.All.ITL.Count == 0 {
		t.Errorf("%+v", r.All)
	}
	closed := runJSON(t, "run --trace testdata/conversation_head.jsonl --limit 60 --set clock.preset=mocker --set arrivals.kind=closed --streaming")
	if closed.All.Requests != 60 || closed.All.PromptTokens != r.All.PromptTokens {
		t.Errorf("%+v", closed.All)
	}
}

func TestScenarioCheckTellsOfTheClock(t *testing.T) {
	const want = "testdata/run.toml: ok: shared-prefix, 40 requests in blocks of 16 tokens, kv approximate, workers 1, caches of 200 blocks, seed 1, decode workers 1, clock of its own figures, 3 in flight\n"
	if got := good(t, words("scenario check testdata/run.toml")...); got != want {
		t.Errorf("got %swant %s", got, want)
	}
}

func TestRunErrors(t *testing.T) {
	for args, want := range map[string]string{
		"run":                                                   "2 kvtui run: clock.preset: no clock, so nothing takes time: accepted is a scenario with one, or --set clock.preset=8gb, 24gb, mocker, h100-qwen3-8b, h100-qwen3-32b-tp2",
		"run hot-worker":                                        "2 kvtui run: clock.preset: no clock, so nothing takes time: accepted is a scenario with one, or --set clock.preset=8gb, 24gb, mocker, h100-qwen3-8b, h100-qwen3-32b-tp2",
		"run --set clock.on=true":                               "2 kvtui run: clock.on: needs figures: accepted is clock.preset, or clock.base_ms and others with it",
		"run --set clock.preset=h200":                           `2 kvtui run: clock.preset: "h200" is unknown: accepted are none, 8gb, 24gb, mocker, h100-qwen3-8b, h100-qwen3-32b-tp2`,
		"run --set arrivals.rate_per_s=2":                       "2 kvtui run: arrivals.rate_per_s: unknown key with kind auto: accepted are arrivals.kind",
		"run overload --set clock.gpus=2,2":                     `2 kvtui run: clock.gpus: "2,2" is no list of workers a GPU: accepted is a list such as 4+2`,
		"run overload --set split.share=2":                      "2 kvtui run: split.share: 2 is out of range: accepted are 0 to 1",
		"run overload --output xml":                             `2 kvtui run: --output: "xml" is unknown: accepted are table, json, csv`,
		"run overload extra":                                    `2 kvtui run: "extra": unexpected argument: accepted are one scenario`,
		"run overload --requests testdata":                      "1 kvtui run: testdata: is a directory: accepted is a file to write",
		"run overload --requests no/such/dir.csv":               "1 kvtui run: no/such/dir.csv: no such file or directory",
		"run --set clock.preset=8gb --set arrivals.kind=stamps": "2 kvtui run: arrivals.kind: stamps are those of a trace, and requests of kind lab have none: accepted are auto, closed, poisson",
		"run --trace testdata/conversation_head.jsonl --set clock.preset=mocker --streaming": "2 kvtui run: --streaming: takes a trace as it comes, before all of its stamps are known: accepted is it with --set arrivals.kind=closed or poisson",
		"run overload --set workload.requests=9000000 --set outputs.max=0":                   "2 kvtui run: requests x outputs.max: 563058000001 distinct blocks are too many: accepted are up to 4294967294",
		"run --trace nofile --set clock.preset=8gb":                                          "1 kvtui run: nofile: no such file or directory",
	} {
		r := call(t, words(args)...)
		oneLine(t, words(args), r)
		if got := string(rune('0'+r.code)) + " " + r.stderr; got != want+"\n" {
			t.Errorf("kvtui %s\n got %swant %s", args, got, want)
		}
	}
}

// TestAFailedRunLeavesTheFileAlone: it is replaced by a whole one or not at all.
func TestAFailedRunLeavesTheFileAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "requests.csv")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := call(t, words("run --trace nofile --set clock.preset=8gb --requests "+path)...); r.code != 1 {
		t.Errorf("code %d", r.code)
	}
	raw, err := os.ReadFile(path)
	left, globErr := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || globErr != nil || string(raw) != "mine" || len(left) != 1 {
		t.Errorf("%q, %v, %v %v", raw, left, err, globErr)
	}
}
