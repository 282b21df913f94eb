package scenario

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"kvtui/core/clock"
	"kvtui/core/workload"
)

// examples are files of which each key belongs to one at least.
func examples() (out []File) {
	for _, kind := range Kinds() {
		for arrivals := workload.Auto; arrivals <= workload.Stamps; arrivals++ {
			for outputs := workload.FromStream; outputs <= workload.LogNormal; outputs++ {
				f := New(kind)
				f.Clock.Arrivals, f.Clock.Outputs = clock.DefaultArrivals(arrivals), clock.DefaultOutputs(outputs)
				out = append(out, f)
			}
		}
	}
	return out
}

// keyTable lists every key as docs/scenarios.md does.
func keyTable() string {
	var b strings.Builder
	for _, k := range Keys() {
		var kinds, usual []string
		var accepted string
		for _, f := range examples() {
			v := k.Value(&f)
			if v == nil {
				continue
			}
			if kind := f.Kind.String(); !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
			if slices.Contains(Leads(), k.Name) {
				v.word = new(uint8)
			}
			if s := v.String(); s != "" && k.Name != keyTokens && !slices.Contains(usual, s) {
				usual = append(usual, s)
			}
			if accepted == "" {
				accepted = v.Accepted()
			}
		}
		about := k.About
		if strings.HasPrefix(k.Name, "workload.") && k.Name != keyKind {
			about += " (" + strings.Join(kinds, ", ") + ")"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, accepted, strings.Join(usual, " or "), about)
	}
	return b.String()
}

// TestDocsListEveryKey holds the guide's table against the keys.
func TestDocsListEveryKey(t *testing.T) {
	guide, err := os.ReadFile("../../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := keyTable(); !strings.Contains(string(guide), want) {
		t.Errorf("docs/scenarios.md lacks this table:\n%s", want)
	}
	for _, name := range BuiltinNames() {
		if !strings.Contains(string(guide), "| `"+name+"` | ") {
			t.Errorf("docs/scenarios.md lacks %s", name)
		}
	}
	text := string(guide)
	from := strings.Index(text, "```toml\n") + len("```toml\n")
	if _, err := Parse([]byte(text[from:from+strings.Index(text[from:], "```")]), "example.toml"); err != nil {
		t.Error(err)
	}
}
