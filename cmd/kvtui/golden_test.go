package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"kvtui/core/round"
)

// keys returns the keys of a JSON object in the order in which they stand.
func keys(t *testing.T, line string) []string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(line))
	var out []string
	for depth := 0; ; {
		tok, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		if tok == json.Delim('{') {
			depth++
			continue
		}
		if tok == json.Delim('}') {
			return out
		}
		out = append(out, fmt.Sprint(tok))
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
}

func sameJSON(t *testing.T, got, want string) bool {
	t.Helper()
	var g, w any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		t.Fatalf("%q: %v", got, err)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(g, w)
}

func TestSimPrintsTheLabsLines(t *testing.T) {
	var cases []struct {
		Args   map[string]int64
		Output json.RawMessage
	}
	readJSON(t, "../../core/sim/testdata/lab.json", &cases)
	if len(cases) < 40 {
		t.Fatalf("%d cases only", len(cases))
	}
	for _, c := range cases {
		var want struct{ Mode, Publish string }
		if err := json.Unmarshal(c.Output, &want); err != nil {
			t.Fatal(err)
		}
		args := []string{"sim", "--mode", want.Mode}
		if want.Publish != "" {
			args = append(args, "--publish", want.Publish)
		}
		for name, v := range c.Args {
			args = append(args, "--"+name, strconv.FormatInt(v, 10))
		}
		got := good(t, args...)
		if !sameJSON(t, got, string(c.Output)) || !reflect.DeepEqual(keys(t, got), keys(t, string(c.Output))) {
			t.Errorf("%v\n got %swant %s", args, got, c.Output)
		}
		if strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, "\n") {
			t.Errorf("%v: not one line: %q", args, got)
		}
	}
}

func TestSimWithoutRepeats(t *testing.T) {
	for _, args := range []string{"--reps 1", "--prefixes 0", "--reps 0"} {
		got := good(t, words("sim --mode rr "+args)...)
		if !strings.Contains(got, `"repeat_requests":0,"hits":0,"hit_rate":0}`) {
			t.Errorf("%s: %s", args, got)
		}
	}
	// Two seeds beyond 32 bits, so that a seed that is cut is seen.
	a := good(t, words("sim --mode random --seed 1099511627783")...)
	b := good(t, words("sim --mode random --seed 7")...)
	if a == b {
		t.Errorf("seed 2^40+7 draws what seed 7 draws: %s", a)
	}
}

func TestReplayPrintsTheReferencesLines(t *testing.T) {
	f, err := os.Open("testdata/replay.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	seen := 0
	for lines := bufio.NewScanner(f); lines.Scan(); seen++ {
		want := lines.Text()
		var row struct {
			Mode          string
			Publish       *string
			Workers, Seed int
			Capacity      int `json:"capacity_blocks"`
		}
		if err := json.Unmarshal([]byte(want), &row); err != nil {
			t.Fatal(err)
		}
		args := []string{
			"replay", "testdata/conversation_head.jsonl", "--mode", row.Mode, "--workers", strconv.Itoa(row.Workers),
			"--seed", strconv.Itoa(row.Seed), "--capacity-blocks", strconv.Itoa(row.Capacity),
		}
		if row.Publish != nil {
			args = append(args, "--publish", *row.Publish)
		}
		got := good(t, args...)
		if !sameJSON(t, got, want) || !reflect.DeepEqual(keys(t, got), keys(t, want)) {
			t.Errorf("%v\n got %swant %s", args, got, want)
		}
	}
	if seen != 90 {
		t.Errorf("%d rows compared", seen)
	}
}

func TestReplayLimitAndStdin(t *testing.T) {
	const path = "testdata/conversation_head.jsonl"
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := strings.Join(strings.SplitAfter(string(raw), "\n")[:20], "")
	limited := good(t, words("replay "+path+" --mode kv --limit 20")...)
	piped := callWith(t, strings.NewReader(first), nil, words("replay - --mode kv")...)
	if limited != piped.stdout || !strings.Contains(limited, `"requests":20,`) {
		t.Errorf("first 20: %s by --limit, %s%s from standard input", limited, piped.stdout, piped.stderr)
	}
	if all := good(t, words("replay "+path+" --mode kv")...); !strings.Contains(all, `"workers":8,"capacity_blocks":0,"seed":1,"requests":150,`) {
		t.Errorf("defaults: %s", all)
	}
}

func TestCostPrintsTheLabsFigures(t *testing.T) {
	var rows []struct {
		Layers, Tokens int
		KVHeads        int     `json:"kv_heads"`
		HeadDim        int     `json:"head_dim"`
		DtypeBytes     int     `json:"dtype_bytes"`
		PerToken       int64   `json:"bytes_per_token"`
		KVBytes        float64 `json:"kv_bytes"`
		Prefill        float64 `json:"prefill_ms"`
		Overhead       float64 `json:"overhead_ms"`
		Saved          float64 `json:"saved_ms"`
		GBps           float64
		Transfer       float64 `json:"transfer_ms"`
		TTFT           float64 `json:"ttft_disagg_ms"`
		Breakeven      float64 `json:"breakeven_gbps"`
	}
	readJSON(t, "../../core/cost/testdata/cost.json", &rows)
	if len(rows) < 100 {
		t.Fatalf("%d rows only", len(rows))
	}
	for _, r := range rows {
		args := words(fmt.Sprintf("cost --layers %d --kv-heads %d --head-dim %d --dtype-bytes %d --tokens %d --gbps %v --prefill-ms %v --overhead-ms %v --saved-ms %v --concurrency 3",
			r.Layers, r.KVHeads, r.HeadDim, r.DtypeBytes, r.Tokens, r.GBps, r.Prefill, r.Overhead, r.Saved))
		got := map[string]float64{}
		var all map[string]any
		out := good(t, args...)
		if err := json.Unmarshal([]byte(out), &all); err != nil {
			t.Fatal(err)
		}
		for key, value := range all { // beside the verdict on moving, which the lab does not give
			if x, number := value.(float64); number && key != "prefill_ms" && key != "border_gbps" {
				got[key] = x
			}
		}
		want := map[string]float64{
			"bytes_per_token": float64(r.PerToken), "kv_mib": round.To(r.KVBytes/(1<<20), 1), "transfer_ms": round.To(r.Transfer, 1),
			"ttft_disagg_ms": round.To(r.TTFT, 1), "breakeven_gbps": round.To(r.Breakeven, 3), "host_buffer_mib": round.To(3*r.KVBytes/(1<<20), 1),
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n got %v\nwant %v", args, got, want)
		}
	}
}

func TestCostKeysAndModels(t *testing.T) {
	for args, want := range map[string]string{
		"--tokens 1500 --gbps 0.608":                                    `{"bytes_per_token":114688,"kv_mib":164.1,"transfer_ms":282.9}`,
		"--tokens 1500 --gbps 0.608 --saved-ms 80 --concurrency 4":      `{"bytes_per_token":114688,"kv_mib":164.1,"transfer_ms":282.9,"breakeven_gbps":2.15,"host_buffer_mib":656.2}`,
		"--tokens 1500 --gbps 0.608 --overhead-ms 5 --prefill-ms 80":    `{"bytes_per_token":114688,"kv_mib":164.1,"transfer_ms":282.9,"ttft_disagg_ms":367.9,"prefill_ms":80,"verdict":"recompute","border_gbps":2.15}`,
		"--tokens 1500 --gbps 0.608 --model qwen3-0.6b --precision fp8": `{"bytes_per_token":57344,"kv_mib":82,"transfer_ms":141.5}`,
		"--tokens 1500 --gbps 0.608 --dtype-bytes 0.5":                  `{"bytes_per_token":28672,"kv_mib":41,"transfer_ms":70.7}`,
		"--tokens 1500 --gbps 0.608 --dtype-bytes 4":                    `{"bytes_per_token":229376,"kv_mib":328.1,"transfer_ms":565.9}`,
		// 8,192 tokens: ten full layers keep all, 52 keep 1,024 each: 1.03125 GiB.
		"--tokens 8192 --gbps 1 --model Gemma-3-27B": `{"bytes_per_token":507904,"kv_mib":1056,"transfer_ms":1107.3}`,
		"--tokens 0 --gbps 1":                        `{"bytes_per_token":114688,"kv_mib":0,"transfer_ms":0}`,
	} {
		if got := good(t, words("cost "+args)...); got != want+"\n" {
			t.Errorf("cost %s\n got %swant %s", args, got, want)
		}
	}
}

func TestCompareInThreeFormats(t *testing.T) {
	args := words("compare --workers 3 --seed 9 --reps 4 --output")
	var rows []json.RawMessage
	if err := json.Unmarshal([]byte(good(t, append(args, "json")...)), &rows); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(good(t, append(args, "csv")...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	table := good(t, append(args, "table")...)
	modes := []string{"rr", "random", "kv", "kv-events --publish yes", "kv-events --publish no"}
	if len(rows) != len(modes) || len(records) != len(modes)+1 {
		t.Fatalf("%d objects, %d records", len(rows), len(records))
	}
	for i, mode := range modes {
		line := good(t, words("sim --workers 3 --seed 9 --reps 4 --mode "+mode)...)
		if !sameJSON(t, string(rows[i]), line) {
			t.Errorf("row %s\n got %s\nwant %s", mode, rows[i], line)
		}
		var sim simLine
		if err := json.Unmarshal([]byte(line), &sim); err != nil {
			t.Fatal(err)
		}
		r := records[i+1]
		want := []string{sim.Mode, sim.Publish, "3", "48", "36", strconv.Itoa(sim.Hits), strconv.FormatFloat(sim.HitRate, 'f', -1, 64)}
		if !reflect.DeepEqual(r, want) {
			t.Errorf("record %v, want %v", r, want)
		}
		if percent := fmt.Sprintf("%d       36", sim.Hits); !strings.Contains(table, percent) {
			t.Errorf("table lacks %q of %s:\n%s", percent, mode, table)
		}
	}
	marked := good(t, words("compare --mode kv-events --publish no")...)
	if strings.Count(marked, "* ") != 1 || !strings.Contains(marked, "* kv-events  no ") {
		t.Errorf("marked:\n%s", marked)
	}
}

func TestSummarizeToStdoutFileAndFromStdin(t *testing.T) {
	const in = "testdata/disagg_medians.jsonl"
	const want = `{"1500x1":{"agg_ms":78,"disagg_ms":406,"ratio":5.21},"1500x4":{"agg_ms":190,"disagg_ms":1359,"ratio":7.15},` +
		`"3000x1":{"agg_ms":171,"disagg_ms":812,"ratio":4.75},"3000x4":{"agg_ms":398,"disagg_ms":2442,"ratio":6.14}}` + "\n"
	if got := good(t, "summarize", in); got != want {
		t.Errorf("got %swant %s", got, want)
	}
	raw, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "measured.json")
	if r := callWith(t, strings.NewReader(string(raw)), nil, "summarize", "-", out); r != (result{}) {
		t.Errorf("to a file: %+v", r)
	}
	if got, err := os.ReadFile(out); err != nil || string(got) != want {
		t.Errorf("file: %s, %v", got, err)
	}
	one := `{"mode":"agg","input":5,"conc":2,"rep":1,"ttft_p50_ms":7}`
	if r := callWith(t, strings.NewReader(one), nil, "summarize", "-"); r != (result{0, "{}\n", "kvtui summarize: left out: 5x2 (no disagg)\n"}) {
		t.Errorf("lacking: %+v", r)
	}
}

func TestLabWritesTheLabsFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "results")
	if got := good(t, "lab", "--out", dir, "--measurements", "testdata/disagg_medians.jsonl"); got != "" {
		t.Errorf("printed %q", got)
	}
	read := func(name string) string {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	sim := func(args string) string { return strings.TrimSpace(good(t, words("sim --mode "+args)...)) }
	modes := fmt.Sprintf(`{"rr":%s,"random":%s,"kv":%s}`, sim("rr"), sim("random"), sim("kv"))
	events := fmt.Sprintf(`{"yes":%s,"no":%s}`, sim("kv-events"), sim("kv-events --publish no"))
	kvcost, err := os.ReadFile("testdata/kvcost.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"modes.json": modes, "events.json": events, "kvcost.json": string(kvcost), "measured.json": good(t, "summarize", "testdata/disagg_medians.jsonl"),
	} {
		got := read(name)
		if !sameJSON(t, got, want) || !reflect.DeepEqual(keys(t, got), keys(t, want)) {
			t.Errorf("%s\n got %swant %s", name, got, want)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 4 {
		t.Errorf("files %v, %v", entries, err)
	}
}

func TestPlainComparesLabAndTrace(t *testing.T) {
	lab := good(t)
	if lab != good(t, words("compare --mode kv")...) {
		t.Errorf("without a terminal:\n%s", lab)
	}
	trace := good(t, words("--trace testdata/conversation_head.jsonl --capacity-blocks 700 --mode rr")...)
	for _, mode := range []string{"rr", "random", "kv", "kv-events --publish yes", "kv-events --publish no"} {
		var l replayLine
		line := good(t, words("replay testdata/conversation_head.jsonl --capacity-blocks 700 --mode "+mode)...)
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		row := ""
		for _, r := range strings.Split(trace, "\n") {
			f := strings.Fields(strings.TrimPrefix(r, "* "))
			if len(f) > 3 && f[0] == l.Mode && (l.Publish == nil || f[1] == *l.Publish) {
				row = strings.Join(f[2:], " ")
			}
		}
		if want := fmt.Sprintf("%d %d ", l.InputTokens, l.CachedTokens); !strings.HasPrefix(row, want) {
			t.Errorf("%s: row %q, want %q in\n%s", mode, row, want, trace)
		}
		var rate float64
		if _, err := fmt.Sscanf(strings.Fields(row + " - - -")[2], "%g", &rate); err != nil || math.Abs(rate-100*l.TokenHitRate) > 0.006 {
			t.Errorf("%s: rate in %q, want %v: %v", mode, row, l.TokenHitRate, err)
		}
	}
	if !strings.Contains(trace, "\n* rr ") || !strings.Contains(trace, "workers 8, caches of 700 blocks") {
		t.Errorf("trace:\n%s", trace)
	}
}
