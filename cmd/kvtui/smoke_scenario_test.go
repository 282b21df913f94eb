package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func (bin binary) savesAScenario(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mine.toml")
	p := open(t, 100, 30, nil, string(bin), "stale-index", "--workers", "3")
	p.see("stale-index", "0/600")
	p.press("\x13") // ctrl+s
	p.see("Save the scenario")
	p.press(path + "\r")
	p.see("saved ")
	p.press("q")
	if code := p.ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	p.restored()
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "workers = 3 #") {
		t.Errorf("%v, file:\n%s", err, text)
	}
	again := open(t, 100, 30, nil, string(bin), path)
	again.see("stale-index", "3 workers")
}

func (bin binary) readsATrace(t *testing.T) {
	t.Parallel()
	const path = "testdata/conversation_head.jsonl"
	p := open(t, 120, 36, nil, string(bin), "--trace", path, "--step", "4")
	p.see("conversation_head", "1/150")
	p.press("q")
	if code := p.ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.jsonl")
	if err := os.WriteFile(bad, append(raw, "{\"\x1b[2J\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	p = open(t, 120, 36, nil, string(bin), "--trace", bad)
	p.see("Not opened: bad.jsonl", "bad.jsonl:151: ")
	p.press("q")
	if code := p.ended(); code != 1 {
		t.Errorf("exit code %d", code)
	}
	p.restored()
	if out := p.written(); !strings.Contains(out[strings.LastIndex(out, "\x1b[?1049l"):], "bad.jsonl:151: ") {
		t.Errorf("the error is not left on the terminal: %q", out[max(0, len(out)-300):])
	}
}
