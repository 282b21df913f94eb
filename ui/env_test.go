package ui_test

import (
	"testing"

	"kvtui/ui"
)

func env(vars map[string]string) func(string) string {
	return func(k string) string { return vars[k] }
}

func TestNoColorTakesAnyValue(t *testing.T) {
	for v, want := range map[string]bool{"": false, "1": true, "0": true, "false": true, "yes": true} {
		if got := ui.NoColor(env(map[string]string{"NO_COLOR": v})); got != want {
			t.Errorf("NO_COLOR=%q: %v", v, got)
		}
	}
}

func TestNeedsASCII(t *testing.T) {
	for _, tc := range []struct {
		vars map[string]string
		want bool
	}{
		{map[string]string{}, false},
		{map[string]string{"LANG": "en_US.UTF-8"}, false},
		{map[string]string{"LANG": "ko_KR.utf8"}, false},
		{map[string]string{"LANG": "C"}, true},
		{map[string]string{"LANG": "en_US.ISO-8859-1"}, true},
		{map[string]string{"LC_ALL": "C.UTF-8", "LANG": "C"}, false},
		{map[string]string{"LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"}, true},
		{map[string]string{"TERM": "linux", "LANG": "en_US.UTF-8"}, true},
	} {
		if got := ui.NeedsASCII(env(tc.vars)); got != tc.want {
			t.Errorf("%v: %v", tc.vars, got)
		}
	}
}

func TestDarkBackground(t *testing.T) {
	for v, want := range map[string]bool{"": true, "15;0": true, "0;15": false, "0;default;7": false, "12;8": true, "x": true} {
		if got := ui.DarkBackground(env(map[string]string{"COLORFGBG": v})); got != want {
			t.Errorf("COLORFGBG=%q: %v", v, got)
		}
	}
}
