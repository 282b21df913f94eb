package workload

import (
	"fmt"
	"math"
)

// PatternKind is a way in which requests arrive.
type PatternKind uint8

// The ways in which requests arrive.
const (
	Auto       PatternKind = iota // Stamps where every request has one, and otherwise a ClosedLoop of one client
	ClosedLoop                    // clients that each send their next request when the one before has finished
	Poisson                       // independent arrivals at a mean rate
	Stamps                        // as recorded
)

// String returns the kind's name: auto, closed, poisson or stamps.
func (k PatternKind) String() string {
	if names := [...]string{"auto", "closed", "poisson", "stamps"}; int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("kind %d", k)
}

// Limits of a Pattern.
const (
	MaxConcurrency = 1_000_000
	MaxStaggerNS   = 3_600_000_000_000 // 1 h
	MaxJitterNS    = 3_600_000_000_000 // 1 h
	MinRatePerS    = 1e-6
	MaxRatePerS    = 1e9
	MinSpeed       = 1e-3
	MaxSpeed       = 1e6
)

// latest is the last arrival time that is reckoned with, ns: 146 years, so that
// an engine can add to it. Later ones are set to it.
const latest = 1 << 62

// Pattern says when the requests of a stream arrive. The zero value is Auto.
// Fields that the kind does not name mean nothing to it.
type Pattern struct {
	Kind        PatternKind
	Concurrency int     // clients of a ClosedLoop
	StaggerNS   int64   // of a ClosedLoop: client i sends its first request at i times this
	RatePerS    float64 // of Poisson, mean requests/s
	// JitterNS, of Stamps, spreads requests that share a stamp over so many ns
	// of the trace's own time, not past the next stamp and in the order they
	// have. Mooncake's stamps are ticks of 3 s.
	JitterNS int64
	Speed    float64 // of Stamps, trace seconds in a second; 0 is 1
}

// Validate checks the fields that the kind uses. The error is an *ArgError.
func (p Pattern) Validate() error {
	switch p.Kind {
	case Auto:
		return nil
	case ClosedLoop:
		return inRange(intArg{"concurrency", p.Concurrency, 1, MaxConcurrency}, intArg{"stagger", int(p.StaggerNS), 0, MaxStaggerNS})
	case Poisson:
		return inFloatRange("rate", p.RatePerS, MinRatePerS, MaxRatePerS)
	case Stamps:
		if p.Speed != 0 {
			if err := inFloatRange("speed", p.Speed, MinSpeed, MaxSpeed); err != nil {
				return err
			}
		}
		return inRange(intArg{"jitter", int(p.JitterNS), 0, MaxJitterNS})
	}
	return &ArgError{"arrivals", p.Kind.String() + " is unknown: accepted are auto, closed, poisson and stamps"}
}

// resolve says what Auto stands for.
func (p Pattern) resolve(stamped bool) Pattern {
	switch {
	case p.Kind == Auto && stamped:
		p = Pattern{Kind: Stamps}
	case p.Kind == Auto:
		p = Pattern{Kind: ClosedLoop, Concurrency: 1}
	}
	if p.Speed == 0 {
		p.Speed = 1
	}
	return p
}

// inFloatRange checks an argument. The error is an *ArgError.
func inFloatRange(name string, v, low, high float64) error {
	if v >= low && v <= high {
		return nil
	}
	return &ArgError{name, fmt.Sprintf("%g is out of range: accepted are %g to %g", v, low, high)}
}

// later returns the time that is after another by ns, which is not negative.
func later(at, ns int64) int64 {
	if at > latest-ns {
		return max(at, latest)
	}
	return at + ns
}

// nearest rounds a time in ns.
func nearest(ns float64) int64 {
	if !(ns < latest) {
		return latest
	}
	return int64(math.Round(ns))
}
