package views

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"kvtui/core/scenario"
	"kvtui/themes"
	"kvtui/ui"
	"kvtui/ui/drive"
	"kvtui/views/state"
)

// keeper is a person before the caches.
type keeper struct {
	*drive.User
	s *Session
	v *Caches
}

// cachesOf puts a person before the caches of a session; the stage stands
// beside them, as in the program.
func cachesOf(t testing.TB, s *Session, cfg ui.Config, w, h int) *keeper {
	t.Helper()
	v := NewCaches(s)
	cfg.Screens, cfg.Actions = []ui.Slot{{Key: "1", Screen: NewRoute(s)}, {Key: "3", Screen: v}}, s.Global()
	cfg.Start = 1
	return &keeper{drive.Start(t, cfg, w, h), s, v}
}

func (u *keeper) jumpTo(step int) {
	u.s.seek(step)
	u.Send(tea.ResumeMsg{})
}

// full is the lab with room for 40 blocks a worker, at a step.
func full(mode scenario.Mode, workers, step int) state.State {
	st := lab(mode, workers, step)
	st.Capacity = 40
	return st
}

// TestCachesFitEverywhere draws every workload, fleet and mode at every size,
// each part in focus. Themes, glyphs and moments take turns.
func TestCachesFitEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("every size, in one goroutine")
	}
	t.Parallel()
	ws, turn := readWords(t), 0
	for _, stage := range stages(t) {
		for i, workers := range []int{1, 2, 8, 64, 1000} {
			for _, mode := range []scenario.Mode{kv, scenario.Modes()[(i+turn)%5]} {
				st, set := stage.make()
				st.Scenario = st.With(mode)
				st.Workers, st.Capacity = workers, []int{0, 40, 4000}[(i+turn)%3]
				s := newSession(t, st, set)
				at := moments(s.run)
				for _, size := range turnSizes(turn, sizes) {
					turn++
					theme, ascii := themes.Names()[turn%len(themes.Names())], turn/len(sizes)%2 == 0
					u := cachesOf(t, s, look(theme, ascii), size[0], size[1])
					for k := range int(cachesParts) {
						u.jumpTo(at[(turn+k)%len(at)])
						fits(t, u.Frame(), size[0], size[1], ascii)
						where := fmt.Sprintf("%s, %s, %d workers, focus %d, step %d, %dx%d", stage.name, modeName(mode), workers, k, u.s.Step(), size[0], size[1])
						ws.check(t, where, u.Screen(), size[0], size[1])
						u.Key("tab")
					}
				}
			}
		}
	}
}

// TestCachesGoldens holds moments against drawings that were looked at.
func TestCachesGoldens(t *testing.T) {
	for _, g := range []struct {
		name  string
		theme string
		ascii bool
		w, h  int
		keys  []string
	}{
		{"80x24", "dark", false, 80, 24, nil},
		{"120x36", "dark", false, 120, 36, nil},
		{"200x60", "dark", false, 200, 60, nil},
		{"40x12", "dark", false, 40, 12, nil},
		{"40x12-tree", "dark", false, 40, 12, []string{"tab"}},
		{"40x12-landings", "dark", false, 40, 12, []string{"tab", "tab"}},
		{"80x24-tree", "mono", false, 80, 24, []string{"tab", "down", "right"}},
		{"80x24-ascii", "dark", true, 80, 24, nil},
		{"80x24-history", "light", false, 80, 24, []string{"right", "down", "down", "enter"}},
	} {
		t.Run(g.name, func(t *testing.T) {
			u := cachesOf(t, newSession(t, full(kv, 2, 200), nil), look(g.theme, g.ascii), g.w, g.h)
			u.Key(g.keys...)
			out := u.Screen()
			if g.theme != "dark" {
				out += "\n" + styleMap(u.Frame())
			}
			golden.RequireEqual(t, out)
		})
	}
	t.Run("trace-120x36", func(t *testing.T) {
		st, set := trace(t)
		st.Capacity = 300
		s := newSession(t, st, set)
		s.seek(s.run.line.End(20))
		golden.RequireEqual(t, cachesOf(t, s, look("dark", false), 120, 36).Screen())
	})
}
