package views

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"kvtui/core/scenario"
	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/views/state"
)

// Source is a trace that a session reads while it is on screen already.
type Source struct {
	Size int64         // bytes of the file; 0 where nobody knows
	Read *atomic.Int64 // bytes read so far, counted by Open
	// Open reads the whole trace, and gives up when the context ends.
	Open func(ctx context.Context) (*workload.Set, error)
}

// loading is a trace on its way into a session.
type loading struct {
	Source
	name   string
	cancel context.CancelFunc // nil until it begins
	read   atomic.Bool        // all of it; its run is being computed
	err    error              // what ended it
	shown  string             // words on screen
}

// loaded is a trace with its first run on its way back.
type loaded struct {
	set *workload.Set
	run *run
	err error
}

// errStopped is what a person did to a trace.
var errStopped = errors.New("stopped before its end")

// Load makes a session whose trace is still to be read: Begin starts that.
// Until then its run has no requests.
func Load(ctx context.Context, st state.State, src Source) (*Session, error) {
	empty := &workload.Set{Name: st.Trace.Path, Traced: true, Size: workload.MooncakeBlock}
	s, err := NewSession(ctx, st, empty)
	if err != nil {
		return nil, err
	}
	s.trace, s.load = nil, &loading{Source: src, name: st.Trace.Path}
	return s, nil
}

// Begin starts what a session still has to read.
func (s *Session) Begin(h ui.Host) {
	l := s.load
	if l == nil || l.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	l.cancel = cancel
	st := s.run.st
	h.Run(func() any {
		set, err := l.Open(ctx)
		if err != nil {
			return loaded{err: err}
		}
		l.read.Store(true)
		r, err := compute(ctx, st, set)
		return loaded{set, r, err}
	})
}

// Loading reports whether a trace is being read.
func (s *Session) Loading() bool { return s.load != nil && s.load.err == nil }

// LoadError returns what kept the trace from being read, nil where nothing did
// or a person stopped it.
func (s *Session) LoadError() error {
	if s.load == nil || errors.Is(s.load.err, errStopped) {
		return nil
	}
	return s.load.err
}

// stopLoading gives a trace up.
func (s *Session) stopLoading() {
	s.load.err = errStopped
	if s.load.cancel != nil {
		s.load.cancel()
	}
}

// deliverLoaded opens a trace that has been read.
func (s *Session) deliverLoaded(res loaded, h ui.Host) {
	if !s.Loading() {
		return // given up meanwhile
	}
	s.load.cancel()
	if res.err != nil {
		s.load.err = res.err
		return
	}
	s.load, s.trace = nil, res.set
	s.swap(res.run, res.run.st.Step)
	for _, words := range cameAcross(res.set.Counts) {
		h.Toast(words)
	}
}

// cameAcross says what reading a trace came across: what is odd in the lines
// that were read, and which were not. Nothing where every line is as it should
// be.
func cameAcross(c workload.Counts) []string {
	odd, out := c.Notes(thousands), []string(nil)
	if c.Alone > 0 {
		odd = append(odd, plural(c.Alone, "request", "requests")+" without ids, sharing nothing")
	}
	if len(odd) > 0 {
		out = append(out, strings.Join(odd, "; "))
	}
	if c.Skipped > 0 {
		skipped := plural(c.Skipped, "line", "lines") + " skipped"
		if len(c.Reasons) > 0 {
			skipped += fmt.Sprintf(": line %d: %s", c.Reasons[0].Line, c.Reasons[0].Problem)
		}
		out = append(out, skipped)
	}
	return out
}

// tickLoading reports whether the words about a trace have changed.
func (s *Session) tickLoading() bool {
	words := s.load.words()
	changed := words != s.load.shown
	s.load.shown = words
	return changed
}

// words say how far a trace has been read.
func (l *loading) words() string {
	switch done := l.Read.Load(); {
	case l.err != nil:
		return l.err.Error()
	case l.read.Load():
		return "computing the run"
	case l.Size > 0:
		return fmt.Sprintf("%s of %s, %.0f %%", ui.DecimalBytes(float64(done)), ui.DecimalBytes(float64(l.Size)), 100*l.share())
	default:
		return ui.DecimalBytes(float64(done)) + " read"
	}
}

// share is how much of the trace has been read, 0 to 1.
func (l *loading) share() float64 {
	if l.Size <= 0 {
		return 0
	}
	return min(1, float64(l.Read.Load())/float64(l.Size))
}

// drawLoading stands in for the stage until the trace is there.
func (s *Session) drawLoading(c *ui.Canvas, r ui.Rect, st *ui.Styles) {
	l := s.load
	y, w := r.Y+r.H/2-1, r.W-4
	title, look := "Reading "+fileName(l.name), st.Text
	foot := "esc stop   q quit"
	if l.err != nil {
		title, foot = "Not opened: "+fileName(l.name), "o options   q quit"
		look = st.Bad
	}
	line := func(y int, text string, look ui.Style) {
		text = ui.Fit(text, w)
		c.Text(r.X+(r.W-ui.Width(text))/2, y, text, look)
	}
	line(y-2, title, st.Title)
	for i, part := range wrap(l.words(), w) {
		line(y+i, part, look)
	}
	if bar := min(w, 50); l.err == nil && l.Size > 0 {
		full := int(l.share() * float64(bar))
		x := r.X + (r.W-bar)/2
		c.Text(x, y+1, strings.Repeat("█", full), st.Accent)
		c.Text(x+full, y+1, strings.Repeat("·", bar-full), st.Faint)
	}
	line(y+4, foot, st.Muted)
}

func fileName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// sourceNames are what screens call the requests of a state, the longest first.
func sourceNames(st state.State, set *workload.Set) []string {
	switch {
	case set.Traced:
		file := fileName(set.Name)
		bare := []string{file, strings.TrimSuffix(file, ".jsonl")}
		if set.Format == "" {
			return append(bare, "trace")
		}
		kind := string(set.Format) + " trace"
		names := []string{file + " (" + kind + ")"}
		if n := set.Counts.Skipped; n > 0 {
			names = append([]string{file + " (" + kind + ", " + plural(n, "line", "lines") + " skipped)"}, names...)
		}
		for _, b := range bare {
			if ui.Width(b) > ui.Width(kind) { // the shortest names the format
				names = append(names, b)
			}
		}
		return append(names, kind)
	case st.Name != "" && st.Name != scenario.KindLab.String():
		return []string{st.Name}
	}
	return []string{set.Name}
}

// loadingActions are all that can be done before a trace is there.
func (s *Session) loadingActions() []ui.Action {
	if !s.Loading() {
		return nil // given up, or failed
	}
	return []ui.Action{{ID: "stop", Keys: []string{"esc"}, Text: "stop reading", Group: helpPlay, Short: true, Do: func(ui.Host) { s.stopLoading() }}}
}

// Tick moves the cursor by dt, or looks how far a trace is, and reports whether
// anything changed.
func (s *Session) Tick(dt time.Duration) bool {
	if s.Loading() {
		return s.tickLoading()
	}
	return s.tickPlayer(dt)
}
