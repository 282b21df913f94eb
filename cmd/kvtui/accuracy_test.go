package main

import (
	"os"
	"strings"
	"testing"
)

// TestAccuracyPage holds docs/accuracy.md to what the command prints.
func TestAccuracyPage(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of simulations, all in one goroutine")
	}
	want, err := os.ReadFile("../../docs/accuracy.md")
	if err != nil {
		t.Fatal(err)
	}
	if good(t, "accuracy") != string(want) {
		t.Error("docs/accuracy.md is not what kvtui accuracy prints: run make accuracy")
	}
}

// TestAccuracyOutputs holds that JSON and CSV have the cells of one page.
func TestAccuracyOutputs(t *testing.T) {
	if out := good(t, "accuracy", "--page", "mooncake", "--output", "csv"); strings.Count(out, "\n") != 5 || !strings.Contains(out, "mooncake,1024,time,ms,1.5,1.5,") {
		t.Errorf("%s", out)
	}
	if out := good(t, "accuracy", "--page", "cross-node", "--output", "json"); !strings.Contains(out, `"check":"unreachable"`) {
		t.Errorf("%s", out)
	}
}
