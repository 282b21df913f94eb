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
