package cost

import (
	"math"
	"strconv"
)

// Limits of what the Check functions and Model.Validate accept. They keep every
// byte count of one request within int64: MaxTokens * MaxBytesPerToken halves
// fit.
const (
	MaxTokens        = 1_000_000_000  // tokens of one request
	MaxBytesPerToken = int64(1) << 32 // KV bytes of one token
	MaxConcurrency   = 1_000_000      // requests in flight
	MinGBps          = 1e-9           // 1 byte a second
	MaxGBps          = 1e9
	MaxMS            = 1e12 // 31 years
	MaxRPS           = 1e9  // requests a second
)

// ArgError says which argument does not fit, what it was and what is accepted.
type ArgError struct {
	Arg  string // the argument, as the command line spells it, without dashes
	Got  string // its value, safe to print
	Want string // what is accepted, with the unit
}

// Error returns one line that holds all three.
func (e *ArgError) Error() string {
	return e.Arg + " is " + e.Got + "; accepted: " + e.Want
}

// CheckTokens accepts 0 to MaxTokens.
func CheckTokens(tokens int) error {
	return checkCount("tokens", tokens, 0, MaxTokens)
}

// CheckConcurrency accepts 1 to MaxConcurrency requests in flight.
func CheckConcurrency(requests int) error {
	return checkCount("concurrency", requests, 1, MaxConcurrency)
}

// CheckGBps accepts a bandwidth from MinGBps to MaxGBps. arg names it in the
// error.
func CheckGBps(arg string, gbps float64) error {
	return checkReal(arg, gbps, MinGBps, MaxGBps, "GB/s")
}

// CheckMS accepts 0 to MaxMS. arg names the time in the error.
func CheckMS(arg string, ms float64) error {
	return checkReal(arg, ms, 0, MaxMS, "ms")
}

// CheckPositiveMS accepts 10^-9 to MaxMS, for times that something is divided
// by. arg names the time in the error.
func CheckPositiveMS(arg string, ms float64) error {
	return checkReal(arg, ms, 1e-9, MaxMS, "ms")
}

// CheckRPS accepts 0 to MaxRPS requests a second.
func CheckRPS(rps float64) error {
	return checkReal("requests-per-second", rps, 0, MaxRPS, "requests/s")
}

func checkCount(arg string, n, least, most int) error {
	if n < least || n > most {
		return &ArgError{arg, strconv.Itoa(n), "a whole number from " + strconv.Itoa(least) + " to " + strconv.Itoa(most)}
	}
	return nil
}

func checkReal(arg string, x, least, most float64, unit string) error {
	if math.IsNaN(x) || x < least || x > most {
		return &ArgError{arg, number(x), "a number from " + number(least) + " to " + number(most) + " " + unit}
	}
	return nil
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
