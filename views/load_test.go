package views

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/views/state"
)

// desk is a person before a trace that is being read: work waits until the
// test lets it go on.
type desk struct {
	*stand
	waiting []func() any
}

// reading opens a trace of 4 MB that is read by what open returns.
func reading(t *testing.T, st state.State, read func(ctx context.Context) (*workload.Set, error)) (*desk, *atomic.Int64) {
	t.Helper()
	n := &atomic.Int64{}
	s, err := Load(t.Context(), st, Source{Size: 4_000_000, Read: n, Open: read})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{}
	s.Begin(later{d})
	d.stand = before(t, s, look("dark", false), 80, 24)
	return d, n
}

// later keeps work for the test to do.
type later struct{ *desk }

func (l later) Toast(string)        {}
func (l later) Open(ui.Dialog)      {}
func (l later) Copy(string)         {}
func (l later) Run(work func() any) { l.waiting = append(l.waiting, work) }

func (d *desk) finish() { d.v.Deliver(d.waiting[0](), later{d}) }

// TestATraceShowsHowFarItIs reads a trace on screen.
func TestATraceShowsHowFarItIs(t *testing.T) {
	st, set := trace(t)
	st.Step = 7
	d, n := reading(t, st, func(context.Context) (*workload.Set, error) { return set, nil })
	d.See("Reading conversation.jsonl", "0 B of 4.0 MB, 0 %", "esc stop")
	n.Store(1_000_000)
	d.Advance(100 * time.Millisecond)
	d.See("1.0 MB of 4.0 MB, 25 %", "████████████·")
	frames := d.Frames
	d.Advance(time.Second)
	if d.Frames != frames {
		t.Errorf("%d frames while nothing came", d.Frames-frames)
	}
	d.Key("n", "space", "s") // nothing to play or change yet
	d.See("25 %")
	d.finish()
	d.Resize(80, 24)
	d.SeeNot("Reading")
	d.See(" trace · ")
	if d.s.Step() != 7 || d.s.Moving() || d.s.LoadError() != nil {
		t.Errorf("step %d, moving %v, %v", d.s.Step(), d.s.Moving(), d.s.LoadError())
	}
	d.Key("n")
	d.Advance(5 * time.Second)
	if !d.Asleep() {
		t.Error("the clock ticks on")
	}
}

// TestATraceIsGivenUp: esc ends the reading, and what still comes is dropped.
func TestATraceIsGivenUp(t *testing.T) {
	st, set := trace(t)
	var ended error
	d, _ := reading(t, st, func(ctx context.Context) (*workload.Set, error) {
		ended = ctx.Err()
		return set, nil
	})
	d.Key("esc")
	d.See("Not opened: conversation.jsonl", "stopped before its end", "q quit")
	d.finish()
	d.Send(tea.WindowSizeMsg{Width: 81, Height: 24})
	d.See("Not opened")
	if !errors.Is(ended, context.Canceled) || d.s.LoadError() != nil || d.s.Moving() {
		t.Errorf("context %v, %v, moving %v", ended, d.s.LoadError(), d.s.Moving())
	}
	d.Key("o") // another workload takes its place
	d.choose(t, "workload")
	d.Key("right", "enter")
	d.SeeNot("Not opened")
	d.See("shared prefix", "Nothing has been routed yet")
}

func TestATraceThatIsWrong(t *testing.T) {
	st, _ := trace(t)
	bad := &workload.TraceError{Name: "conversation.jsonl", Line: 3, Problem: "not a JSON object: accepted is one request a line"}
	d, _ := reading(t, st, func(context.Context) (*workload.Set, error) { return nil, bad })
	d.finish()
	d.Resize(60, 20)
	d.See("Not opened", "conversation.jsonl:3: not a JSON object")
	if !errors.Is(d.s.LoadError(), bad) {
		t.Errorf("error %v", d.s.LoadError())
	}
	d.Resize(40, 12)
	d.See("Not opened")
}
