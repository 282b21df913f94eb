package sweep

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kvtui/core/scenario"
)

func TestParseAxis(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"fleet.workers=1,2,4", []string{"1", "2", "4"}},
		{"fleet.workers=1:16:5", []string{"1", "5", "9", "12", "16"}},
		{"fleet.workers=16:1:4", []string{"16", "11", "6", "1"}},
		{"fleet.workers=1:2:5", []string{"1", "2"}},
		{"fleet.workers=1:256:log:9", []string{"1", "2", "4", "8", "16", "32", "64", "128", "256"}},
		{"knowledge.loss=0:0.4:5", []string{"0", "0.1", "0.2", "0.3", "0.4"}},
		{"link.total_gbps=0.1:1000:log:5", []string{"0.1", "1", "10", "100", "1000"}},
		{"link.total_gbps=0.1:1000:log:9", []string{"0.1", "0.316227766017", "1", "3.16227766017", "10", "31.6227766017", "100", "316.227766017", "1000"}},
		{"seed=-1:1:3", []string{"-1", "0", "1"}},
		{"workload.groups=1:3:3", []string{"1", "2", "3"}},     // of another kind of workload
		{"arrivals.rate_per_s=1:3:3", []string{"1", "2", "3"}}, // of other arrivals
		{"workload.path=a:b:3", []string{"a:b:3"}},             // text has no ranges
		{"strategy.name=kv,p2c", []string{"kv", "p2c"}},        // words
		{"knowledge.bounded=true", []string{"true"}},           // one value
		{"clock.gpus=2,1+1", []string{"2", "1+1"}},             // text with signs
		{"knowledge.loss=0.5:0.5:3", []string{"0.5"}},          // a range of no width
		{"knowledge.loss=1e-3:1e-1:log:3", []string{"0.001", "0.01", "0.1"}},
	} {
		a, err := ParseAxis(c.text, scenario.New(scenario.KindLab))
		if key, _, _ := strings.Cut(c.text, "="); err != nil || a.Key != key || !slices.Equal(a.Values, c.want) {
			t.Errorf("%s: %+v, %v; want %v", c.text, a, err, c.want)
		}
	}
}

func TestParseAxisErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "unknown key",
		"name=a,b":                 "name: changes no figure",
		"nokey=1":                  "nokey: unknown key",
		"fleet.\x1b[2J=1":          "unknown key",
		"fleet.workers":            "fleet.workers: no values",
		"fleet.workers=":           "fleet.workers: no values",
		"fleet.workers=1,2,1":      `fleet.workers: "1" comes twice`,
		"fleet.workers=1:2":        `fleet.workers: "1:2" is no range`,
		"fleet.workers=1:2:lin:3":  "is no range",
		"fleet.workers=1:2:1":      `"1" steps: accepted are 2 to 100000`,
		"fleet.workers=1:2:100001": "steps: accepted",
		"fleet.workers=a:2:3":      `"a" is no end of a range`,
		"fleet.workers=1:inf:3":    `"inf" is no end`,
		"fleet.workers=1:nan:3":    `"nan" is no end`,
		"knowledge.loss=0:1:log:3": "not above 0",
		"seed=" + strings.Repeat("1,", MaxCells) + "1": "too many values",
	} {
		_, err := ParseAxis(text, scenario.New(scenario.KindLab))
		var bad *scenario.KeyError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}
