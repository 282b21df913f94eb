package views

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
)

// BenchmarkCachesFrame draws a frame where nothing but the cursor has moved,
// and one after each of many steps. The budget of the first is 1 ms.
func BenchmarkCachesFrame(b *testing.B) {
	for _, sc := range scenes(b) {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			s := sc.session
			v := NewCaches(s)
			cfg := look("dark", false)
			cfg.Screens, cfg.Actions = []ui.Slot{{Key: "3", Screen: v}}, s.Global()
			cfg.Env = func(string) string { return "" }
			cfg.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
			sh := ui.NewShell(cfg)
			sh.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			name := fmt.Sprintf("%s-%dx%d", sc.name, size[0], size[1])
			b.Run(name+"-cursor", func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					v.putCursor(i%9, 0)
					again(sh)
				}
			})
			b.Run(name+"-step", func(b *testing.B) {
				from := s.run.line.End(s.run.requests - 30)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					s.run.line.Seek(from + i%100)
					again(sh)
				}
			})
		}
	}
}
