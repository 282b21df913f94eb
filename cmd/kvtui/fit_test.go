package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const fitTable = `parameter         kind      value
base, ms          fitted    10.62
slope, ms/token   fitted  0.03698
fixed, ms         fitted    14.87
link, GB/s        fitted   0.5416
KV, bytes/token   given    114688
doubling, tokens  given      3836

mode    cell    measured ms  model ms   error
agg     1500x1         78.0      76.9  -1.4 %
disagg  1500x1        406.0     409.5  +0.9 %
agg     1500x4        190.0     192.3  +1.2 %
disagg  1500x4       1359.0    1285.5  -5.4 %
agg     3000x1        171.0     164.9  -3.5 %
disagg  3000x1        812.0     815.1  +0.4 %
agg     3000x4        398.0     412.3  +3.6 %
disagg  3000x4       2442.0    2556.1  +4.7 %

worst error 5.4 %; 4 parameters fitted to 8 cells
cell: prompt tokens x requests in flight; ms: median time to first token, the split's with its transfer
`

const fitCSV = `kind,name,value,unit,mode,input,conc,reps,measured_ms,model_ms,error_percent
fitted,base,10.62,ms,,,,,,,
fitted,slope,0.03698,ms/token,,,,,,,
fitted,fixed,14.87,ms,,,,,,,
fitted,link,0.5416,GB/s,,,,,,,
given,KV,114688,bytes/token,,,,,,,
given,doubling,3836,tokens,,,,,,,
cell,,,,agg,1500,1,1,78,76.9,-1.4
cell,,,,disagg,1500,1,1,406,409.5,0.9
cell,,,,agg,1500,4,1,190,192.3,1.2
cell,,,,disagg,1500,4,1,1359,1285.5,-5.4
cell,,,,agg,3000,1,1,171,164.9,-3.5
cell,,,,disagg,3000,1,1,812,815.1,0.4
cell,,,,agg,3000,4,1,398,412.3,3.6
cell,,,,disagg,3000,4,1,2442,2556.1,4.7
`

const medians = "testdata/disagg_medians.jsonl"

func TestFitPrintsParametersAndErrors(t *testing.T) {
	if got := good(t, "fit", medians); got != fitTable {
		t.Errorf("got\n%s", got)
	}
	if got := good(t, "fit", medians, "--output", "csv"); got != fitCSV {
		t.Errorf("got\n%s", got)
	}
	var r fitReport
	if err := json.Unmarshal([]byte(good(t, "fit", medians, "--output", "json")), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Parameters) != 6 || r.Parameters[3] != (fitParameter{"link", 0.5416, "GB/s", "fitted"}) ||
		r.Fitted != 4 || r.CellCount != 8 || r.WorstPct != 5.4 || !r.Converged || r.Evaluations < 100 ||
		len(r.Cells) != 8 || r.Cells[3] != (fitCell{"disagg", 1500, 4, 1, 1359, 1285.5, -5.4}) {
		t.Errorf("got %+v", r)
	}
}

// Half the bytes a token in the same time are half the link, and nothing else
// moves.
func TestFitTakesTheWidthOfWhatWasSent(t *testing.T) {
	got := good(t, "fit", medians, "--precision", "fp8", "--output", "csv")
	want := strings.NewReplacer("0.5416", "0.2708", "114688", "57344").Replace(fitCSV)
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestFitOfOneModeReadFromStandardInput(t *testing.T) {
	raw, err := os.ReadFile(medians)
	if err != nil {
		t.Fatal(err)
	}
	var agg []string
	for line := range strings.Lines(string(raw)) {
		if strings.Contains(line, `"agg"`) {
			agg = append(agg, line)
		}
	}
	r := callWith(t, strings.NewReader(strings.Join(agg, "")), nil, "fit", "-")
	if r.code != 0 || !strings.Contains(r.stdout, "worst error 3.6 %; 2 parameters fitted to 4 cells\n") ||
		strings.Contains(r.stdout, "link") || strings.Contains(r.stdout, "KV") {
		t.Errorf("got %+v", r)
	}
	r = callWith(t, strings.NewReader(agg[0]+agg[2]), nil, "fit", "-")
	if r.code != 0 || !strings.Contains(r.stdout, "2 parameters fitted to 2 cells: as many, so the errors test nothing\n") {
		t.Errorf("got %+v", r)
	}
}

func TestFitErrors(t *testing.T) {
	line := func(mode, input, conc, ms string) string {
		return `{"mode":"` + mode + `","input":` + input + `,"conc":` + conc + `,"rep":0,"ttft_p50_ms":` + ms + "}\n"
	}
	missing := filepath.Join(t.TempDir(), "a\x1bb")
	for _, c := range []struct {
		args, stdin, want string
		code              int
	}{
		{"fit", "", "kvtui fit: arguments: too few: accepted are FILE", exitUsage},
		{"fit a b", "", `kvtui fit: "b": unexpected argument: accepted are FILE`, exitUsage},
		{"fit - --model gpt", "", `kvtui fit: --model: "gpt" is unknown: accepted is `, exitUsage},
		{"fit - --doubling-tokens 0", "", "kvtui fit: --doubling-tokens: 0 is out of range: accepted are 1 to 1e+12 tokens", exitUsage},
		{"fit - --output yaml", "", `kvtui fit: --output: "yaml" is unknown: accepted are table, json, csv`, exitUsage},
		{"fit " + missing, "", "kvtui fit: " + `"`, exitFailed},
		{"fit -", "{", "kvtui fit: standard input:1: broken JSON", exitFailed},
		{"fit -", "", "kvtui fit: standard input: 0 cells cannot fix 2 parameters; accepted: at least one cell for each parameter", exitFailed},
		{
			"fit -", line("agg", "100", "1", "5") + line("agg", "200", "1", "6") + line("disagg", "100", "1", "9"),
			"kvtui fit: standard input: 3 cells cannot fix 4 parameters; accepted", exitFailed,
		},
		{
			"fit -", line("agg", "100", "1", "5") + line("agg", "100", "4", "11"),
			"kvtui fit: standard input: its cells do not tell base, slope apart; accepted: two prompt lengths or more", exitFailed,
		},
		{"fit -", line("agg", "100", "1", "0"), "kvtui fit: standard input: cell agg 100x1: the median is 0 ms; accepted: a median above 0 ms", exitFailed},
	} {
		r := callWith(t, strings.NewReader(c.stdin), nil, words(c.args)...)
		if r.code != c.code || r.stdout != "" || !strings.HasPrefix(r.stderr, c.want) ||
			strings.Count(r.stderr, "\n") != 1 || strings.Contains(r.stderr, "\x1b") {
			t.Errorf("%q: %+v, want %s", c.args, r, c.want)
		}
	}
}
