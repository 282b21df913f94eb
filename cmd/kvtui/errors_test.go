package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// oneLine checks what every failure has in common.
func oneLine(t testing.TB, args []string, r result) {
	t.Helper()
	if r.code != exitFailed && r.code != exitUsage {
		t.Errorf("%q: exit code %d", args, r.code)
	}
	if r.stdout != "" {
		t.Errorf("%q: stdout %q", args, r.stdout)
	}
	body, ended := strings.CutSuffix(r.stderr, "\n")
	if !ended || !strings.HasPrefix(body, "kvtui") || strings.ContainsFunc(body, unicode.IsControl) || utf8.RuneCountInString(body) > 600 { // a long name and the longest list
		t.Errorf("%q: stderr %q", args, r.stderr)
	}
}

func TestUsageErrors(t *testing.T) {
	const shells = "accepted are bash, fish, powershell, zsh"
	const commands = "accepted are accuracy, bench, compare, completion, cost, fit, help, lab, merge, replay, run, scenario, sim, summarize, sweep; nor a scenario: accepted are " +
		"router-table, silent-events, block-size-mismatch, common-prefix, stale-index, sibling-burst, tiny-prompts, hot-worker, " +
		"one-gpu-split, cluster-kv, cluster-split, gigabit, fast-split, overload, or a scenario file"
	for args, want := range map[string]string{
		"sim":                                                        "kvtui sim: --mode: missing: accepted are rr, random, kv, kv-events",
		"sim --mode bogus":                                           `kvtui sim: --mode: "bogus" is unknown: accepted are rr, random, kv, kv-events`,
		"sim --mode kv --publish maybe":                              `kvtui sim: --publish: "maybe" is unknown: accepted are yes, no`,
		"sim --mode kv --workers 0":                                  "kvtui sim: --workers: 0 is out of range: accepted are 1 to 65536",
		"sim --mode kv --workers -3":                                 "kvtui sim: --workers: -3 is out of range: accepted are 1 to 65536",
		"sim --mode kv --workers 1000000000":                         "kvtui sim: --workers: 1000000000 is out of range: accepted are 1 to 65536",
		"sim --mode kv --workers 1" + z(30):                          "kvtui sim: --workers: 1" + z(30) + " is out of range: accepted are 1 to 65536",
		"sim --mode kv --workers 1" + z(90):                          "kvtui sim: --workers: 1" + z(59) + "... is out of range: accepted are 1 to 65536",
		"sim --mode kv --workers 2.5":                                `kvtui sim: --workers: "2.5" is no whole number: accepted are 1 to 65536`,
		"sim --mode kv --workers":                                    "kvtui sim: --workers: no value given: accepted are 1 to 65536",
		"sim --mode kv --block 0":                                    "kvtui sim: --block: 0 is out of range: accepted are 1 to 1000000",
		"sim --mode kv --reps -1":                                    "kvtui sim: --reps: -1 is out of range: accepted are 0 to 10000000",
		"sim --mode kv --plen 1000001":                               "kvtui sim: --plen: 1000001 is out of range: accepted are 0 to 1000000",
		"sim --mode kv --plen 999999 --tail 2":                       "kvtui sim: --plen + --tail: a prompt of 1000001 tokens is too long: accepted are up to 1000000",
		"sim --mode kv --prefixes 5000001":                           "kvtui sim: --prefixes x --reps: 30000006 requests are too many: accepted are up to 10000000",
		"sim --mode kv --seed 1" + z(30):                             "kvtui sim: --seed: 1" + z(30) + " is out of range: accepted are -9223372036854775808 to 9223372036854775807",
		"sim --mode kv extra":                                        `kvtui sim: "extra": unexpected argument: accepted are flags only`,
		"sim --mode kv --nope":                                       `kvtui sim: "--nope": unknown flag: accepted are those of kvtui sim --help`,
		"sim -x":                                                     `kvtui sim: "-x": unknown flag: accepted are those of kvtui sim --help`,
		"compare --output xml":                                       `kvtui compare: --output: "xml" is unknown: accepted are table, json, csv`,
		"cost --gbps 1":                                              "kvtui cost: --tokens: missing: accepted are 0 to 1000000000",
		"cost --tokens 1":                                            "kvtui cost: --gbps: missing: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s",
		"cost --tokens 1 --gbps 0":                                   "kvtui cost: --gbps: 0 is out of range: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s",
		"cost --tokens 1 --gbps -1":                                  "kvtui cost: --gbps: -1 is out of range: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s",
		"cost --tokens 1 --gbps NaN":                                 "kvtui cost: --gbps: NaN is out of range: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s",
		"cost --tokens 1 --gbps -inf":                                "kvtui cost: --gbps: -inf is out of range: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s",
		"cost --tokens 1 --gbps 1e400":                               "kvtui cost: --gbps: 1e400 is out of range: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s",
		"cost --tokens 1 --gbps fast":                                `kvtui cost: --gbps: "fast" is no bandwidth: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s`,
		"cost --tokens -1 --gbps 1":                                  "kvtui cost: --tokens: -1 is out of range: accepted are 0 to 1000000000",
		"cost --tokens 1 --gbps 1 --saved-ms 0":                      "kvtui cost: --saved-ms: 0 is out of range: accepted are 1e-09 to 1e+12 ms",
		"cost --tokens 1 --gbps 1 --prefill-ms -80":                  "kvtui cost: --prefill-ms: -80 is out of range: accepted are 0 to 1e+12 ms",
		"--prefill-ms 0":                                             "kvtui: --prefill-ms: 0 is out of range: accepted are 1e-09 to 1e+12 ms",
		"--within-ms 0":                                              "kvtui: --within-ms: 0 is out of range: accepted are 1e-09 to 1e+12 ms",
		"--rps -1":                                                   "kvtui: --rps: -1 is out of range: accepted are 1e-09 to 1e+09 requests/s",
		"cost --tokens 1 --gbps 1 --rps 1":                           `kvtui cost: "--rps": unknown flag: accepted are those of kvtui cost --help`,
		"cost --tokens 1 --gbps 1 --overhead-ms nan":                 "kvtui cost: --overhead-ms: nan is out of range: accepted are 0 to 1e+12 ms",
		"cost --tokens 1 --gbps 1 --concurrency 0":                   "kvtui cost: --concurrency: 0 is out of range: accepted are 1 to 1000000",
		"cost --tokens 1 --gbps 1 --model qwen3":                     `kvtui cost: --model: "qwen3" is unknown: accepted is one of the catalogue's models; closest: Qwen3-0.6B, Qwen3-8B, Qwen3-14B`,
		"cost --tokens 1 --gbps 1 --model Phi-4 --layers 3":          "kvtui cost: --layers: cannot go with --model: a model of the catalogue brings its own shape; accepted is one of the two",
		"cost --tokens 1 --gbps 1 --precision fp8 --dtype-bytes 1":   "kvtui cost: --dtype-bytes: cannot go with --precision: both set the width of an element; accepted is one of the two",
		"cost --tokens 1 --gbps 1 --dtype-bytes 0.75":                "kvtui cost: --dtype-bytes: 0.75 is out of range: accepted is a multiple of 0.5 from 0.5 to 16 bytes",
		"cost --tokens 1 --gbps 1 --layers 0":                        "kvtui cost: --layers: 0 is out of range: accepted are 1 to 1000000",
		"cost --tokens 1 --gbps 1 --layers 999999 --kv-heads 999999": "kvtui cost: --layers x --kv-heads x --head-dim x --dtype-bytes: 5.11998976000512e+14 bytes/token is out of range: accepted is at most 4294967296 bytes/token",
		"cost --tokens 1000000000 --gbps 1 --layers 900000 --concurrency 1" + z(6): "kvtui cost: --concurrency: its requests hold more memory than can be counted: accepted are up to 2^63 bytes",
		"summarize":                              "kvtui summarize: arguments: too few: accepted are IN.jsonl and OUT.json",
		"summarize a b c":                        `kvtui summarize: "c": unexpected argument: accepted are IN.jsonl and OUT.json`,
		"replay --mode kv":                       "kvtui replay: arguments: too few: accepted are one trace",
		"replay x":                               "kvtui replay: --mode: missing: accepted are rr, random, kv, kv-events, least-loaded, p2c, prefix-hash, session, dynamo, sglang, llm-d",
		"replay x --capacity-blocks -1":          "kvtui replay: --capacity-blocks: -1 is out of range: accepted are 0 to 2147483647",
		"lab":                                    "kvtui lab: --out: missing: accepted is a directory",
		"lab --out=":                             `kvtui lab: --out: "" is empty: accepted is a directory`,
		"lab --out":                              "kvtui lab: --out: no value given: accepted is a directory",
		"sim --=5":                               `kvtui sim: flags: "bad flag syntax: --=5": accepted are those of kvtui sim --help`,
		"bogus":                                  `kvtui: "bogus": unknown command: ` + commands,
		"bogus --out x":                          `kvtui: "bogus": unknown command: ` + commands,
		"help bogus":                             `kvtui help: "bogus": unknown command: ` + commands,
		"completion":                             "kvtui completion: shell: missing: " + shells,
		"completion csh":                         `kvtui completion: "csh": unknown shell: ` + shells,
		"completion bash x":                      `kvtui: unknown command "x" for "kvtui completion bash": accepted are flags only`,
		"--workers 0":                            "kvtui: --workers: 0 is out of range: accepted are 1 to 65536",
		"--screen nowhere":                       `kvtui: --screen: "nowhere" is unknown: accepted are route, compare, caches, cost, measured`,
		"--step -1":                              "kvtui: --step: -1 is out of range: accepted are 0 to 1000000000",
		"--theme pink":                           `kvtui: --theme: "pink" is unknown: accepted are auto, dark, light, high-contrast, terminal, mono`,
		"--color 8":                              `kvtui: --color: "8" is unknown: accepted are auto, always, never, 16, 256, true`,
		"--ascii=maybe":                          `kvtui: --ascii: "maybe" is neither true nor false: accepted are true and false`,
		"--limit 5":                              "kvtui: --limit: needs --trace: accepted is --trace FILE with it",
		"--trace x --block 3":                    "kvtui: --block: cannot go with --trace: a trace brings its own requests; accepted is one of the two",
		"--model nope":                           `kvtui: --model: "nope" is unknown: accepted is one of the catalogue's models; closest: Phi-4, OPT-66B, Qwen3-8B`,
		"--gbps 0 --plain":                       "kvtui: --gbps: 0 is out of range: accepted are 1e-09 to 1e+09 GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s",
		"sim --mode \x1b[31m":                    `kvtui sim: --mode: "\x1b[31m" is unknown: accepted are rr, random, kv, kv-events`,
		"--\x1b[31m":                             `kvtui: "--\x1b[31m": unknown flag: accepted are those of kvtui --help`,
		"\u202efdp":                              `kvtui: "\u202efdp": unknown command: ` + commands,
		"sim --mode " + strings.Repeat("x", 999): `kvtui sim: --mode: "` + strings.Repeat("x", 60) + `"... is unknown: accepted are rr, random, kv, kv-events`,
	} {
		r := call(t, words(args)...)
		oneLine(t, words(args), r)
		if r.code != exitUsage || r.stderr != want+"\n" {
			t.Errorf("kvtui %q: code %d\n got %swant %s", args, r.code, r.stderr, want)
		}
	}
}

func z(n int) string { return strings.Repeat("0", n) }

func TestEnvironmentErrors(t *testing.T) {
	r := callWith(t, strings.NewReader(""), map[string]string{"KVTUI_THEME": "pi\x07nk"})
	if want := `kvtui: KVTUI_THEME: "pi\ank" is unknown: accepted are auto, dark, light, high-contrast, terminal, mono` + "\n"; r != (result{exitUsage, "", want}) {
		t.Errorf("%+v", r)
	}
	if r := callWith(t, strings.NewReader(""), map[string]string{"KVTUI_THEME": "pink"}, "--theme", "dark"); r.code != 0 {
		t.Errorf("the flag comes before the environment: %+v", r)
	}
}

func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const line = `{"mode":"agg","input":5,"conc":2,"rep":1,"ttft_p50_ms":7}` + "\n"
	broken := write("broken.jsonl", line+"\n"+`{"mode": "agg"`+"\n")
	mode := write("mode.jsonl", line+strings.Replace(line, "agg", "split", 1))
	negative := write("negative.jsonl", strings.Replace(line, "7}", "-7}", 1))
	trace := write("trace.jsonl", `{"input_length": 600, "hash_ids": [0, 1]}`+"\n"+`{"input_length": -1, "hash_ids": []}`+"\n")
	file, missing := write("file", ""), filepath.Join(dir, "missing")
	out := filepath.Join(dir, "out.json")
	for _, c := range []struct {
		args, want string
	}{
		{"summarize " + broken + " " + out, broken + ":3: broken JSON"},
		{"summarize " + broken, broken + ":3: broken JSON"},
		{"summarize " + mode + " " + out, mode + `:2: mode is "split"; accepted: "agg" or "disagg"`},
		{"summarize " + negative + " " + out, negative + `:1: ttft_p50_ms is -7; accepted: a number from 0`},
		{"summarize " + missing + " " + out, missing + ": no such file or directory"},
		{"summarize " + dir + " " + out, dir + ":1: cannot read on: is a directory"},
		{"summarize testdata/disagg_medians.jsonl " + dir, dir + ": is a directory: accepted is a file to write"},
		{"summarize testdata/disagg_medians.jsonl " + filepath.Join(missing, "out"), filepath.Join(missing, "out") + ": no such file or directory"},
		{"replay " + trace + " --mode kv", trace + ":2: "},
		{"replay " + missing + " --mode kv", missing + ": no such file or directory"},
		{"replay " + dir + " --mode kv", dir + ": "},
		{"--trace " + trace, trace + ":2: "},
		{"lab --out " + file, "--out: " + file + ": not a directory"},
		{"lab --out " + filepath.Join(file, "x"), "--out: " + filepath.Join(file, "x") + ": not a directory"},
		{"lab --out " + missing + " --measurements " + broken, broken + ":3: broken JSON"},
	} {
		args := words(c.args)
		r := call(t, args...)
		oneLine(t, args, r)
		if r.code != exitFailed || !strings.Contains(r.stderr, c.want) {
			t.Errorf("kvtui %s: code %d\n got %swant %s", c.args, r.code, r.stderr, c.want)
		}
	}
	for _, path := range []string{missing, out} {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s was left: %v", path, err)
		}
	}
	noLeftovers(t, dir, 5)
}

func noLeftovers(t *testing.T, dir string, files int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != files {
		t.Errorf("%d files in %v, %v; want %d", len(entries), entries, err, files)
	}
}

func TestEmptyAndLongFileNames(t *testing.T) {
	const in = "testdata/disagg_medians.jsonl"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"summarize", in, ""}, `kvtui summarize: OUT.json: "" is empty: accepted is a file, or - for standard output` + "\n"},
		{[]string{"summarize", ""}, `kvtui summarize: IN.jsonl: "" is empty: accepted is a file, or - for standard input` + "\n"},
	} {
		if r := call(t, c.args...); r != (result{exitUsage, "", c.want}) {
			t.Errorf("%q: %+v", c.args, r)
		}
	}
	long := strings.Repeat("x", 5000) + ".jsonl"
	for _, args := range [][]string{
		{"summarize", long},
		{"summarize", in, long},
		{"replay", long, "--mode", "kv"},
		{"--trace", long, "--plain"},
		{"lab", "--out", long},
		{long},
		{"scenario", "check", long},
	} {
		oneLine(t, args, call(t, args...)) // which is 400 characters at most
	}
}

func TestFileNamesAreMadeSafe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a\x1b[31m\nb")
	r := call(t, "replay", name, "--mode", "kv")
	oneLine(t, []string{name}, r)
	if !strings.Contains(r.stderr, `a\x1b[31m\nb`) {
		t.Errorf("stderr %q", r.stderr)
	}
	if err := os.WriteFile(name, []byte("{\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"replay", name, "--mode", "kv"}, {"summarize", name}, {"--trace", name}} {
		oneLine(t, args, call(t, args...))
	}
}

// One file that cannot be replaced leaves the others as they were.
func TestLabReplacesAllFilesOrNone(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "modes.json")
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "kvcost.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	r := call(t, "lab", "--out", dir)
	oneLine(t, []string{"lab"}, r)
	if got, err := os.ReadFile(old); err != nil || string(got) != "old" {
		t.Errorf("modes.json is %q, %v", got, err)
	}
	noLeftovers(t, dir, 2)
}

func TestOutputThroughLinksAndDevices(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	good(t, "summarize", "testdata/disagg_medians.jsonl", link)
	good(t, "summarize", "testdata/disagg_medians.jsonl", os.DevNull)
	if got, err := os.ReadFile(target); err != nil || !strings.Contains(string(got), "1500x1") {
		t.Errorf("target holds %q, %v", got, err)
	}
	if info, err := os.Lstat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("the device was replaced: %v, %v", info.Mode(), err)
	}
	noLeftovers(t, dir, 2)
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOutputThatCannotBeWrittenAndInterrupts(t *testing.T) {
	var errs strings.Builder
	env := func(string) string { return "" }
	code := run(t.Context(), words("sim --mode kv"), strings.NewReader(""), fullDisk{}, &errs, env)
	if code != exitFailed || errs.String() != "kvtui sim: write the output: no space left\n" {
		t.Errorf("code %d, %q", code, errs.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	errs.Reset()
	code = run(ctx, words("sim --mode kv"), strings.NewReader(""), &out, &errs, env)
	if code != exitFailed || errs.String() != "kvtui sim: interrupted\n" || out.Len() > 0 {
		t.Errorf("code %d, %q, %q", code, errs.String(), out.String())
	}
}

// TestInterruptWhileAPipeIsSilent holds that a signal ends a command that waits
// for input which never comes.
func TestInterruptWhileAPipeIsSilent(t *testing.T) {
	silent, held := io.Pipe()
	defer held.Close() //nolint:errcheck // of a pipe in memory
	for _, line := range []string{"summarize -", "replay - --mode kv", "--plain --trace -", "lab --out " + filepath.Join(t.TempDir(), "l") + " --measurements -"} {
		ctx, cancel := context.WithCancel(t.Context())
		var out, errs strings.Builder
		code := make(chan int, 1)
		go func() { code <- run(ctx, words(line), silent, &out, &errs, func(string) string { return "" }) }()
		cancel()
		select {
		case c := <-code:
			if c != exitFailed || out.Len() > 0 || !strings.HasSuffix(errs.String(), ": interrupted\n") {
				t.Errorf("%s: code %d, %q, %q", line, c, out.String(), errs.String())
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s still waits", line)
		}
	}
}
