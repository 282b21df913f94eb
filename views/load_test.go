package views

import (
	"context"
	"errors"
	"slices"
	"strings"
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
	toasts  []string
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

func (l later) Toast(text string)   { l.toasts = append(l.toasts, text) }
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
	d.See("Mooncake trace · ")
	if len(d.toasts) != 0 {
		t.Errorf("toasts %q for a trace without a flaw", d.toasts)
	}
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
	d.SeeNot("stop reading")
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

// TestATraceSaysWhatWasOddInIt holds that skipped and doubtful lines show up
// when the trace is there, and skipped ones in its name.
func TestATraceSaysWhatWasOddInIt(t *testing.T) {
	st := state.Default("bad.jsonl")
	text := "{\"timestamp\": 9, \"input_length\": 1024, \"hash_ids\": [1]}\nbroken\n{\"timestamp\": 3, \"input_length\": 512, \"hash_ids\": [1]}\n"
	set, err := workload.ReadSet(t.Context(), strings.NewReader(text), "bad.jsonl", workload.Options{SkipBad: true})
	if err != nil {
		t.Fatal(err)
	}
	d, _ := reading(t, st, func(context.Context) (*workload.Set, error) { return set, nil })
	d.finish()
	want := []string{"1 stamp out of order; 1 request with too few or too many ids", "1 line skipped: line 2: not a JSON object: accepted is one request a line"}
	if !slices.Equal(d.toasts, want) {
		t.Errorf("toasts\n%q, want\n%q", d.toasts, want)
	}
	d.Resize(160, 40)
	d.See("bad.jsonl (Mooncake trace, 1 line skipped) · ")
	names := sourceNames(st, set)
	if names[len(names)-1] != "Mooncake trace" {
		t.Errorf("the shortest of %q does not name the format", names)
	}
	if got := cameAcross(workload.Counts{Alone: 1500, Failed: 2000}); !slices.Equal(got, []string{"2,000 requests answered with no token; 1,500 requests without ids, sharing nothing"}) {
		t.Errorf("words are %q", got)
	}
}
