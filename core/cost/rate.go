package cost

import (
	"math"
	"strconv"
	"strings"

	"kvtui/core/errtext"
)

// RateForms says in a few words how a bandwidth can be written.
const RateForms = "GB/s where no unit is given, else such as 25Gbit, 25GbE or 3.1GB/s"

// ParseGBps reads a bandwidth and returns it in GB/s (10^9 bytes a second). A
// plain number is in GB/s; a unit may follow: B/s to TB/s, MiB/s, GiB/s, or bits
// as links are named by them: Mbit, Gbit, Tbit, Gb/s, Gbps and GbE, eight to a
// byte. GbE is the unit, not the preset of that name: 1GbE is 0.125 GB/s. A
// small b in gb/s or gbps could be either, which is refused. The error is an
// *ArgError; range is the caller's to check.
func ParseGBps(text string) (gbps float64, err error) {
	s := strings.TrimSpace(text)
	end := strings.LastIndexAny(s, "0123456789.") + 1
	digits, unit := s[:end], strings.TrimSpace(s[end:])
	scale, ok := rateUnit(unit)
	if end == 0 || !ok {
		digits, scale = s, 1 // NaN, Inf, or nothing that is read
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil && !math.IsInf(x, 0) {
		return 0, &ArgError{"gbps", errtext.Quote(text), RateForms}
	}
	return x * scale, nil
}

// rateUnit returns the GB/s of one unit. Case tells bits from bytes where a
// single letter does; words are taken in any.
func rateUnit(unit string) (gbps float64, ok bool) {
	if unit == "" {
		return 1, true
	}
	base := strings.TrimSuffix(unit, "/s")
	if base == unit && len(unit) > 1 {
		base = strings.TrimSuffix(unit, "ps")
	}
	switch base {
	case "B":
		return 1e-9, true
	case "kB", "KB":
		return 1e-6, true
	case "MB":
		return 1e-3, true
	case "GB":
		return 1, true
	case "TB":
		return 1e3, true
	case "Mb":
		return 1e-3 / 8, true
	case "Gb":
		return 1. / 8, true
	case "Tb":
		return 1e3 / 8, true
	}
	switch strings.ToLower(base) {
	case "mib":
		return (1 << 20) / 1e9, true
	case "gib":
		return (1 << 30) / 1e9, true
	case "mbit":
		return 1e-3 / 8, true
	case "gbit", "gbe":
		return 1. / 8, true
	case "tbit":
		return 1e3 / 8, true
	}
	return 0, false
}
