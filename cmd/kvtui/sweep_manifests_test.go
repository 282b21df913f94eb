package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// manifestSweep is the sweep that both manifests divide.
const manifestSweep = "sweep lab --set clock.preset=8gb --set arrivals.kind=poisson --x arrivals.rate_per_s=1:64:log:7 --y fleet.workers=1,2,4,8 --seeds 10 --output csv"

// shell runs a script with the program in its path.
func shell(t *testing.T, env []string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(args[0]); err != nil {
		t.Skipf("%s is not here", args[0])
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "kvtui")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Env = append(append(os.Environ(), env...), asProgram+"=1", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", args[0], err, errs.String())
	}
	return string(out)
}

// manifestScript returns the script of a Job.
func manifestScript(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("../../docs/manifests", name))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(raw), "            - |\n")
	if !found {
		t.Fatalf("%s has no script", name)
	}
	var out strings.Builder
	for line := range strings.Lines(rest) {
		body, inside := strings.CutPrefix(line, strings.Repeat(" ", 14))
		if !inside {
			break
		}
		out.WriteString(body)
	}
	return out.String()
}

// TestManifestsDivideTheSweep runs what each task and each pod runs, and merges.
func TestManifestsDivideTheSweep(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs a sweep three times")
	}
	const shards = 8
	want := good(t, words(manifestSweep)...)
	merge := manifestScript(t, "merge-job.yaml")
	job := manifestScript(t, "sweep-job.yaml")
	for name, run := range map[string]struct {
		env     func(index int) string
		command []string
	}{
		"slurm": {
			func(index int) string { return fmt.Sprint("SLURM_ARRAY_TASK_ID=", index+1) },
			[]string{"bash", "../../docs/manifests/sweep.sbatch"},
		},
		"kubernetes": {
			func(index int) string { return fmt.Sprint("JOB_COMPLETION_INDEX=", index) },
			[]string{"sh", "-euc", job},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := "SWEEP_DIR=" + t.TempDir()
			for index := range shards {
				shell(t, []string{dir, "SLURM_ARRAY_TASK_COUNT=8", "SHARDS=8", run.env(index)}, run.command...)
			}
			if got := shell(t, []string{dir}, "sh", "-euc", merge); got != want {
				t.Errorf("merged:\n%s\nin one:\n%s", got, want)
			}
		})
	}
}

// TestSweepGuide holds the guide's command lines against the real flags.
func TestSweepGuide(t *testing.T) {
	raw, err := os.ReadFile("../../docs/sweep.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(raw), "\nkvtui "+manifestSweep+"\n") {
		t.Error("docs/sweep.md lacks the sweep of the manifests")
	}
	dir, lines := t.TempDir(), 0
	for line := range strings.Lines(string(raw)) {
		rest, ours := strings.CutPrefix(line, "kvtui ")
		if !ours || !strings.Contains(rest, ".jsonl") {
			continue
		}
		lines++
		var args []string
		for _, w := range words(rest) {
			if strings.HasSuffix(w, ".jsonl") {
				w = filepath.Join(dir, w)
			}
			args = append(args, w)
		}
		good(t, args...)
	}
	if lines != 3 {
		t.Errorf("ran %d lines", lines)
	}
}
