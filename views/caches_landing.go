package views

import (
	"errors"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/sim"
	"kvtui/ui"
)

// nextRequest picks the request after the one on screen, whichever that is.
const nextRequest = -1

// landingsEvery is how often the landings are asked for while a run plays.
const landingsEvery = 250 * time.Millisecond

// whyBeside is the width from which the reasons stand beside the workers.
const whyBeside = 64

// cachesLandings is where each strategy would send a request.
type cachesLandings struct {
	pick   int // request, or nextRequest
	cursor int
	top    int
	moved  bool
	body   ui.Rect

	of            *run
	ask           *sim.Landings
	step, request int
	all           []sim.Landing
}

// landing is the request that is asked about.
func (v *Caches) landing() int {
	n := v.s.run.requests
	if v.landings.pick == nextRequest {
		return min(v.s.Request()+1, n-1)
	}
	return min(v.landings.pick, n-1)
}

func (v *Caches) pickLanding(by int) {
	if v.s.run.requests == 0 {
		return
	}
	v.landings.pick = min(max(v.landing()+by, 0), v.s.run.requests-1)
}

// askLanding asks for the request to place; an empty answer follows the run.
func (v *Caches) askLanding(h ui.Host) {
	n := v.s.run.requests
	if n == 0 {
		h.Toast(cachesNoRequests)
		return
	}
	h.Open(ui.NewPrompt(cachesAskTitle, ui.Field{
		ID: "request", Label: "request", Kind: ui.Integer, Min: 1, Max: n,
		Value: strconv.Itoa(v.landing() + 1), Note: "1 to " + thousands(n),
	}, func(text string, _ ui.Host) error {
		i, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
		if err != nil {
			return errors.New("a whole number is accepted")
		}
		v.landings.pick = i - 1
		return nil
	}))
}

func (l *cachesLandings) key(k tea.KeyPressMsg) bool {
	to := l.cursor
	switch k.String() {
	case "up", "k":
		to--
	case "down", "j":
		to++
	case "home", "pgup":
		to = 0
	case "end", "pgdown":
		to = len(l.all) - 1
	default:
		return false
	}
	l.cursor, l.moved = max(0, min(to, len(l.all)-1)), true
	return true
}

func (v *Caches) pressLanding(y int) func() {
	l := &v.landings
	i := l.top + y - l.body.Y
	if y < l.body.Y || y >= l.body.Y+l.body.H || i >= len(l.all) {
		return nil
	}
	return func() { l.cursor = i }
}

// readyLandings asks anew where the step or the request has changed; while a
// run plays, now and then.
func (v *Caches) readyLandings() *cachesLandings {
	l := &v.landings
	if l.of != v.s.run {
		l.of, l.ask, l.all = v.s.run, sim.NewLandings(v.s.run.line), nil
		l.cursor = -1
	}
	stale := l.step != v.s.Step() || l.request != v.landing()
	if l.all == nil || stale && (!v.s.Playing() || v.age >= landingsEvery) {
		l.step, l.request, v.age = v.s.Step(), v.landing(), 0
		l.all = l.ask.At(l.step, l.request)
	}
	if l.cursor < 0 {
		l.cursor = 0
		for i, a := range l.all {
			if a.Strategy == v.s.run.st.Strategy {
				l.cursor, l.moved = i, true
			}
		}
	}
	return l
}

func (v *Caches) drawLandings(c *ui.Canvas, r ui.Rect) {
	l := &v.landings
	l.body = ui.Rect{}
	if r.Empty() {
		return
	}
	v.readyLandings()
	title, note := cachesLandingTitle(-1, 0, "", 0), []string{""}
	if len(l.all) > 0 {
		req := v.set().Requests[l.request]
		line := v.s.run.line
		went := int(line.Recording().Records[line.Start(l.request)].Worker)
		title = cachesLandingTitle(l.request, v.s.Request(), groupName(v.set(), req.Group), went)
		note = cachesLandingNote(req.Chain.Len(), req.Tokens)
	}
	in := v.frame(c, r, onLandings, longest(r.W-6, title...), "")
	if v.at.compact {
		var head ui.Rect
		head, in = in.Top(1)
		c.Text(head.X, head.Y, longest(head.W, title...), v.st.Muted)
	} else if text := longest(r.W-8-ui.Width(longest(r.W-6, title...)), note...); text != "" {
		c.TextRight(r.X+r.W-2, r.Y, " "+text+" ", v.st.Title)
	}
	if len(l.all) == 0 || in.H < 2 {
		c.Text(in.X, in.Y, longest(in.W, cachesNoRequests), v.st.Faint)
		return
	}
	v.landingTable(c, in)
}

// Columns of the landings: strategy, worker, overlap believed, reuse in truth.
const (
	landName  = 14
	landOn    = 5
	landCount = 8
)

func (v *Caches) landingTable(c *ui.Canvas, r ui.Rect) {
	l := &v.landings
	beside := r.W >= whyBeside
	if !beside && r.H >= 6 {
		var why ui.Rect
		why, r = r.Bottom(min(2, r.H-5))
		a := l.all[l.cursor]
		for i, line := range fitLines(why.W, why.H, v.landingWords(a)) {
			c.Text(why.X, why.Y+i, line, v.st.Bold)
		}
	}
	head, body := r.Top(1)
	x := head.X + 2
	c.Text(x, head.Y, "strategy", v.st.Muted)
	x += landName
	c.Text(x, head.Y, "to", v.st.Muted)
	x += landOn
	c.TextRight(x+landCount, head.Y, "overlap", v.st.Muted)
	c.TextRight(x+2*landCount, head.Y, "reuse", v.st.Muted)
	if beside {
		c.Text(x+2*landCount+2, head.Y, "why", v.st.Muted)
	}
	l.top = scrolled(l.top, l.cursor, len(l.all), body.H, l.moved)
	l.moved = false
	body.H = min(body.H, len(l.all)-l.top)
	if body.H < len(l.all) && !v.at.compact {
		c.TextRight(body.X+body.W, v.at.landings.Y+v.at.landings.H-1, cachesShown(l.top, body.H, len(l.all)), v.st.Muted)
	}
	l.body = body
	for i := range body.H {
		v.landingRow(c, ui.Rect{X: body.X, Y: body.Y + i, W: body.W, H: 1}, l.top+i, beside)
	}
}

// landingRow draws one strategy; an arrow points at the run's own.
func (v *Caches) landingRow(c *ui.Canvas, r ui.Rect, i int, beside bool) {
	l := &v.landings
	a := l.all[i]
	look := v.st.Text
	if a.Strategy == v.s.run.st.Strategy {
		look = v.st.Accent
		c.Set(r.X, r.Y, '▸', look)
	}
	x := r.X + 2
	c.Text(x, r.Y, a.Strategy, look)
	x += landName
	c.Text(x, r.Y, workerName(a.Decision.Worker), look)
	x += landOn
	overlap := "–"
	if a.Indexed {
		overlap = strconv.Itoa(a.Decision.Scores[a.Decision.Worker].Overlap) + " blk"
	}
	c.TextRight(x+landCount, r.Y, overlap, look)
	c.TextRight(x+2*landCount, r.Y, strconv.Itoa(a.Reuse)+" blk", look)
	if beside {
		room := r.X + r.W - x - 2*landCount - 2
		c.Text(x+2*landCount+2, r.Y, longest(room, v.landingWords(a)...), v.st.Muted)
	}
	switch {
	case i == l.cursor && v.focus == onLandings:
		c.Restyle(ui.Rect{X: r.X + 2, Y: r.Y, W: landName + landOn + 2*landCount, H: 1}, v.st.Selected)
	case i == l.cursor && !beside:
		c.Restyle(ui.Rect{X: r.X + 2, Y: r.Y, W: landName, H: 1}, v.st.Bold)
	}
}

func workerName(w int) string { return "W" + strconv.Itoa(w) }
