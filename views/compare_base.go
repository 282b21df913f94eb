package views

import (
	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/ui"
)

// baseline is a run that a person has put aside to hold others against.
type baseline struct {
	on    ground
	mode  scenario.Mode
	set   *workload.Set
	curve sim.Curve
}

// pin makes the run on the stage the baseline; pinned already, it is one no
// more.
func (v *Compare) pin(h ui.Host) {
	m := v.onStage()
	c, ok := v.race.curves[m]
	switch {
	case !ok || v.race.on != v.ground():
		h.Toast(racerName(m) + " is still being computed")
	case v.base != nil && v.base.on == v.race.on && v.base.mode == m:
		v.base = nil
		if v.sort == columnBase {
			v.sort = v.figure.column()
		}
		h.Toast("no baseline any more")
	default:
		v.base = &baseline{v.race.on, m, v.race.set, c}
		h.Toast("the baseline is this run of " + racerName(m))
	}
	v.race.version++
}

// requestsPart leaves of a ground only what makes its requests.
func requestsPart(on ground) ground {
	seed := on.Seed
	on.Scenario, on.Base, on.Opened, on.Name, on.About = scenario.Scenario{}, "", scenario.File{}, "", ""
	if on.trace == nil {
		on.Seed = seed
	}
	return on
}

// sameRequests reports whether the baseline had the requests of the race.
func (v *Compare) sameRequests() bool {
	return requestsPart(v.base.on) == requestsPart(v.race.on)
}

// baseWords says what the baseline is, and where it had other requests.
func (v *Compare) baseWords(room int) string {
	b := v.base
	first := "◆ baseline " + racerName(b.mode)
	if v.sameRequests() {
		return groundWords(b.on, b.set, room, first)
	}
	warn := " · other requests than these"
	return groundWords(b.on, b.set, room-ui.Width(warn), first) + warn
}
