package views

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/scenario"
	"kvtui/ui"
)

// Compare races strategies over the requests of the run on the stage, at the
// request on the stage: chart, table, what was measured, and the spread over
// seeds.
type Compare struct {
	s  *Session
	r  ui.Rect
	st *ui.Styles
	at comparePlan // of the last Draw

	lineup []scenario.Mode
	race   race
	// numbers are the places of allModes.
	numbers map[scenario.Mode]int
	lacking lacking
	stage   staged
	seeds   seeds
	base    *baseline

	figure figure
	// picked is set once a person chose the figure; else it goes by workload.
	picked bool
	sort   columnID
	rule   hitRule
	// spread is whether seeds are shown; asked once a person said so, else
	// they are where there is something measured to hold them against.
	spread, askedSpread bool

	focus  int // 0 table, 1 timeline
	cursor scenario.Mode
	top    int // first row of the table that is shown

	timeline runTrack
	chart    ui.Chart
	charted  raceChart
	columns  []shownColumn
	heads    []headSpot
	lines    []lineSpot
}

// NewCompare makes the comparison of a session's run with other strategies.
func NewCompare(s *Session) *Compare {
	v := &Compare{s: s, lineup: usualLineup(), numbers: map[scenario.Mode]int{}}
	for i, m := range allModes() {
		v.numbers[m] = i
	}
	v.cursor = v.onStage()
	v.adopt()
	v.figure = v.shownFigure()
	v.sort = v.figure.column()
	return v
}

// Title implements ui.Screen.
func (v *Compare) Title() string { return "Compare" }

// Actions implements ui.Screen.
func (v *Compare) Actions() []ui.Action {
	if v.s.load != nil {
		return v.s.loadingActions()
	}
	return append(append(v.own(), v.s.playback()...), v.s.changes()...)
}

// own lists what only this screen can do.
func (v *Compare) own() []ui.Action {
	act := func(id, text string, short bool, do func(ui.Host), keys ...string) ui.Action {
		return ui.Action{ID: id, Keys: keys, Text: text, Group: helpCompare, Short: short, Do: do}
	}
	sorted := act("sort", "sort by another column", false, func(ui.Host) { v.sortNext(1) }, "c")
	sorted.Show = "c/C"
	rule := act("rule", "what counts as a hit", false, func(ui.Host) { v.rule = (v.rule + 1) % hitRules }, "h")
	_, measured := publishedFor(v.race.on)
	rule.Off = !measured || !v.spreadShown()
	return []ui.Action{
		act("figure", "measure", true, func(ui.Host) { v.nextFigure() }, "m"),
		act("lineup", "lineup", true, func(h ui.Host) { h.Open(newLineup(v)) }, "l"),
		act("seeds", "seeds", true, func(ui.Host) { v.toggleSpread() }, "d"),
		act("baseline", "baseline", true, v.pin, "b"),
		act("stage", "put it on the stage", false, func(h ui.Host) { v.toStage(h, v.cursor) }, "enter"),
		sorted,
		{ID: "sortback", Keys: []string{"C"}, Do: func(ui.Host) { v.sortNext(-1) }},
		rule,
	}
}

// Resize implements ui.Screen.
func (v *Compare) Resize(r ui.Rect, st *ui.Styles) {
	v.r, v.st = r, st
	v.s.player.still = st.Still
}

// Capturing implements ui.Screen.
func (v *Compare) Capturing() bool { return false }

// Focus implements ui.Screen: table and timeline.
func (v *Compare) Focus(step int) { v.focus = ((v.focus+step)%2 + 2) % 2 }

// Tick implements ui.Screen. Races start here, since drawing starts nothing.
func (v *Compare) Tick(dt time.Duration, h ui.Host) bool {
	if v.s.load != nil {
		return v.s.Tick(dt)
	}
	v.charted.age += dt
	started := v.startRace(h)
	started = v.startSeeds(h) || started
	n, moving := v.done(), v.s.Moving()
	return v.s.Tick(dt) && (n != v.done() || moving != v.s.Moving()) || started
}

// Moving implements ui.Screen.
func (v *Compare) Moving() bool {
	return v.s.Moving() || v.s.load == nil && (v.raceDue() || v.seedsDue())
}

// Deliver implements ui.Screen. The stage hands runs to the session.
func (v *Compare) Deliver(result any, h ui.Host) {
	switch res := result.(type) {
	case raced:
		v.finish(res, h)
	case sown:
		v.reap(res, h)
	}
}

// Key implements ui.Screen: up and down are the table's, left and right the
// timeline's, the rest goes by focus.
func (v *Compare) Key(k tea.KeyPressMsg, _ ui.Host) bool {
	switch name := k.String(); {
	case name == "h" || name == "l": // no arrows here
		return false
	case name == "up":
		v.moveCursor(-1)
	case name == "down":
		v.moveCursor(1)
	case v.focus == 0 && name == "home":
		v.moveCursor(-len(v.racers()))
	case v.focus == 0 && name == "end":
		v.moveCursor(len(v.racers()))
	case v.focus == 0 && (name == "pgup" || name == "pgdown"):
		v.moveCursor(map[string]int{"pgup": -8, "pgdown": 8}[name])
	case v.timeline.Key(k):
		v.timeline.follow(v.s)
	default:
		return false
	}
	return true
}

func (v *Compare) moveCursor(by int) {
	rows := v.rows(v.done())
	i := min(max(v.cursorRow(rows)+by, 0), len(rows)-1)
	v.cursor = rows[i].mode
}

// cursorRow is the row under the cursor, the first where its racer has left.
func (v *Compare) cursorRow(rows []row) int {
	for i, r := range rows {
		if r.mode == v.cursor {
			return i
		}
	}
	return 0
}

// toStage makes a racer the strategy of every screen.
func (v *Compare) toStage(h ui.Host, m scenario.Mode) {
	if m == v.onStage() {
		h.Toast(racerName(m) + " is on the stage: 1 shows it")
		return
	}
	v.s.setMode(h, m)
	h.Toast(racerName(m) + " goes on the stage: 1 shows it, u takes it back")
}

// Pointer implements ui.Screen.
func (v *Compare) Pointer(p ui.Pointer, h ui.Host) bool {
	if v.timeline.Held() || v.timeline.Hit(p.X, p.Y) {
		if v.timeline.Pointer(p) {
			v.timeline.follow(v.s)
		}
		return true
	}
	switch p.Kind {
	case ui.WheelDown, ui.WheelUp:
		step := 1
		if p.Kind == ui.WheelUp {
			step = -1
		}
		if v.at.table.Contains(p.X, p.Y) {
			v.moveCursor(step)
		} else {
			v.s.jumpRequest(step)
		}
		return true
	case ui.Press:
		return v.press(p, h)
	case ui.Drag, ui.Release:
	}
	return false
}

// press sorts by a column, or chooses a row; one already chosen goes on the
// stage.
func (v *Compare) press(p ui.Pointer, h ui.Host) bool {
	for _, s := range v.heads {
		if s.rect.Contains(p.X, p.Y) {
			v.sort = s.column
			return true
		}
	}
	for _, s := range v.lines {
		if !s.rect.Contains(p.X, p.Y) {
			continue
		}
		if v.focus = 0; v.cursor == s.mode {
			v.toStage(h, s.mode)
		}
		v.cursor = s.mode
		return true
	}
	return false
}
