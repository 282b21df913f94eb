package views

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/core/sim"
	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// scene is a run to be drawn.
type scene struct {
	name    string
	session *Session
}

// scenes are the lab and, where it is at hand, Mooncake's conversation trace
// near its end, when its workers hold about 160,000 blocks.
func scenes(b *testing.B) []scene {
	b.Helper()
	out := []scene{{"lab", newSession(b, request14(b), nil)}}
	dir := os.Getenv("KVTUI_TRACES")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "traces")
	}
	path := filepath.Join(dir, "mooncake_conversation.jsonl")
	f, err := os.Open(path)
	if err != nil {
		b.Logf("without the trace: %v", err)
		return out
	}
	set, err := workload.ReadMooncake(f, path, 0)
	if closed := f.Close(); err != nil || closed != nil {
		b.Fatal(err, closed)
	}
	for _, workers := range []int{8, 64} {
		st := state.Default(path)
		st.Workers = workers
		s := newSession(b, st, set)
		s.seek(s.run.line.End(12_000))
		out = append(out, scene{fmt.Sprintf("trace-%d", workers), s})
	}
	return out
}

// shellOf opens a session in a shell whose clock stands still.
func shellOf(s *Session, w, h int) (*ui.Shell, *Route) {
	v := NewRoute(s)
	cfg := look("dark", false)
	cfg.Screens, cfg.Actions = []ui.Slot{{Key: "1", Screen: v}}, s.Global()
	cfg.Env = func(string) string { return "" }
	cfg.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	sh := ui.NewShell(cfg)
	sh.Update(tea.WindowSizeMsg{Width: w, Height: h})
	sh.View()
	return sh, v
}

// again makes the shell draw its frame again.
func again(sh *ui.Shell) string {
	sh.Update(tea.ResumeMsg{})
	return sh.View().Content
}

// BenchmarkFrameUnchanged has the budget of 2 us and no allocation.
func BenchmarkFrameUnchanged(b *testing.B) {
	for _, sc := range scenes(b) {
		b.Run(sc.name, func(b *testing.B) {
			sh, _ := shellOf(sc.session, 120, 40)
			b.ReportAllocs()
			for b.Loop() {
				sh.View()
			}
		})
	}
}

// BenchmarkFrameMarker draws a frame with the marker one cell on. Its budget
// is 1 ms and 300 allocations at 120x40.
func BenchmarkFrameMarker(b *testing.B) {
	for _, sc := range scenes(b) {
		b.Run(sc.name, func(b *testing.B) {
			s := sc.session
			s.seek(s.run.line.Start(s.Request()) + 1)
			if s.run.line.State().Last.Kind != sim.Routed {
				b.Fatal("no request is on its way")
			}
			sh, _ := shellOf(s, 120, 40)
			s.player.moving, s.player.play = true, true
			defer s.player.stop(s.Step())
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.player.shown = float64(i%50) / 50
				again(sh)
			}
		})
	}
}

// BenchmarkFrameStep draws a frame after each of many steps of a run that
// plays: what one tick at high speed costs.
func BenchmarkFrameStep(b *testing.B) {
	for _, sc := range scenes(b) {
		b.Run(sc.name, func(b *testing.B) {
			s := sc.session
			s.seek(0)
			from := s.run.line.End(s.run.requests / 2)
			sh, v := shellOf(s, 120, 40)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.run.line.Seek(from + i%100)
				s.player.moving, s.player.play, v.charted.age = true, true, 0
				again(sh)
			}
			s.player.stop(s.Step())
		})
	}
}

// BenchmarkFrameChart draws a frame with its chart anew, of runs with a clock
// when all is over. Its budgets are 6 ms at 120x40 and 14 ms at 200x60.
func BenchmarkFrameChart(b *testing.B) {
	for _, size := range [][2]int{{120, 40}, {200, 60}} {
		all := scenes(b)
		for _, stage := range timedStages()[:3] {
			sc := sceneOf(b, stage)
			sc.session.seek(sc.session.run.line.Len())
			all = append(all, sc)
		}
		for _, sc := range all {
			b.Run(fmt.Sprintf("%s-%dx%d", sc.name, size[0], size[1]), func(b *testing.B) {
				sh, v := shellOf(sc.session, size[0], size[1])
				b.ReportAllocs()
				for b.Loop() {
					v.charted.run = nil
					again(sh)
				}
			})
		}
	}
}

// BenchmarkBytes plays for two seconds in a terminal and reports the bytes a
// second that reach it. The budget is 8 KB at 80x24 and 20 KB at 200x60, up to
// 4x.
func BenchmarkBytes(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {200, 60}} {
		for notches, speed := range map[int]string{0: "1x", 2: "4x"} {
			split, crowded := timedStages()[1], timedStages()[2]
			for _, sc := range append(scenes(b), sceneOf(b, split), sceneOf(b, crowded)) {
				b.Run(fmt.Sprintf("%s-%dx%d-%s", sc.name, size[0], size[1], speed), func(b *testing.B) {
					for b.Loop() {
						b.ReportMetric(bytesPlayed(b, sc.session, size[0], size[1], notches, 2*time.Second), "B/s")
					}
				})
			}
		}
	}
}

// sceneOf is a stage as a scene.
func sceneOf(b *testing.B, n named) scene {
	b.Helper()
	st, set := n.make()
	return scene{n.name, newSession(b, st, set)}
}

// bytesPlayed plays from the middle of a run and returns the bytes a second
// that the terminal gets meanwhile.
func bytesPlayed(b *testing.B, s *Session, w, h, notches int, long time.Duration) float64 {
	b.Helper()
	s.seek(s.run.line.End(s.run.requests / 3))
	s.player.speed = normalSpeed + notches
	cfg := look("dark", false)
	cfg.Screens, cfg.Actions = []ui.Slot{{Key: "1", Screen: NewRoute(s)}}, s.Global()
	u := drive.StartTerm(b, ui.NewShell(cfg), w, h)
	u.See("Router")
	u.Key("space")
	u.See("pause")
	time.Sleep(300 * time.Millisecond)
	from, start := u.Bytes(), time.Now()
	time.Sleep(long)
	rate := float64(u.Bytes()-from) / time.Since(start).Seconds()
	u.Key("space")
	u.See("play")
	return rate
}

// BenchmarkFrameClock draws the frames of runs that play on a clock: each 33 ms
// on, with whatever steps that brings. Its budget is 1 ms and 300
// allocations at 120x40, without a chart.
func BenchmarkFrameClock(b *testing.B) {
	for _, stage := range timedStages()[:3] {
		b.Run(stage.name, func(b *testing.B) {
			st, _ := stage.make()
			s := newSession(b, st, nil)
			sh, v := shellOf(s, 120, 40)
			s.toward(s.run.line.Len(), true)
			b.ReportAllocs()
			for b.Loop() {
				if s.Tick(33 * time.Millisecond); !s.Playing() {
					s.seek(s.run.line.Len() / 4)
					s.toward(s.run.line.Len(), true)
				}
				v.charted.age = 0
				again(sh)
			}
		})
	}
}
