package views

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/ui"
)

// Caches shows what all workers hold beside what the router believes, the
// prefix tree of one of them, and where each strategy would send a request.
type Caches struct {
	s  *Session
	r  ui.Rect
	st *ui.Styles
	at cachesLayout

	timeline runTrack
	focus    cachesPart
	worker   int // under the cursor; its tree is shown
	grid     cachesGrid
	tree     cachesTree
	landings cachesLandings
	sums     cachesSums
	age      time.Duration // since the landings were asked for
}

// cachesPart is a part of the screen that can have the focus.
type cachesPart int

const (
	onGrid cachesPart = iota
	onTree
	onLandings
	onTimeline
	cachesParts
)

// NewCaches makes the view of a session's caches.
func NewCaches(s *Session) *Caches {
	v := &Caches{s: s}
	v.landings.pick = nextRequest
	return v
}

// Title implements ui.Screen.
func (v *Caches) Title() string { return "Caches" }

// Actions implements ui.Screen.
func (v *Caches) Actions() []ui.Action {
	if v.s.load != nil {
		return v.s.loadingActions()
	}
	return append(append(v.actions(), v.s.playback()...), v.s.changes()...)
}

// Resize implements ui.Screen.
func (v *Caches) Resize(r ui.Rect, st *ui.Styles) {
	v.r, v.st = r, st
	v.s.player.still = st.Still
	v.layOut()
}

func (v *Caches) layOut() { v.at = layCaches(v.r, v.focus, v.gridNeeds) }

// Capturing implements ui.Screen.
func (v *Caches) Capturing() bool { return false }

// Focus implements ui.Screen: grid, tree, landings, timeline.
func (v *Caches) Focus(step int) { v.focusOn((v.focus + cachesPart(step) + cachesParts) % cachesParts) }

// focusOn gives a part the focus; where room is short, that part has more.
func (v *Caches) focusOn(p cachesPart) {
	v.focus = p
	v.layOut()
}

// Key implements ui.Screen.
func (v *Caches) Key(k tea.KeyPressMsg, _ ui.Host) bool {
	switch v.focus {
	case onGrid:
		return v.gridKey(k)
	case onTree:
		return v.treeKey(k)
	case onLandings:
		return v.landings.key(k)
	case onTimeline, cachesParts:
	}
	if v.timeline.Key(k) {
		v.timeline.follow(v.s)
		return true
	}
	return false
}

// enter shows the history of what is under the cursor.
func (v *Caches) enter(h ui.Host) {
	switch v.focus {
	case onGrid:
		v.openCell(h)
	case onTree:
		v.openNode(h)
	case onLandings:
		v.askLanding(h)
	case onTimeline, cachesParts:
	}
}

// Pointer implements ui.Screen.
func (v *Caches) Pointer(p ui.Pointer, h ui.Host) bool {
	if v.timeline.Held() || v.timeline.Hit(p.X, p.Y) {
		if p.Kind == ui.Press {
			v.focusOn(onTimeline)
		}
		if v.timeline.Pointer(p) {
			v.timeline.follow(v.s)
		}
		return true
	}
	at := v.under(p.X, p.Y)
	switch p.Kind {
	case ui.WheelDown:
		return v.wheel(at, 1)
	case ui.WheelUp:
		return v.wheel(at, -1)
	case ui.Press:
		return v.press(at, p, h)
	case ui.Drag, ui.Release:
	}
	return false
}

// under returns the part at a cell, cachesParts for none.
func (v *Caches) under(x, y int) cachesPart {
	switch {
	case v.at.grid.Contains(x, y):
		return onGrid
	case v.at.tree.Contains(x, y):
		return onTree
	case v.at.landings.Contains(x, y):
		return onLandings
	}
	return cachesParts
}

func (v *Caches) wheel(at cachesPart, by int) bool {
	switch at {
	case onGrid:
		v.grid.top += by
	case onTree:
		v.tree.top += by
	case onLandings:
		v.landings.top += by
	case onTimeline, cachesParts:
		v.s.jumpRequest(by)
	}
	return true
}

func (v *Caches) press(at cachesPart, p ui.Pointer, h ui.Host) bool {
	if at == cachesParts {
		return false
	}
	// The layout may change with the focus, so the place is judged first.
	var hit func()
	switch at {
	case onGrid:
		hit = v.pressGrid(p.X, p.Y, h)
	case onTree:
		hit = v.pressTree(p.X, p.Y, h)
	case onLandings:
		hit = v.pressLanding(p.Y)
	case onTimeline, cachesParts:
	}
	v.focusOn(at)
	if hit != nil {
		hit()
	}
	return true
}

// Tick implements ui.Screen. Between steps nothing here moves.
func (v *Caches) Tick(dt time.Duration, _ ui.Host) bool {
	if v.s.Loading() {
		return v.s.Tick(dt)
	}
	v.age += dt
	before := v.s.Step()
	v.s.Tick(dt)
	return v.s.Step() != before || !v.s.Moving()
}

// Moving implements ui.Screen.
func (v *Caches) Moving() bool { return v.s.Moving() }

// Deliver implements ui.Screen: the stage hands runs to the session.
func (v *Caches) Deliver(result any, _ ui.Host) {
	if found, ok := result.(blockHistory); ok {
		found.deliver()
	}
}

// Draw implements ui.Screen.
func (v *Caches) Draw(c *ui.Canvas) {
	if v.r.Empty() {
		return
	}
	if v.s.load != nil {
		v.s.drawLoading(c, v.r, v.st)
		return
	}
	v.worker = min(v.worker, v.s.run.st.Workers-1)
	v.layOut() // another run may need other columns
	v.s.drawHead(c, v.at.head, v.st, v.at.compact)
	v.drawSums(c, v.at.sums)
	v.drawGrid(c, v.at.grid)
	v.drawTree(c, v.at.tree)
	v.drawLandings(c, v.at.landings)
	v.timeline.draw(c, v.at.timeline, v.s, v.st, v.focus == onTimeline)
}

// frame draws the box of a part, or in little room only its title, and returns
// what is inside.
func (v *Caches) frame(c *ui.Canvas, r ui.Rect, part cachesPart, title, note string) ui.Rect {
	if v.at.compact {
		return r.Inset(1, 0)
	}
	border := v.st.Border
	if v.focus == part {
		border = v.st.Focus
	}
	return ui.Box(c, r, title, note, border, v.st.Title).Inset(1, 0)
}

func (v *Caches) set() *workload.Set { return v.s.Set() }

func (v *Caches) state() *sim.State { return v.s.run.line.State() }

// scrolled returns the first of n rows to show in h, so that the cursor is in
// view where it has just moved.
func scrolled(top, cursor, n, h int, moved bool) int {
	if moved {
		top = min(max(top, cursor-h+1), cursor)
	}
	return max(0, min(top, n-h))
}
