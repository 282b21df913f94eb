package main_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// emptyEnv makes the test binary an empty program, for the floor of what the
// libraries cost.
const emptyEnv = "KVTUI_TEST_EMPTY"

const emptyFrame = "an empty program"

type empty struct{}

func (empty) Init() tea.Cmd { return nil }
func (empty) View() tea.View {
	v := tea.NewView(emptyFrame)
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	return v
}

func (e empty) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.KeyPressMsg); ok {
		return e, tea.Quit
	}
	return e, nil
}

// TestEmptyProgram is a program, not a test: benchmarks run it in a terminal.
func TestEmptyProgram(t *testing.T) {
	if os.Getenv(emptyEnv) == "" {
		t.Skip("it runs in a terminal only")
	}
	if _, err := tea.NewProgram(empty{}, tea.WithFPS(30)).Run(); err != nil {
		t.Fatal(err)
	}
}

// openEmpty runs the empty program.
func openEmpty(b *testing.B) *terminal {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	return open(b, 80, 24, []string{emptyEnv + "=1"}, self, "-test.run=^TestEmptyProgram$")
}

// firstFrame opens a terminal b.N times and reports the time until a text has
// been written to it, in ms.
func firstFrame(b *testing.B, text string, open func() *terminal) {
	b.Helper()
	var sum time.Duration
	for range b.N {
		start := time.Now()
		p := open()
		if !p.until(func() bool { return strings.Contains(p.written(), text) }) {
			b.Fatalf("no first frame, but\n%s", p.screen())
		}
		sum += time.Since(start)
		p.press("q")
		p.ended()
	}
	b.ReportMetric(sum.Seconds()*1e3/float64(b.N), "ms/start")
}

// BenchmarkStart measures start to first frame, in ms. Budget: 150, or 40
// above the empty program.
func BenchmarkStart(b *testing.B) {
	bin := build(b)
	b.Run("empty", func(b *testing.B) {
		firstFrame(b, emptyFrame, func() *terminal { return openEmpty(b) })
	})
	b.Run("kvtui", func(b *testing.B) {
		firstFrame(b, "Router", func() *terminal { return open(b, 80, 24, nil, string(bin)) })
	})
}

// BenchmarkPlaying measures what playing at 4x sends to the terminal over
// three seconds, in bytes a second. Budget: 8,000 at 80x24, 20,000 at 200x60.
func BenchmarkPlaying(b *testing.B) {
	bin := build(b)
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b.Run(strconv.Itoa(size[0])+"x"+strconv.Itoa(size[1]), func(b *testing.B) {
			const span = 3 * time.Second
			sent := 0
			for range b.N {
				p := bin.stage(b, size[0], size[1], "COLORTERM=truecolor")
				p.press("++ ")
				p.see(" 4/72", "4x")
				before := len(p.written())
				time.Sleep(span)
				sent += len(p.written()) - before
			}
			b.ReportMetric(float64(sent)/span.Seconds()/float64(b.N), "B/s")
		})
	}
}

// BenchmarkPlayingClock is BenchmarkPlaying for a split fleet on a clock.
func BenchmarkPlayingClock(b *testing.B) {
	bin := build(b)
	for _, size := range [][2]int{{80, 24}, {200, 60}} {
		b.Run(strconv.Itoa(size[0])+"x"+strconv.Itoa(size[1]), func(b *testing.B) {
			const span = 3 * time.Second
			sent := 0
			for range b.N {
				p := open(b, size[0], size[1], []string{"COLORTERM=truecolor"}, string(bin), "cluster-split")
				p.see("[1 Route]", "link")
				p.press("++ ")
				p.see("4x", "decode")
				time.Sleep(time.Second)
				before := len(p.written())
				time.Sleep(span)
				sent += len(p.written()) - before
			}
			b.ReportMetric(float64(sent)/span.Seconds()/float64(b.N), "B/s")
		})
	}
}

// BenchmarkPaused measures ten seconds of rest: bytes sent, and the share of
// a core in percent, beside that of the empty program. Budget: 0 bytes, 0.2
// points above it.
func BenchmarkPaused(b *testing.B) {
	bin := build(b)
	rest := func(b *testing.B, open func() *terminal) {
		b.Helper()
		const span = 10 * time.Second
		sent, busy := 0, time.Duration(0)
		for range b.N {
			p := open()
			before, then := p.quiet(), cpu(b, p)
			time.Sleep(span)
			sent += len(p.written()) - before
			busy += cpu(b, p) - then
		}
		b.ReportMetric(float64(sent)/float64(b.N), "B/10s")
		b.ReportMetric(100*busy.Seconds()/span.Seconds()/float64(b.N), "%cpu")
	}
	b.Run("empty", func(b *testing.B) {
		rest(b, func() *terminal {
			p := openEmpty(b)
			p.see(emptyFrame)
			return p
		})
	})
	b.Run("kvtui", func(b *testing.B) {
		rest(b, func() *terminal { return bin.stage(b, 80, 24) })
	})
}

// cpu returns the time that the threads of a running program have spent on
// cores: the first field, in ns, of Linux's schedstat.
func cpu(b *testing.B, p *terminal) time.Duration {
	b.Helper()
	threads, err := filepath.Glob("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/task/*/schedstat")
	if err != nil || len(threads) == 0 {
		b.Skipf("no schedstat here: %v", err)
	}
	var sum time.Duration
	for _, thread := range threads {
		stat, err := os.ReadFile(thread)
		if err != nil {
			b.Fatal(err)
		}
		first, _, _ := strings.Cut(string(stat), " ")
		ns, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(ns)
	}
	return sum
}
