package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/cost"
)

// configs are the fixtures of the core, which state the shape of each model of
// the catalogue.
const configs = "../../core/cost/testdata/config/"

// TestCostConfigIsTheCatalogue: a config.json gives what the model's name gives.
func TestCostConfigIsTheCatalogue(t *testing.T) {
	for _, m := range cost.Models() {
		const ask = "cost --tokens 9000 --gbps 12.5 --precision fp8 --tp 2 "
		named := good(t, words(ask+"--model "+m.Name)...)
		if got := good(t, words(ask+"--config "+configs+m.Name+".json")...); got != named {
			t.Errorf("%s\n got %swant %s", m.Name, got, named)
		}
	}
}

func TestCostShrinks(t *testing.T) {
	for args, want := range map[string]string{
		"":                                    `"kv_mib":164.1,"transfer_ms":282.9}`,
		"--fp16-share 0.3333333333333333":     `"kv_mib":82,"transfer_ms":141.5}`,
		"--layer-share 0.25":                  `"kv_mib":41,"transfer_ms":70.7}`,
		"--prefill-ms 80":                     `"ttft_disagg_ms":362.9,"prefill_ms":80,"verdict":"recompute","border_gbps":2.15}`,
		"--prefill-ms 80 --layer-wise":        `"ttft_disagg_ms":285.8,"prefill_ms":80,"verdict":"recompute","border_gbps":2.15}`, // 80/28 + 282.9
		"--prefill-ms 400":                    `"ttft_disagg_ms":682.9,"prefill_ms":400,"verdict":"move","border_gbps":0.43}`,
		"--prefill-ms 0":                      `"ttft_disagg_ms":282.9,"prefill_ms":0,"verdict":"recompute"}`,
		"--prefill-preset line":               `"ttft_disagg_ms":362.9,"prefill_preset":"line","prefill_ms":80,"verdict":"recompute","border_gbps":2.15}`,
		"--tp 4":                              `"rank_kv_mib":41}`,
		"--tp 16":                             `"rank_kv_mib":20.5}`, // 8 KV heads
		"--saved-ms 10 --layer-wise":          `"breakeven_gbps":17.203}`,
		"--model DeepSeek-V3 --tp 8":          `"kv_mib":100.5,"transfer_ms":173.4,"rank_kv_mib":100.5}`,
		"--model Llama-2-70B --layer-share 1": `"kv_mib":468.8,"transfer_ms":808.4}`,
	} {
		if got := good(t, words("cost --tokens 1500 --gbps 0.608 "+args)...); !strings.HasSuffix(got, want+"\n") {
			t.Errorf("%s: %swant %s", args, got, want)
		}
	}
}

// TestCostTakesUnits: a bandwidth in any unit gives what the same in GB/s gives,
// wherever one is typed.
func TestCostTakesUnits(t *testing.T) {
	for text, gbps := range map[string]string{"25Gbit": "3.125", "25GbE": "3.125", "3.1GB/s": "3.1", "608 MB/s": "0.608"} {
		for _, ask := range []string{"cost --tokens 1500 --prefill-ms 80 --gbps", "cost solve --for tokens --gbps"} {
			if got, want := good(t, append(words(ask), text)...), good(t, append(words(ask), gbps)...); got != want {
				t.Errorf("%s %s\n got %swant %s", ask, text, got, want)
			}
		}
		if s, err := parse([]string{"--gbps", text}, nil); err != nil || strconv.FormatFloat(s.Cost.GBps, 'g', 12, 64) != gbps {
			t.Errorf("--gbps %s opens at %v GB/s (%v)", text, s.Cost.GBps, err)
		}
	}
}

func TestCostTableLooks(t *testing.T) {
	var out strings.Builder
	for _, args := range []string{
		"--tokens 1500 --gbps 0.608", "--tokens 1500 --gbps 0.608 --prefill-ms 80 --saved-ms 80 --concurrency 4 --tp 2",
		"--tokens 4000 --gbps 25GbE --prefill-preset mocker", "--tokens 1500 --gbps 10Gbit --prefill-preset 8gb --simulate-stall 2,8,64",
		"--tokens 1500 --gbps 100Gbit --prefill-preset line --layers 28 --kv-heads 8 --head-dim 128",
	} {
		out.WriteString("$ kvtui cost " + args + " --output table\n" + good(t, words("cost "+args+" --output table")...))
	}
	golden.RequireEqual(t, out.String())
}

func TestCostMapLooks(t *testing.T) {
	var out strings.Builder
	for _, args := range []string{
		"", "--model Llama-3.1-70B --prefill-preset mocker --saved-ms 300 --overhead-ms 20 --token-steps 5",
		"--output csv --token-steps 3 --gbps-steps 4", "--output json --token-steps 2 --gbps-steps 3 --saved-ms 5 --overhead-ms 9",
		"--simulate-stall 4,16,128 --prefill-preset 24gb --overhead-ms 5 --token-steps 6",
		"--simulate-stall 2,8,64 --prefill-preset 8gb --token-steps 2 --gbps-steps 2 --output json",
		"--simulate-stall 2,8,64 --prefill-preset 8gb --token-steps 2 --gbps-steps 2 --output csv",
		"--config " + configs + "gpt-oss-20b.json --fp16-share 0.5 --token-steps 3 --prefill-preset mocker",
	} {
		out.WriteString("$ kvtui cost map " + args + "\n" + good(t, words("cost map "+args)...))
	}
	golden.RequireEqual(t, out.String())
}

// TestCostSimulatesTheStall: the JSON line has the figures of the map's row of
// the same prompt, and a split that costs time has no border.
func TestCostSimulatesTheStall(t *testing.T) {
	const load = " --simulate-stall 4,16,128 --prefill-preset 8gb --overhead-ms 5"
	var m mapLine
	if err := json.Unmarshal([]byte(good(t, words("cost map --output json"+load)...)), &m); err != nil {
		t.Fatal(err)
	}
	if m.StallMS != nil || m.Simulated == nil || *m.Simulated != (stallLine{4, 16, 128}) || len(m.Rows) != 11 {
		t.Fatalf("%+v", m)
	}
	signs := map[bool]int{}
	for _, row := range m.Rows {
		var line costLine
		if err := json.Unmarshal([]byte(good(t, words("cost --gbps 1 --tokens "+strconv.Itoa(row.Tokens)+load)...)), &line); err != nil {
			t.Fatal(err)
		}
		pays := *row.StallMS > 5
		signs[pays]++
		if math.Abs(*line.StallMS-*row.StallMS) > 0.051 || line.Split != row.Split || (row.BorderGBps != nil) != pays || (line.BreakevenGBps != nil) != (*line.StallMS > 0) {
			t.Errorf("%d tokens: %+v, in the map %+v", row.Tokens, line, row)
		}
		if gain := row.GainMS[len(row.GainMS)-1]; gain > *row.StallMS-5 || gain < *row.StallMS-5-20 {
			t.Errorf("%d tokens: a split that frees %v ms gains %v ms over the fastest link", row.Tokens, *row.StallMS, gain)
		}
	}
	if signs[true] < 3 || signs[false] < 3 {
		t.Errorf("prompts that a split pays for: %v", signs)
	}
}

// TestCostMapTurnsAtItsBorder: in every line of the csv the sign of the gain is
// that of the bandwidth less the border.
func TestCostMapTurnsAtItsBorder(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(good(t, words("cost map --output csv --prefill-preset 8gb --gbps-steps 30")...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+11*30 {
		t.Fatalf("%d lines", len(rows))
	}
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, row := range rows[1:] {
		gbps, gain, border := number(row[1]), number(row[2]), number(row[3])
		if (gain > 0) != (gbps > border) && math.Abs(gain) > 0.01 {
			t.Errorf("%v", row)
		}
	}
}

func TestCostSolves(t *testing.T) {
	for args, want := range map[string]string{
		"tokens":                                 `{"unknown":"tokens","against":"recompute","gbps":0.608,"up_to_tokens":103}`,
		"tokens --gbps 100":                      `{"unknown":"tokens","against":"recompute","gbps":100,"capped":true,"up_to_tokens":1000000}`,
		"tokens --within-ms 100":                 `{"unknown":"tokens","against":"a time limit","limit_ms":100,"limit_is":"--within-ms","tokens":530}`,
		"tokens --saved-ms 120 --overhead-ms 20": `{"unknown":"tokens","against":"what a split frees","limit_ms":100,"limit_is":"stall that a split frees, less its overhead","tokens":530}`,
		"tokens --within-ms 600 --model Mistral-7B-v0.1 --gbps 1": `{"unknown":"tokens","against":"a time limit","limit_ms":600,"limit_is":"--within-ms","tokens":1000000000,"capped":true}`,
		"gbps":                                 `{"unknown":"gbps","against":"recompute","limit_ms":80,"limit_is":"prefill time of the prompt: 8 GB class GPU, Qwen3-0.6B","gbps":2.1504,"kv_mib":164.1}`,
		"gbps --within-ms 1000":                `{"unknown":"gbps","against":"a time limit","limit_ms":1000,"limit_is":"--within-ms","gbps":0.172032,"kv_mib":164.1}`,
		"gbps --saved-ms 2 --layer-wise":       `{"unknown":"gbps","against":"what a split frees","limit_ms":56,"limit_is":"stall that a split frees, less its overhead, and the transfer that prefill hides","gbps":3.072,"kv_mib":164.1}`,
		"precision --within-ms 150":            `{"unknown":"precision","against":"a time limit","limit_ms":150,"limit_is":"--within-ms","precision":"fp8","kv_mib":82}`,
		"precision --within-ms 300":            `{"unknown":"precision","against":"a time limit","limit_ms":300,"limit_is":"--within-ms","precision":"bf16","kv_mib":164.1}`,
		"concurrency --memory-mib 3584":        `{"unknown":"concurrency","against":"host memory","concurrency":21,"kv_mib":164.1}`,
		"concurrency --memory-mib 100":         `{"unknown":"concurrency","against":"host memory","concurrency":0,"kv_mib":164.1}`,
		"concurrency --memory-mib 1e12":        `{"unknown":"concurrency","against":"host memory","capped":true,"concurrency":1000000,"kv_mib":164.1}`,
		"tokens --gbps 2 --prefill-preset 8gb": ``,
	} {
		got := good(t, words("cost solve --for "+args)...)
		if want == "" { // a gap: short prompts pay, and long ones again
			var p struct {
				UpTo int `json:"up_to_tokens"`
				From int `json:"from_tokens"`
			}
			if err := json.Unmarshal([]byte(got), &p); err != nil || p.UpTo < 1 || p.From <= p.UpTo {
				t.Errorf("%s: %s", args, got)
			}
			continue
		}
		if !sameJSON(t, got, want) {
			t.Errorf("%s\n got %swant %s", args, got, want)
		}
	}
}

func TestCostUsageErrors(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad\x1b[31m.json")
	if err := os.WriteFile(bad, []byte(`{"num_hidden_layers":"\u001b[2J"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	usage := func(args ...string) string {
		r := call(t, args...)
		oneLine(t, args, r)
		if r.code != exitUsage {
			t.Errorf("%q: exit code %d", args, r.code)
		}
		return r.stderr
	}
	const both = "cost --tokens 9 --gbps 1 --prefill-preset 8gb --prefill-ms 3"
	for args, want := range map[string]string{
		"cost solve":                                                                    "kvtui cost solve: --for: missing: accepted are tokens, gbps, precision, concurrency",
		"cost solve --for speed":                                                        `kvtui cost solve: --for: "speed" is unknown: accepted are tokens, gbps, precision, concurrency`,
		"cost solve --for tokens --tokens 5":                                            "kvtui cost solve: --tokens: cannot go with --for tokens: it is what is asked for; accepted is one of the two",
		"cost solve --for gbps --within-ms 5 --saved-ms 5":                              "kvtui cost solve: --within-ms: cannot go with --saved-ms: both limit the transfer; accepted is one of the two",
		"cost solve --for concurrency":                                                  "kvtui cost solve: --memory-mib: missing: accepted are 1e-09 to 1e+12 MiB",
		"cost solve --for gbps --memory-mib 1":                                          "kvtui cost solve: --memory-mib: cannot go with --for gbps: accepted is --for concurrency with it",
		"cost solve --for tokens --saved-ms 5 --layer-wise":                             "kvtui cost solve: --layer-wise: cannot go with --saved-ms: what is hidden grows with the prompt that is asked for; accepted is one of the two",
		"cost solve --for precision --fp16-share 0.5":                                   "kvtui cost solve: --fp16-share: cannot go with --for: a mixture has its precisions; accepted is one of the two",
		"cost solve --for gbps --saved-ms 5 --overhead-ms 5":                            "kvtui cost solve: --for: no bandwidth is enough: accepted is a longer time, or --layer-share, --precision or --gbps that take less",
		"cost solve --for precision --within-ms 1":                                      "kvtui cost solve: --for: no precision is enough: accepted is a longer time, or --layer-share, --precision or --gbps that take less",
		"cost map --simulate-stall 4,16,128":                                            "kvtui cost map: --simulate-stall: cannot go with --prefill-preset line, which has no engine: accepted are 8gb, 24gb, mocker, h100-qwen3-8b, h100-qwen3-32b-tp2",
		"cost map --simulate-stall 1,16,128":                                            "kvtui cost map: --simulate-stall: a load of 1,16,128 is out of range: accepted are GPUS,INFLIGHT,OUTPUT such as 4,16,128: 2 to 32 GPUs, 1 to 1024 requests in flight, 1 to 4096 output tokens",
		"cost map --simulate-stall 4,16,128 --saved-ms 5":                               "kvtui cost map: --simulate-stall: cannot go with --saved-ms: both say what a split frees; accepted is one of the two",
		"cost --tokens 1000001 --gbps 1 --prefill-preset 8gb --simulate-stall 4,16,128": "kvtui cost: --tokens: 1000001 is out of range with --simulate-stall: accepted are 1 to 1000000",
		both:                                       "kvtui cost: --prefill-preset: cannot go with --prefill-ms: both say how long prefill takes; accepted is one of the two",
		"cost --tokens 9 --gbps 25gbps":            `kvtui cost: --gbps: "25gbps" is no bandwidth: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s`,
		"cost map --output xml":                    `kvtui cost map: --output: "xml" is unknown: accepted are table, json, csv`,
		"cost map --token-steps 1":                 "kvtui cost map: --token-steps: 1 is out of range: accepted are 2 to 1000",
		"cost map --prefill-preset h100":           `kvtui cost map: --prefill-preset: "h100" is unknown: accepted are line, 8gb, 24gb, mocker, h100-qwen3-8b, h100-qwen3-32b-tp2`,
		"cost map --fp16-share 2":                  "kvtui cost map: --fp16-share: 2 is out of range: accepted are 0 to 1 of the tokens",
		"cost map --config x.json --model Phi-4":   "kvtui cost map: --config: cannot go with --model: a config.json brings its own shape; accepted is one of the two",
		"cost map --config x.json --dtype-bytes 1": "kvtui cost map: --config: cannot go with --dtype-bytes: a config.json brings its own shape; accepted is one of the two",
		"cost map --config=":                       `kvtui cost map: --config: "" is empty: accepted is a model's config.json`,
		"cost maps":                                `kvtui cost: "maps": unknown command: accepted are map, solve, or flags only`,
		"cost map extra":                           `kvtui cost map: "extra": unexpected argument: accepted are flags only`,
		"cost --tokens 1 --gbps 1 --tp 0":          "kvtui cost: --tp: 0 is out of range: accepted are 1 to 65536",
	} {
		if got := usage(words(args)...); got != want+"\n" {
			t.Errorf("kvtui %s\n got %swant %s", args, got, want)
		}
	}
	for path, want := range map[string]string{
		"no/such.json": "kvtui cost map: no/such.json: no such file or directory\n",
		"-":            "kvtui cost map: ./-: no such file or directory\n",
		"testdata":     "kvtui cost map: testdata: is a directory\n",
		"README.md":    "kvtui cost map: README.md: no such file or directory\n",
		bad:            `num_hidden_layers is "\"\\u001b[2J\"": accepted is a whole number from 0 to 1000000000` + "\n",
	} {
		args := []string{"cost", "map", "--config", path}
		r := call(t, args...)
		oneLine(t, args, r)
		if r.code != exitFailed || !strings.HasSuffix(r.stderr, want) {
			t.Errorf("%q: code %d, %q, want %q", path, r.code, r.stderr, want)
		}
	}
}

func TestModelsAreNamedByTheirFiles(t *testing.T) {
	for path, want := range map[string]string{
		"Qwen3-8B.json": "Qwen3-8B", "a/Phi-4/config.json": "Phi-4", "config.json": "kind", "./config.json": "kind", "../config.json": "kind",
		"x/\x1b[31mred.json": "[31mred", strings.Repeat("x", 99) + ".json": "kind", "noend": "noend", "/config.json": "kind",
	} {
		if got := modelOf(path, "kind"); got != want {
			t.Errorf("%q is named %q, want %q", path, got, want)
		}
	}
}

// TestCostStateComesBack: the command line of a state with the cost's options
// opens the same state.
func TestCostStateComesBack(t *testing.T) {
	for _, args := range []string{
		"--config " + configs + "Gemma-3-27B.json --precision fp8 --screen cost --map",
		"--model Phi-4 --fp16-share 0.25 --layer-share 0.5 --layer-wise --prefill-preset 8gb",
		"--layers 3 --dtype-bytes 1 --layer-wise --memory-mib 512",
	} {
		s, err := parse(words(args), nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(s.Args(), nil)
		if err != nil || again.Cost != s.Cost || again.Screen != s.Screen {
			t.Errorf("%s\n gave %q\n %+v\nwant %+v (%v)", args, s.Args(), again.Cost, s.Cost, err)
		}
	}
}
