// Package round rounds numbers as the lab's Python program prints them.
package round

import (
	"math"
	"strconv"
)

// To rounds x to the given number of decimals (0 or more; fewer count as 0) as
// Python's round(x, decimals) does: on the exact binary value of x, an exact
// half to the even digit. NaN and infinities come back unchanged.
func To(x float64, decimals int) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	// Only a value that would overflow float64 fails to parse, and rounding
	// the text of a finite float to decimals cannot grow it that far.
	v, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', max(decimals, 0), 64), 64)
	if err != nil {
		return x
	}
	return v
}
