package views

import (
	"context"
	"errors"
	"time"

	"kvtui/core/accuracy"
	"kvtui/ui"
)

// predicted is a finished prediction on its way back.
type predicted struct {
	number int
	page   accuracy.Page
	err    error
}

// due reports whether the table on screen waits for its prediction.
func (v *Measured) due() bool { return v.Predict != nil && v.shown().stage == notRun }

// running reports whether the model works on the table on screen.
func (v *Measured) running() bool { return v.shown().stage == running }

// start runs the model on the table on screen.
func (v *Measured) start(h ui.Host) {
	v.giveUp(notRun)
	ctx, cancel := context.WithCancel(v.s.ctx)
	v.number++
	v.cancel, v.age, v.shown().stage = cancel, 0, running
	number, id, predict := v.number, v.shown().page.ID, v.Predict
	h.Run(func() any {
		p, err := predict(ctx, id)
		return predicted{number, p, err}
	})
}

// giveUp ends what runs; its table is left at the given stage, and what comes
// back of it is dropped.
func (v *Measured) giveUp(leave predictionStage) {
	if v.cancel == nil {
		return
	}
	v.cancel()
	v.cancel = nil
	v.number++
	if v.running() {
		v.shown().stage = leave
	}
}

// toggle stops the model where it runs, and else runs it again.
func (v *Measured) toggle(h ui.Host) {
	if v.running() {
		v.giveUp(stopped)
		return
	}
	v.start(h)
}

// Deliver implements ui.Screen: it takes a prediction, unless it was given up.
func (v *Measured) Deliver(result any, h ui.Host) {
	res, ok := result.(predicted)
	if !ok || res.number != v.number || v.cancel == nil {
		return
	}
	v.cancel()
	v.cancel = nil
	c := v.shown()
	switch {
	case errors.Is(res.err, accuracy.ErrUnknownPage):
		c.stage = impossible
	case errors.Is(res.err, context.Canceled):
		c.stage = stopped
	case res.err != nil:
		c.stage = failed
		h.Toast(res.err.Error())
	default:
		c.stage = predictedIt
		c.page = c.page.Beside(res.page)
	}
	v.layOut()
}

// spinEvery is how long the turning sign keeps still.
const spinEvery = 120 * time.Millisecond

// Tick implements ui.Screen. The model starts here, since drawing starts
// nothing.
func (v *Measured) Tick(dt time.Duration, h ui.Host) bool {
	if v.due() {
		v.start(h)
		return true
	}
	before := v.age / spinEvery
	v.age += dt
	return v.running() && v.age/spinEvery != before
}

// Moving implements ui.Screen.
func (v *Measured) Moving() bool { return v.due() || v.running() && !v.st.Still }

// spinner is the turning sign, "" where nothing should move.
func (v *Measured) spinner() string {
	if v.st.Still {
		return ""
	}
	const signs = `|/-\`
	return " " + string(signs[int(v.age/spinEvery)%len(signs)])
}
