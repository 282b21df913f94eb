package scenario

import (
	"kvtui/core/clock"
	"kvtui/core/route"
	"kvtui/core/workload"
)

// FleetWorkers is the fleet of all workloads but the lab's unless another is
// asked for: the lab's two workers are few for real traffic. Source:
// reference/replay.py.
const FleetWorkers = 8

// File is a whole run as a scenario file says it: what Scenario has and the
// requests. It is comparable.
type File struct {
	Name, About string // one line each; may be empty
	Workload
	Scenario
}

// New returns a kind of workload with the defaults of everything else.
func New(k Kind) File {
	f := File{Workload: DefaultWorkload(k), Scenario: Default()}
	if k != KindLab {
		f.Workers = FleetWorkers
	}
	return f
}

// WithKind returns the file with the default workload of another kind, and
// unchanged where that is its kind already.
func (f *File) WithKind(k Kind) File {
	other := *f
	if f.Kind != k {
		other.Workload = DefaultWorkload(k)
	}
	return other
}

// Validate checks the workload and the scenario. The error is a
// *workload.ArgError.
func (f *File) Validate() error {
	if err := f.validateWorkload(); err != nil {
		return err
	}
	if f.Flaws.TTLMillis > 0 && f.Kind != KindTrace && !f.Clock.On {
		return &workload.ArgError{Arg: "ttl-ms", Problem: "needs arrival stamps, and requests of kind " + f.Kind.String() + " have none: accepted is knowledge.ttl_requests, or a trace with stamps"}
	}
	if c := f.Clock; c.On && c.Engine == (clock.Engine{}) {
		return &workload.ArgError{Arg: "clock.on", Problem: "needs figures: accepted is clock.preset, or clock.base_ms and others with it"}
	}
	if c := f.Clock; c.On && c.Arrivals.Kind == workload.Stamps && f.Kind != KindTrace {
		return &workload.ArgError{Arg: keyArrivals, Problem: "stamps are those of a trace, and requests of kind " + f.Kind.String() + " have none: accepted are auto, closed, poisson"}
	}
	return f.Scenario.Validate()
}

// strategyNames returns the names of the registry.
func strategyNames() []string {
	var names []string
	for _, s := range route.Strategies() {
		names = append(names, s.Name)
	}
	return names
}
