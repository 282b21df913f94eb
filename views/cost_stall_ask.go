package views

import (
	"strconv"

	"kvtui/core/clock"
	"kvtui/core/sim"
	"kvtui/ui"
)

// usualLoad is what the form starts with: a small fleet under some load.
func usualLoad() sim.Load { return sim.Load{Workers: 4, Concurrency: 16, Output: 128} }

// askStall asks under which load, and on which engine, to simulate what a split
// frees.
func (v *Cost) askStall(h ui.Host) {
	w, l := v.w, v.st.Simulate
	if l == (sim.Load{}) {
		l = usualLoad()
	}
	var engines []string
	for _, p := range clock.Presets() {
		engines = append(engines, p.String())
	}
	number := func(id, label, unit string, value, low, high int) ui.Field {
		return ui.Field{ID: id, Label: label, Unit: unit, Value: strconv.Itoa(value), Min: low, Max: high}
	}
	fields := []ui.Field{
		number("gpus", w.stallGPUs, "", l.Workers, sim.MinLoadWorkers, sim.MaxLoadWorkers),
		number("flight", w.stallFlight, w.stallRequests, l.Concurrency, 1, sim.MaxLoadConcurrency),
		number("output", w.stallOutput, w.tokens, l.Output, 1, sim.MaxLoadOutput),
		{ID: "engine", Label: w.stallEngine, Kind: ui.Choice, Value: v.st.Preset, Choices: engines},
	}
	for i := range fields {
		fields[i].Note = w.noteStall
	}
	h.Open(ui.NewForm(w.askStall, fields, func(in ui.Values, _ ui.Host) error {
		l := sim.Load{Workers: in.Int("gpus"), Concurrency: in.Int("flight"), Output: in.Int("output")}
		if err := l.Validate(); err != nil {
			return err
		}
		v.simulate(l, in["engine"])
		return nil
	}))
}

// simulate asks for what a split frees in place of what was typed. Prefill
// follows the engine, which knows no other.
func (v *Cost) simulate(l sim.Load, engine string) {
	v.edit(fieldSaved, func() {
		v.st.Simulate, v.st.Preset, v.st.PrefillMS, v.st.SavedMS = l, engine, 0, 0
	})
	v.focusOn(fieldSaved)
	v.stall.stopped, v.stall.failed, v.stall.still = false, nil, stallPause
}

// stallWord names what the key of the simulation does next.
func (v *Cost) stallWord() string {
	if v.simulating() {
		return v.w.doStopStall
	}
	return v.w.doStall
}
