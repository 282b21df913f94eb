package cost

import "strconv"

// Limits of what is accepted. They keep every
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

func checkCount(arg string, n, least, most int) error {
	if n < least || n > most {
		return &ArgError{arg, strconv.Itoa(n), "a whole number from " + strconv.Itoa(least) + " to " + strconv.Itoa(most)}
	}
	return nil
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
