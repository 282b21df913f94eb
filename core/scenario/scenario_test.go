package scenario

import (
	"errors"
	"strings"
	"testing"

	"kvtui/core/route"
	"kvtui/core/workload"
)

// TestValidate holds the limits and that an error names argument, value and
// what is accepted.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		arg, accepted string
		sc            Scenario
	}{
		{"", "", Default()},
		{"", "", Scenario{Strategy: "rr", Workers: MaxWorkers, Capacity: 1}},
		{"mode", "rr, random, kv", Scenario{Strategy: "best\x1b", Workers: 1}},
		{"workers", "0 is out of range: accepted are 1 to 65536", Scenario{Strategy: "kv"}},
		{"workers", "-3 is out of range", Scenario{Strategy: "kv", Workers: -3}},
		{"workers", "1000000000 is out of range", Scenario{Strategy: "kv", Workers: 1_000_000_000}},
		{"load-factor", "0 is out of range: accepted are 1 to 1000000", Scenario{Strategy: "prefix-hash", Workers: 1, Options: route.Options{PrefixTokens: 1, RingReplicas: 1}}},
		{"temperature", "-1 is out of range", Scenario{Strategy: "dynamo", Workers: 1, Options: route.Options{Temperature: -1}}},
		{"", "", Scenario{Strategy: "sglang", Workers: 1, Options: route.Options{Temperature: -1}}}, // not read
		{"capacity-blocks", "-1 is negative: accepted are 0 (unlimited) and more", Scenario{Strategy: "kv", Workers: 1, Capacity: -1}},
	} {
		err := c.sc.Validate()
		var arg *workload.ArgError
		switch {
		case c.arg == "" && err == nil:
		case c.arg == "" || !errors.As(err, &arg) || arg.Arg != c.arg || !strings.Contains(err.Error(), c.accepted) || strings.Contains(err.Error(), "\x1b"):
			t.Errorf("%+v: error is %v, want %q with %q", c.sc, err, c.arg, c.accepted)
		}
	}
}

// TestModes holds that the lab's names and the modes turn into each other.
func TestModes(t *testing.T) {
	seen := map[Mode]bool{}
	for _, m := range Modes() {
		name, publish, events := m.LabName()
		got, err := ParseMode(name, publish || !events)
		if err != nil || got != m || seen[m] {
			t.Errorf("%+v is %s, which is %+v, %v", m, name, got, err)
		}
		if sc := Default().With(m); sc.Mode() != m || sc.Validate() != nil {
			t.Errorf("%+v does not go into a scenario", m)
		}
		seen[m] = true
	}
	for _, info := range route.Strategies() {
		name := info.Name
		if m, err := ParseMode(name, false); err != nil || m != (Mode{name, Approximate}) {
			t.Errorf("%s without publishing is %+v, %v; it does not matter to it", name, m, err)
		}
	}
	_, err := ParseMode("fast\n", true)
	if err == nil || !strings.Contains(err.Error(), "rr, random, kv, kv-events, least-loaded") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error is %q", err)
	}
}
