package views

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
)

var _ ui.Screen = (*Cost)(nil)

const (
	leftArrow  = "left"
	rightArrow = "right"
)

// Actions lists what can be done now. The arrow keys act on the part with the
// focus, in Key; their lines here are for help and the foot of the screen.
func (v *Cost) Actions() []ui.Action {
	w := v.w
	step := func(dir int) func(ui.Host) { return func(ui.Host) { v.nudge(v.focus, dir) } }
	ask := func(f costField) func(ui.Host) { return func(h ui.Host) { v.ask(f, h) } }
	acts := []ui.Action{
		{ID: "cost-drag", Show: "←/→", Text: w.doDrag, Short: true, Do: step(1)},
		{ID: "cost-link", Keys: []string{"l"}, Text: w.doLink, Short: true, Do: func(ui.Host) { v.jump(1) }},
		{ID: "cost-type", Keys: []string{"enter"}, Text: w.doType, Short: true, Do: func(h ui.Host) { v.ask(v.focus, h) }},
		{ID: "cost-map", Keys: []string{"m"}, Text: v.mapWord(), Short: true, Do: func(ui.Host) { v.toggleMap() }},
		{ID: "cost-precision", Keys: []string{"c"}, Text: w.doPrecision, Short: true, Do: func(ui.Host) { v.cyclePrecision(1) }},
		{ID: "cost-field", Show: "↑/↓", Text: w.doField, Short: true, Do: func(ui.Host) { v.Focus(1) }},
		{ID: "cost-fine", Show: "shift+←/→", Text: w.doFine, Do: step(1)},
		{ID: "cost-far", Show: "pgup/pgdn", Text: w.doFar, Do: step(1)},
		{ID: "cost-ends", Show: "home/end", Text: w.doEnds, Do: step(1)},
		{ID: "cost-link-back", Keys: []string{"L"}, Text: w.doLinkBack, Do: func(ui.Host) { v.jump(-1) }},
		{ID: "cost-saved", Keys: []string{"v"}, Text: w.doSaved, Do: ask(fieldSaved)},
		{ID: "cost-simulate", Keys: []string{"V"}, Text: v.stallWord(), Do: v.toggleStall},
		{ID: "cost-follow", Keys: []string{"f"}, Text: w.doFollow, Off: v.st.PrefillMS <= 0, Do: func(ui.Host) { v.follow() }},
		{ID: "cost-preset", Keys: []string{"F"}, Text: w.doPreset, Do: func(ui.Host) { v.cyclePreset() }},
		{ID: "cost-send", Keys: []string{"b"}, Text: w.doSend, Do: func(ui.Host) { v.cycleSend(1) }},
		{ID: "cost-model", Keys: []string{"]"}, Text: w.doModel, Do: func(ui.Host) { v.cycleModel(1) }},
		{ID: "cost-model-back", Keys: []string{"["}, Text: w.doModelBack, Do: func(ui.Host) { v.cycleModel(-1) }},
		{ID: "cost-limit", Keys: []string{"d"}, Text: w.doLimit, Do: ask(fieldLimit)},
		{ID: "cost-flight", Keys: []string{"i"}, Text: w.doFlight, Do: ask(fieldFlight)},
		{ID: "cost-memory", Keys: []string{"k"}, Text: w.doMemory, Do: ask(fieldMemory)},
		{ID: "cost-rate", Keys: []string{"a"}, Text: w.doRate, Do: ask(fieldRate)},
		{ID: "cost-overhead", Keys: []string{"h"}, Text: w.doOverhead, Do: ask(fieldOverhead)},
	}
	for i := range acts {
		acts[i].Group = w.help
	}
	return acts
}

// jump goes to a link preset and leaves the slider with the focus, so that
// arrows go on from there.
func (v *Cost) jump(dir int) {
	v.focus = fieldGBps
	v.snap(dir)
}

// Key handles the arrows and their kin on the part with the focus.
func (v *Cost) Key(k tea.KeyPressMsg, _ ui.Host) bool {
	name := k.String()
	if v.focus == fieldMap && v.cursorKey(name) {
		return true
	}
	switch name {
	case "up":
		v.Focus(-1)
	case "down":
		v.Focus(1)
	case leftArrow, rightArrow, "shift+left", "shift+right", "pgup", "pgdown", "home", "end":
		v.slide(v.focus, name)
	case "backspace", "delete":
		v.forget()
	default:
		return false
	}
	return true
}

// slide hands a key to the slider of f; a choice goes one on or back.
func (v *Cost) slide(f costField, key string) {
	if !f.numeric() {
		dir := 1
		if strings.HasSuffix(key, leftArrow) || key == "pgdown" || key == "home" {
			dir = -1
		}
		v.nudge(f, dir)
		return
	}
	if s := &v.sliders[f]; s.Key(namedKey(key)) {
		v.glide(f, func() { v.put(f, s.Value) })
	}
}

// namedKey is the message of one of the keys that slide takes.
func namedKey(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		name, k.Mod = rest, tea.ModShift
	}
	switch name {
	case leftArrow:
		k.Code = tea.KeyLeft
	case rightArrow:
		k.Code = tea.KeyRight
	case "pgup":
		k.Code = tea.KeyPgUp
	case "pgdown":
		k.Code = tea.KeyPgDown
	case "home":
		k.Code = tea.KeyHome
	case "end":
		k.Code = tea.KeyEnd
	}
	return k
}

// forget takes back what was set where there is a value that was not.
func (v *Cost) forget() {
	switch v.focus {
	case fieldSaved:
		v.set(fieldSaved, 0)
	case fieldPrefill:
		v.follow()
	case fieldOverhead:
		v.set(fieldOverhead, 0)
	default:
	}
}

// Pointer drags sliders, the plot included, and presses what can be pressed.
func (v *Cost) Pointer(p ui.Pointer, h ui.Host) bool {
	switch p.Kind {
	case ui.Press:
		return v.press(p, h)
	case ui.Drag, ui.Release:
		return v.drag(p)
	case ui.WheelUp, ui.WheelDown:
		return v.wheel(p)
	}
	return false
}

// tracks are the fields with a track of their own.
func tracks() []costField { return []costField{fieldTokens, fieldPrefill, fieldGBps} }

func (v *Cost) press(p ui.Pointer, h ui.Host) bool {
	v.gliding = fieldNone
	if v.pointCursor(p) {
		return true
	}
	if v.chart.Plot().Contains(p.X, p.Y) {
		p.Y = v.sliders[fieldGBps].Track().Y // the plot is the slider's, seen from below
	}
	for _, f := range tracks() {
		if v.sliders[f].Hit(p.X, p.Y) {
			v.focusOn(f)
			v.point(f, p)
			return true
		}
	}
	hit, ok := v.hitAt(p.X, p.Y)
	if !ok {
		return false
	}
	if v.focusOn(hit.field); hit.do != nil {
		hit.do(h)
	}
	return true
}

// hitAt returns what lies under a cell: what acts before what only takes the
// focus.
func (v *Cost) hitAt(x, y int) (best costHit, ok bool) {
	for _, hit := range v.hits {
		if hit.at.Contains(x, y) && (!ok || best.do == nil) {
			best, ok = hit, true
		}
	}
	return best, ok
}

func (v *Cost) drag(p ui.Pointer) (handled bool) {
	if p.Kind == ui.Drag && v.focus == fieldMap && v.pointCursor(p) {
		return true
	}
	for _, f := range tracks() {
		if v.sliders[f].Held() {
			v.point(f, p)
			handled = true
		}
	}
	return handled
}

func (v *Cost) wheel(p ui.Pointer) bool {
	for _, f := range tracks() {
		if v.sliders[f].Hit(p.X, p.Y) {
			v.focusOn(f)
			v.point(f, p)
			return true
		}
	}
	dir := 1
	if p.Kind == ui.WheelDown {
		dir = -1
	}
	hit, ok := v.hitAt(p.X, p.Y)
	if ok {
		v.focusOn(hit.field)
		v.nudge(hit.field, dir)
	}
	return ok
}

func (v *Cost) point(f costField, p ui.Pointer) {
	if s := &v.sliders[f]; s.Pointer(p) {
		v.glide(f, func() { v.put(f, s.Value) })
	}
	if p.Kind == ui.Release {
		v.gliding = fieldNone
	}
}
