package views

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/workload"
	"kvtui/ui"
)

// Route is the stage: requests come in, the router chooses, workers reuse and
// compute.
type Route struct {
	s  *Session
	r  ui.Rect
	st *ui.Styles
	at stage // where things are, from the last Resize

	timeline   runTrack
	chart      ui.Chart
	charted    charted
	focus      int // 0 timeline, 1 workers
	chosen     int // the worker under the cursor
	spots      []spot
	outcomes   []outcomeLine // of the workers, as last drawn
	fleet      underWay
	heat       ui.Heat
	table      tableDrawn
	cached     []cachedSet
	cachedOf   *run
	cachedLook *ui.Styles
	named      struct {
		run     *run
		request int
		text    []string
	}
	actions struct { // as last listed: the footer asks for them each frame
		run     *run
		playing bool
		list    []ui.Action
	}
	layer *ui.Canvas // the last frame without its marker
	drawn drawn
	since time.Duration // since the layer was drawn
}

// spot is where a worker was drawn.
type spot struct {
	rect   ui.Rect
	worker int
}

// NewRoute makes the stage of a session.
func NewRoute(s *Session) *Route { return &Route{s: s, chosen: -1} }

// Title implements ui.Screen.
func (v *Route) Title() string { return "Route" }

// Actions implements ui.Screen.
func (v *Route) Actions() []ui.Action {
	if v.s.load != nil {
		return v.s.loadingActions()
	}
	a := &v.actions
	if playing := v.s.Playing(); a.run != v.s.run || a.playing != playing {
		a.run, a.playing = v.s.run, playing
		a.list = append(append(v.s.playback(), v.s.changes()...), v.legend()...)
	}
	return a.list
}

// Resize implements ui.Screen.
func (v *Route) Resize(r ui.Rect, st *ui.Styles) {
	v.r, v.st = r, st
	v.s.player.still = st.Still
	v.at = layStage(r, v.set().Traced, v.timed())
}

// Capturing implements ui.Screen.
func (v *Route) Capturing() bool { return false }

// Focus implements ui.Screen: timeline and workers.
func (v *Route) Focus(step int) {
	v.focus = ((v.focus+step)%2 + 2) % 2
	if v.focus == 1 && v.chosen < 0 {
		v.chosen = 0
	}
	if v.focus == 0 {
		v.chosen = -1
	}
}

// Key implements ui.Screen.
func (v *Route) Key(k tea.KeyPressMsg, h ui.Host) bool {
	if v.focus == 1 {
		return v.workerKey(k, h)
	}
	if v.timeline.Key(k) {
		v.timeline.follow(v.s)
		return true
	}
	return false
}

func (v *Route) workerKey(k tea.KeyPressMsg, h ui.Host) bool {
	n := v.s.run.st.Fleet()
	if v.heat.Cursor = v.chosen; v.heated() && v.heat.Key(k) {
		v.chosen = v.heat.Cursor
		return true
	}
	switch k.String() {
	case "left", "up", "h", "k":
		v.chosen = max(0, v.chosen-1)
	case "right", "down", "l":
		v.chosen = min(n-1, v.chosen+1)
	case "home":
		v.chosen = 0
	case "end":
		v.chosen = n - 1
	case "enter":
		h.Open(newInspector(v.s, v.chosen))
	default:
		return false
	}
	return true
}

// Pointer implements ui.Screen.
func (v *Route) Pointer(p ui.Pointer, h ui.Host) bool {
	if v.timeline.Held() || v.timeline.Hit(p.X, p.Y) {
		if p.Kind == ui.Press {
			v.Focus(-v.focus)
		}
		if v.timeline.Pointer(p) {
			v.timeline.follow(v.s)
		}
		return true
	}
	switch p.Kind {
	case ui.WheelDown:
		v.s.jumpRequest(1)
		return true
	case ui.WheelUp:
		v.s.jumpRequest(-1)
		return true
	case ui.Press:
		return v.press(p, h)
	case ui.Drag, ui.Release:
	}
	return false
}

func (v *Route) press(p ui.Pointer, h ui.Host) bool {
	if w, at, ok := v.blockAt(p.X, p.Y); ok {
		openHistory(h, v.s, v.s.Request(), at, w)
		return true
	}
	w, ok := v.workerAt(p.X, p.Y)
	if ok && v.chosen == w {
		h.Open(newInspector(v.s, w))
	}
	if ok {
		v.focus, v.chosen = 1, w
	}
	return ok
}

// workerAt returns the worker that was drawn at a cell.
func (v *Route) workerAt(x, y int) (w int, ok bool) {
	for _, sp := range v.spots {
		if sp.rect.Contains(x, y) {
			return sp.worker, true
		}
	}
	if v.heated() {
		return v.heat.At(x, y)
	}
	return 0, false
}

// heated reports whether workers were drawn as a cell each.
func (v *Route) heated() bool { return len(v.spots) == 0 && len(v.heat.Values) > 0 }

// Tick implements ui.Screen.
func (v *Route) Tick(dt time.Duration, _ ui.Host) bool {
	v.charted.age += dt
	v.since += dt
	return v.s.Tick(dt)
}

// Moving implements ui.Screen.
func (v *Route) Moving() bool { return v.s.Moving() }

// Deliver implements ui.Screen.
func (v *Route) Deliver(result any, h ui.Host) {
	if found, ok := result.(blockHistory); ok {
		found.deliver()
	}
	v.s.Deliver(result, h)
	v.chosen = min(v.chosen, v.s.run.st.Fleet()-1)
	v.at = layStage(v.r, v.set().Traced, v.timed())
	v.charted.age = 2 * chartEvery
}

// Draw implements ui.Screen.
func (v *Route) Draw(c *ui.Canvas) {
	if v.r.Empty() {
		return
	}
	if v.s.load != nil {
		v.s.drawLoading(c, v.r, v.st)
		v.drawn = drawn{}
		return
	}
	if v.layer == nil || v.layer.Bounds() != c.Bounds() {
		v.layer, v.drawn = c.Layer(), drawn{}
	}
	if now := v.now(); now != v.drawn && !v.canWait(now) || v.chartDue() {
		v.layer.Clear()
		v.drawIncoming(v.layer, v.at.incoming)
		v.drawRouter(v.layer, v.at.router)
		v.drawChart(v.layer, v.at.chart)
		if !v.timed() {
			v.s.drawHead(v.layer, v.at.head, v.st, v.at.compact)
			v.drawWorkers(v.layer, v.at.workers)
			v.timeline.draw(v.layer, v.at.timeline, v.s, v.st, v.focus == 0)
		}
		v.drawn, v.since = v.now(), 0
	}
	c.WithClip(v.r, func() {
		c.Overlay(v.layer, 0, 0)
		if v.timed() {
			v.drawLive(c)
		}
	})
	v.drawMarker(c)
}

// drawn is all that the stage but for its marker depends on, besides the
// chart's age, or on a clock but for what time moves. While it stays the same, a
// frame is the last one with that elsewhere.
type drawn struct {
	run           *run
	look          *ui.Styles
	rect          ui.Rect
	step          int
	done          progress
	focus, chosen int
	pos, speed    int
	held, pending bool
	moving, play  bool
}

// readable is for how long a decision stays on screen while a run plays on a
// clock: what changes more often nobody can read, and it costs a terminal most
// of what a frame does.
const readable = 400 * time.Millisecond

// canWait reports whether the layer on screen is but for its step that of now,
// and may stay a little while.
func (v *Route) canWait(now drawn) bool {
	was := v.drawn
	was.step = now.step
	return v.timed() && v.s.Playing() && v.since < readable && was == now
}

func (v *Route) now() drawn {
	p := &v.s.player
	if v.timed() {
		return drawn{run: v.s.run, look: v.st, rect: v.r, step: v.s.Step(), pending: v.s.pending, play: v.s.Playing()}
	}
	return drawn{
		run: v.s.run, look: v.st, rect: v.r, step: v.s.Step(), done: v.progress(), focus: v.focus, chosen: v.chosen,
		pos: v.timeline.Pos, speed: p.speed, held: v.timeline.Held(), pending: v.s.pending, moving: p.moving, play: p.play,
	}
}

func (v *Route) set() *workload.Set { return v.s.Set() }
