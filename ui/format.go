package ui

import (
	"math"
	"strconv"
	"strings"
)

// Pad returns s right-aligned in w columns, so that a changing number moves
// nothing beside it.
func Pad(s string, w int) string {
	return strings.Repeat(" ", max(0, w-Width(s))) + s
}

// Thousands returns n with commas: 1,500.
func Thousands(n int) string { return group(strconv.Itoa(n)) }

// Decimal returns v with that many decimals and commas: 1,503.3. Beyond 10^15
// it turns to 1.0e+18; NaN is "-" and infinity "Inf".
func Decimal(v float64, decimals int) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case math.IsInf(v, 0):
		return strings.TrimPrefix(strconv.FormatFloat(v, 'g', -1, 64), "+")
	case math.Abs(v) >= 1e15:
		return strconv.FormatFloat(v, 'e', 1, 64)
	}
	return group(strconv.FormatFloat(v, 'f', decimals, 64))
}

// group puts a comma between each three digits before the point.
func group(s string) string {
	start := 0
	if strings.HasPrefix(s, "-") {
		start = 1
	}
	end := len(s)
	if dot := strings.IndexByte(s, '.'); dot >= 0 {
		end = dot
	}
	for i := end - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Ms returns a time in milliseconds: 282.9 ms; from 10 s on in seconds, below
// 0.05 ms in microseconds.
func Ms(ms float64) string {
	switch abs := math.Abs(ms); {
	case abs >= 99_995:
		return Decimal(ms/1e3, 1) + " s"
	case abs >= 9_999.95:
		return Decimal(ms/1e3, 2) + " s"
	case abs > 0 && abs < 0.05:
		return Decimal(ms*1e3, 1) + " µs"
	case abs > 0 && abs < 0.995:
		return Decimal(ms, 2) + " ms"
	}
	return Decimal(ms, 1) + " ms"
}

// Bytes returns a number of bytes in binary units: 164.1 MiB.
func Bytes(n float64) string {
	return scaled(n, 1024, "B", "KiB", "MiB", "GiB", "TiB", "PiB")
}

// DecimalBytes returns a number of bytes in decimal units, as links count
// them: 172.0 MB.
func DecimalBytes(n float64) string {
	return scaled(n, 1000, "B", "kB", "MB", "GB", "TB", "PB")
}

// scaled writes n in the largest unit of which it has at least one, with a
// decimal, except in the first unit.
func scaled(n, step float64, units ...string) string {
	if math.Abs(n) < step-0.5 {
		return Decimal(n, 0) + " " + units[0]
	}
	u := 0
	for u < len(units)-1 && math.Abs(n) >= step-0.05 {
		n /= step
		u++
	}
	return Decimal(n, 1) + " " + units[u]
}

// GBps returns a bandwidth in GB/s (10^9 bytes/s) with four significant
// digits: 0.608 GB/s, 12.50 GB/s; below 0.001 in MB/s, below 0.01 MB/s in kB/s.
func GBps(v float64) string {
	switch abs := math.Abs(v); {
	case abs > 0 && abs < 9.9995e-6:
		return Decimal(v*1e6, 3) + " kB/s"
	case abs > 0 && abs < 0.0009995:
		return Decimal(v*1e3, 3) + " MB/s"
	}
	return digits(v) + " GB/s"
}

// Gbitps returns a bandwidth given in GB/s in Gbit/s, as links are named:
// 17.2 Gbit/s.
func Gbitps(gbps float64) string { return Decimal(gbps*8, 1) + " Gbit/s" }

// digits writes at most three decimals and, with them, four digits.
func digits(v float64) string {
	switch abs := math.Abs(v); {
	case abs >= 999.95:
		return Decimal(v, 0)
	case abs >= 99.995:
		return Decimal(v, 1)
	case abs >= 9.9995:
		return Decimal(v, 2)
	}
	return Decimal(v, 3)
}

// Percent returns a share of 1 in percent: 42.3 %.
func Percent(share float64) string { return Decimal(share*100, 1) + " %" }
