package cost

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestParseGBps(t *testing.T) {
	for text, want := range map[string]float64{
		"0.608": 0.608, "3.1GB/s": 3.1, "3.1 GB/s": 3.1, "3.1GBps": 3.1, " 3.1 GB ": 3.1, "900 MB/s": 0.9, "1.2TB/s": 1200,
		"25Gbit": 3.125, "25 gbit/s": 3.125, "25GbE": 3.125, "25gbe": 3.125, "25Gb/s": 3.125, "25Gbps": 3.125, "1GbE": 0.125, "100 Mbit/s": 0.0125,
		"1.6 Tbit/s": 200, "608 MiB/s": 0.637534208, "1GiB/s": 1.073741824, "1e3": 1000, "1e-9": 1e-9, "12.5e1Gbit": 15.625,
		"-1": -1, "1e400": math.Inf(1), "-inf": math.Inf(-1),
	} {
		got, err := ParseGBps(text)
		if err != nil || got != want && math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("%q is %v GB/s (%v), want %v", text, got, err, want)
		}
	}
	if got, err := ParseGBps("NaN"); err != nil || !math.IsNaN(got) {
		t.Errorf("NaN is %v (%v)", got, err)
	}
	for _, text := range []string{"", "fast", "25gbps", "25 gb/s", "25 Gbyte", "GB/s", "25 GB/h", "25GB/s/s", "2 5", "25gb", "3,1x", "1,5", "\x1b[2J"} {
		got, err := ParseGBps(text)
		var arg *ArgError
		if !errors.As(err, &arg) || got != 0 || arg.Want != RateForms || strings.Contains(arg.Got, "\x1b") {
			t.Errorf("%q is %v GB/s (%v)", text, got, err)
		}
	}
}
