package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
	"kvtui/ui/drive"
)

// TestMeasuredFile opens a measurement file, which comes before the published
// tables, and copies the line that opens it again.
func TestMeasuredFile(t *testing.T) {
	const args = "--screen measured --measured testdata/disagg_medians.jsonl"
	s, err := parse(words(args), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.own, err = ownMeasurement(t.Context(), s.Measured); err != nil {
		t.Fatal(err)
	}
	session, err := open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	u := drive.Open(t, func(after func(time.Duration, tea.Msg) tea.Cmd) *ui.Shell { return newShell(s, session, after) }, 80, 24)
	u.See("[5 Measured]", "disagg_medians.jsonl", "1500x4", "1,359 ms", "7.15 x")
	u.Key("right")
	u.See("Router, five ways")
	u.Key("y")
	if want := "kvtui " + args; u.Copied != want {
		t.Errorf("copied %q, want %q", u.Copied, want)
	}
}

func TestMeasuredFileErrors(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "a\x1b.jsonl")
	if err := os.WriteFile(broken, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"-":            "accepted is a file",
		"nowhere.json": "no such file",
		broken:         `:1: mode is missing; accepted: "agg" or "disagg"`,
	} {
		_, err := ownMeasurement(t.Context(), path)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: %v", path, err)
		}
	}
	if _, err := parse([]string{"--measured", ""}, nil); err == nil {
		t.Error(`--measured "" is accepted`)
	}
}
