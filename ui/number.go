package ui

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number reads a number that a person typed: commas and the unit after it are
// taken as they come. Outside lo to hi, or where it is none, the error says
// what is accepted, in unit.
func Number(text string, lo, hi float64, unit string) (float64, error) {
	s := strings.TrimSpace(text)
	if unit != "" && len(s) >= len(unit) && strings.EqualFold(s[len(s)-len(unit):], unit) {
		s = s[:len(s)-len(unit)]
	}
	s = strings.ReplaceAll(strings.TrimSpace(s), ",", "")
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < lo || v > hi {
		return 0, errors.New(strings.TrimSpace(fmt.Sprintf("a number from %s to %s %s", plain(lo), plain(hi), unit)))
	}
	return v, nil
}

func plain(v float64) string {
	if math.Abs(v) >= 1e15 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return group(strconv.FormatFloat(v, 'f', -1, 64))
}
