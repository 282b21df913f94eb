package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const asProgram = "KVTUI_TEST_AS_PROGRAM"

// The test binary can be the program itself, for what only a process shows.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(runMain())
	}
	os.Exit(m.Run())
}

type result struct {
	code           int
	stdout, stderr string
}

// call runs the program in process, without a terminal and with an empty
// environment.
func call(t testing.TB, args ...string) result {
	t.Helper()
	return callWith(t, strings.NewReader(""), nil, args...)
}

func callWith(t testing.TB, stdin io.Reader, env map[string]string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, stdin, &out, &errs, func(k string) string { return env[k] })
	return result{code, out.String(), errs.String()}
}

// good runs the program and expects it to succeed in silence.
func good(t testing.TB, args ...string) string {
	t.Helper()
	r := call(t, args...)
	if r.code != 0 || r.stderr != "" {
		t.Fatalf("kvtui %s: code %d, %s", strings.Join(args, " "), r.code, r.stderr)
	}
	return r.stdout
}

// words splits a command line that holds no quotes.
func words(s string) []string { return strings.Fields(s) }

func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm")
	return cmd
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}

func TestProcessExitCodesAndPipes(t *testing.T) {
	var out, errs bytes.Buffer
	cmd := program(t, "sim", "--mode", "kv", "--workers", "0")
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != exitUsage {
		t.Errorf("exit code %d, %v", cmd.ProcessState.ExitCode(), err)
	}
	if out.Len() > 0 || errs.String() != "kvtui sim: --workers: 0 is out of range: accepted are 1 to 65536\n" {
		t.Errorf("stdout %q, stderr %q", &out, &errs)
	}
	man, err := program(t, "man").Output()
	if err != nil || !bytes.HasPrefix(man, []byte(".TH KVTUI 1")) || !bytes.Contains(man, []byte("summarize")) {
		t.Errorf("man page: %v, %.80q", err, man)
	}
	table, err := program(t).Output()
	if err != nil || !bytes.Contains(table, []byte("* kv ")) {
		t.Errorf("no terminal: %v, %.200q", err, table)
	}
}

func TestHelpVersionAndCompletions(t *testing.T) {
	if got := good(t, "--version"); !strings.HasPrefix(got, "kvtui version ") {
		t.Errorf("version %q", got)
	}
	help := good(t, "--help")
	for _, want := range []string{"sim", "compare", "replay", "cost", "summarize", "lab", "--screen", "--gbps", "--theme"} {
		if !strings.Contains(help, want) {
			t.Errorf("help lacks %s", want)
		}
	}
	for _, name := range []string{"sim", "compare", "replay", "cost", "summarize", "lab"} {
		page := good(t, name, "--help")
		if !strings.Contains(page, "kvtui "+name+" ") || !strings.Contains(page, "EXAMPLES") {
			t.Errorf("help of %s has no example:\n%s", name, page)
		}
		if again := good(t, "help", name); again != page {
			t.Errorf("kvtui help %s differs from kvtui %s --help", name, name)
		}
	}
	page := good(t, "cost", "--help")
	for _, want := range []string{
		" Tokens of the prompt: N, required\n", "of the link: GBPS in GB/s (10^9 bytes a second, not bits), or with a unit: 25Gbit, 25GbE, 3.1GB/s, required\n", "the prompt: MS, if given\n",
		"a host buffer: N, if given\n", "DeepSeek-V3, ", "Model of the catalogue: NAME, ",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("help of cost lacks %q:\n%s", want, page)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := good(t, "completion", shell); !strings.Contains(got, "kvtui") {
			t.Errorf("completion of %s: %.80q", shell, got)
		}
	}
	if got := call(t, "__complete", "sim", "--mode", "").stdout; !strings.HasPrefix(got, "rr\nrandom\nkv\nkv-events\n") {
		t.Errorf("modes offered: %q", got)
	}
	if got := call(t, "__complete", "cost", "--model", "").stdout; !strings.Contains(got, "Qwen3-0.6B\n") {
		t.Errorf("models offered: %q", got)
	}
}
