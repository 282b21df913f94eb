package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kvtui/core/scenario"
	"kvtui/views"
)

// file writes a file and returns its path.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestScenarioListShowCheck(t *testing.T) {
	list := good(t, "scenario", "list")
	for _, name := range scenario.BuiltinNames() {
		if !strings.Contains(list, "\n"+name+" ") && !strings.HasPrefix(list, name+" ") {
			t.Errorf("the list lacks %s", name)
		}
		shown := good(t, "scenario", "show", name)
		path := file(t, "s.toml", shown)
		if again := good(t, "scenario", "show", path); again != shown {
			t.Errorf("%s shows\n%sand, read back,\n%s", name, shown, again)
		}
		if got := good(t, "scenario", "check", path); !strings.HasPrefix(got, path+": ok: ") || strings.Count(got, "\n") != 1 {
			t.Errorf("check: %q", got)
		}
	}
}

func TestScenariosAreCompleted(t *testing.T) {
	for _, args := range []string{"__complete compare ", "__complete scenario show "} {
		got := call(t, append(words(args), "")...).stdout
		if !strings.HasPrefix(got, strings.Join(scenario.BuiltinNames(), "\n")+"\n") {
			t.Errorf("%s: %q", args, got)
		}
	}
}

func TestScenarioErrors(t *testing.T) {
	bad := file(t, "bad.toml", "[fleet]\n\nworkers = 0\n")
	for args, want := range map[string]string{
		"scenario check " + bad:               "1 kvtui scenario check: " + bad + ":3: fleet.workers: 0 is out of range: accepted are 1 to 65536",
		bad + " --plain":                      "1 kvtui: " + bad + ":3: fleet.workers: 0 is out of range: accepted are 1 to 65536",
		"compare " + bad:                      "1 kvtui compare: " + bad + ":3: fleet.workers: 0 is out of range: accepted are 1 to 65536",
		"scenario check nofile":               "1 kvtui scenario check: nofile: no such file: accepted is a scenario file",
		"scenario check no/file.toml":         "1 kvtui scenario check: no/file.toml: no such file or directory",
		"no/file.toml":                        "1 kvtui: no/file.toml: no such file or directory",
		"testdata":                            `2 kvtui: "testdata": is a directory: accepted is a scenario file`,
		"scenario":                            "2 kvtui scenario: command: missing: accepted are list, show, check",
		"scenario sho":                        `2 kvtui scenario: "sho": unknown command: accepted are list, show, check`,
		"scenario show":                       "2 kvtui scenario show: arguments: too few: accepted are one scenario",
		"stale-index extra":                   `2 kvtui: "extra": unexpected argument: accepted are one scenario`,
		"stale-index --nope":                  `2 kvtui: "--nope": unknown flag: accepted are those of kvtui --help`,
		"stale-index --plen 3":                `2 kvtui: --plen: is the lab's, and "stale-index" has requests of kind shared-prefix: accepted is --set workload.KEY=VALUE`,
		"stale-index --limit 3":               "2 kvtui: --limit: needs --trace: accepted is --trace FILE with it",
		"--set loss":                          `2 kvtui: --set: "loss" is no setting: accepted is key=value, such as knowledge.loss=0.1`,
		"--set knowledge.loss=1.5":            "2 kvtui: knowledge.loss: 1.5 is out of range: accepted are 0 to 1",
		"--set knowledge.mute_worker=5":       "2 kvtui: knowledge.mute_worker: 5 is out of range: accepted are 0 to 1",
		"--mode kv-events --knowledge silent": "2 kvtui: --knowledge: cannot go with --mode kv-events: that says what is known; accepted is one of the two",
		"compare nowhere":                     `2 kvtui compare: "nowhere": unknown scenario: accepted are ` + strings.Join(scenario.BuiltinNames(), ", ") + ", or a scenario file",
		"compare --strategies kv,best":        `2 kvtui compare: --strategies: "best" is unknown: accepted are rr, random, kv, least-loaded, p2c, prefix-hash, session, dynamo, sglang, llm-d, with commas between them`,
		"replay x --mode kv --knowledge all":  `2 kvtui replay: --knowledge: "all" is unknown: accepted are approximate, events, silent`,
		"bench --trace nofile":                "1 kvtui bench: nofile: no such file or directory",
	} {
		r := call(t, words(args)...)
		if bad := strings.Contains(args, bad); !bad {
			oneLine(t, words(args), r)
		}
		if got := string(rune('0'+r.code)) + " " + r.stderr; got != want+"\n" {
			t.Errorf("kvtui %s\n got %swant %s", args, got, want)
		}
	}
}

func TestCompareAScenario(t *testing.T) {
	var rows []raceLine
	if err := json.Unmarshal([]byte(good(t, words("compare stale-index --output json")...)), &rows); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(good(t, words("compare stale-index --output csv")...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(strategyNames()) || len(records) != len(rows)+1 || len(records[0]) != 13 {
		t.Fatalf("%d rows, %d records", len(rows), len(records))
	}
	table := good(t, words("stale-index --plain --mode dynamo")...)
	for i, r := range rows {
		if r.Strategy != strategyNames()[i] || r.Workers != 4 || r.CapacityBlocks != 500 || r.Requests != 600 || r.Evictions == 0 || records[i+1][0] != r.Strategy {
			t.Errorf("%+v, %v", r, records[i+1])
		}
		if mark := map[bool]string{true: "\n* ", false: "\n  "}[r.Strategy == "dynamo"]; !strings.Contains(table, mark+r.Strategy+" ") {
			t.Errorf("table without %q:\n%s", mark+r.Strategy, table)
		}
	}
	if !strings.Contains(table, "stale-index: 600 requests in blocks of 16 tokens, workers 4, caches of 500 blocks, seed 1") || !strings.Contains(table, "would reuse 82.96 %") {
		t.Errorf("table:\n%s", table)
	}
	two := good(t, words("compare --trace testdata/conversation_head.jsonl --strategies dynamo,kv --capacity-blocks 700 --limit 100")...)
	if !strings.Contains(two, "conversation_head.jsonl (Mooncake): 100 requests in blocks of 512 tokens, workers 8, caches of 700 blocks") || strings.Count(two, "approximate") != 2 {
		t.Errorf("trace:\n%s", two)
	}
}

// TestReplayFormats replays each kind of input: by name, by .gz, from standard
// input, and with lines that are wrong.
func TestReplayFormats(t *testing.T) {
	raw, err := os.ReadFile("testdata/conversation_head.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	plain := good(t, words("replay testdata/conversation_head.jsonl --mode dynamo")...)
	if got := good(t, "replay", file(t, "t.gz", zipped.String()), "--mode", "dynamo"); got != plain {
		t.Errorf("gz: %s", got)
	}
	if r := callWith(t, &zipped, nil, words("replay - --mode dynamo")...); r != (result{0, plain, ""}) {
		t.Errorf("gz from standard input: %+v", r)
	}
	azure := "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46.68,100,10\n2023-11-16 18:15:47,50,1\n"
	if got := good(t, "replay", file(t, "a.csv", azure), "--mode", "rr"); !strings.Contains(got, `"requests":2,"input_tokens":150,"cached_tokens":0,`) {
		t.Errorf("Azure: %s", got)
	}
	bad := file(t, "bad.jsonl", string(raw)+"{\"x\x1b\n\n{}\n")
	if r := call(t, "replay", bad, "--mode", "dynamo", "--skip-bad"); r.code != 0 || r.stdout != plain || !strings.HasPrefix(r.stderr, "kvtui replay: 2 skipped, the first: "+bad+":151: ") || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("skipped: %+v", r)
	}
	if r := call(t, "replay", bad, "--mode", "dynamo"); r.code != 1 || r.stdout != "" || !strings.HasPrefix(r.stderr, "kvtui replay: "+bad+":151: ") {
		t.Errorf("not skipped: %+v", r)
	}
	odd := file(t, "odd.jsonl", "{\"timestamp\": 9, \"input_length\": 1024, \"hash_ids\": [1]}\n{\"timestamp\": 3, \"input_length\": 512, \"hash_ids\": [1]}\n")
	if r := call(t, "replay", odd, "--mode", "rr"); r.code != 0 || !strings.Contains(r.stdout, `"requests":2,`) || r.stderr != "kvtui replay: 1 stamp out of order; 1 request with too few or too many ids\n" {
		t.Errorf("odd: %+v", r)
	}
}

// TestTracesThatCannotBe: a trace is looked for, and is not cut into blocks
// that its ids do not stand for, nor timed by stamps that it does not have.
func TestTracesThatCannotBe(t *testing.T) {
	odd := file(t, "odd.jsonl", "{\"input_length\": 1024, \"hash_ids\": [1, 2]}\n")
	gone := file(t, "gone.toml", "[workload]\nkind = 'trace'\npath = 'nothing.jsonl'\n")
	dir := filepath.Dir(gone)
	if r := call(t, "scenario", "check", gone); r.code != 1 || r.stdout != "" || r.stderr != "kvtui scenario check: "+gone+": workload.path: "+filepath.Join(dir, "nothing.jsonl")+": no such file or directory\n" {
		t.Errorf("no trace: %+v", r)
	}
	folder := file(t, "folder.toml", "[workload]\nkind = 'trace'\npath = '.'\n")
	if r := call(t, "scenario", "check", folder); r.code != 1 || !strings.Contains(r.stderr, "is a directory: accepted is the file of a trace") {
		t.Errorf("a folder: %+v", r)
	}
	if r := call(t, "compare", "--trace", odd, "--set", "workload.block_tokens=16"); r.code != 2 || r.stderr != "kvtui compare: workload.block_tokens: 16 does not fit: a block of Mooncake's format is 512 tokens; accepted are 0 (the format's own) and 512\n" {
		t.Errorf("blocks: %+v", r)
	}
	if r := call(t, "compare", "--trace", odd, "--set", "knowledge.ttl_ms=5"); r.code != 2 || !strings.HasPrefix(r.stderr, "kvtui compare: knowledge.ttl_ms: needs an arrival stamp on every request: accepted is knowledge.ttl_requests") {
		t.Errorf("stamps: %+v", r)
	}
	long := file(t, "long.jsonl", strings.Repeat("{\"input_length\":1}\n", views.MaxRequests+1)+"broken\n")
	src, err := traceSource(scenario.Trace{Path: long})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := src.Open(t.Context()); err == nil || err.Error() != long+":500001: too many requests: accepted are up to 500000; a smaller limit reads fewer" {
		t.Errorf("too long: %v", err)
	}
	if out := good(t, "compare", "--trace", odd, "--strategies", "rr"); !strings.HasPrefix(out, "trace "+odd+" (Mooncake): 1 requests") {
		t.Errorf("head: %s", out)
	}
}

// TestReplayKnowledge: what the index knows overrides the mode, for the lab's
// names too.
func TestReplayKnowledge(t *testing.T) {
	replay := func(args string) string {
		return good(t, words("replay testdata/conversation_head.jsonl --capacity-blocks 300 --mode "+args)...)
	}
	if replay("kv --knowledge events") != replay("kv-events") || replay("kv-events --knowledge silent") != replay("kv-events --publish no") {
		t.Error("kv with events is not kv-events")
	}
	if a, b := replay("llm-d"), replay("llm-d --knowledge silent"); a == b {
		t.Errorf("llm-d knows as much with a silent index: %s", a)
	}
}

func TestBenchCoversStrategiesAndGrowth(t *testing.T) {
	var lines []benchLine
	if err := json.Unmarshal([]byte(good(t, words("bench --strategies rr,kv --output json")...)), &lines); err != nil {
		t.Fatal(err)
	}
	if len(lines) != 10 || lines[0].Growth != 1 || lines[5].Strategy != "kv" || lines[7].Workers != 1000 || lines[4].PromptBlocks != 1024 {
		t.Fatalf("%+v", lines)
	}
	for _, l := range lines {
		if l.PerSecond < 100 || l.NSPerBlock <= 0 || l.Growth <= 0 {
			t.Errorf("%+v", l)
		}
	}
	table := good(t, words("bench --strategies p2c --trace testdata/conversation_head.jsonl")...)
	if strings.Count(table, "\np2c ") != 3 || !strings.Contains(table, "requests/s") {
		t.Errorf("table:\n%s", table)
	}
	if got := good(t, words("bench --strategies p2c --trace testdata/conversation_head.jsonl --output csv")...); strings.Count(got, "\n") != 4 {
		t.Errorf("csv:\n%s", got)
	}
}

func TestSavedFilesAreNeverReplacedUnasked(t *testing.T) {
	path := file(t, "s.toml", "old")
	if err := saveFile(path, []byte("new"), false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if err := saveFile(path, []byte("new"), true); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "new" {
		t.Errorf("%s, %v", got, err)
	}
}
