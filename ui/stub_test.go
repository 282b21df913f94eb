package ui_test

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
)

// stub is a screen that writes down what reaches it.
type stub struct {
	name      string
	r         ui.Rect
	st        *ui.Styles
	moving    bool
	capturing bool
	typed     string
	moved     time.Duration
	ticks     int
	focus     int
	pointers  []ui.Pointer
	got       any
	still     bool // Tick changes nothing
	draws     int
}

func (s *stub) Title() string { return s.name }

func (s *stub) Actions() []ui.Action {
	return []ui.Action{
		{
			ID: "play", Keys: []string{"space"}, Text: "play", Group: "Playback", Short: true,
			Do: func(ui.Host) { s.moving = !s.moving },
		},
		{
			ID: "say", Keys: []string{"a"}, Text: "say it", Group: "Playback", Short: true,
			Do: func(h ui.Host) { h.Toast("said") },
		},
		{
			ID: "work", Keys: []string{"b"}, Text: "work", Group: "Playback",
			Do: func(h ui.Host) { h.Run(func() any { return 42 }) },
		},
		{
			ID: "copy", Keys: []string{"y"}, Text: "copy", Group: "Playback",
			Do: func(h ui.Host) { h.Copy("kvtui --seed 1") },
		},
		{
			ID: "type", Keys: []string{"/"}, Text: "type", Group: "Playback",
			Do: func(ui.Host) { s.capturing = true },
		},
		{ID: "form", Keys: []string{"f"}, Text: "form", Group: "Playback", Do: openForm},
		{ID: "ask", Keys: []string{"#"}, Text: "ask", Group: "Playback", Do: s.ask},
		{ID: "off", Keys: []string{"q"}, Text: "never", Group: "Playback", Off: true, Do: func(ui.Host) { panic("off") }},
	}
}

func (s *stub) Resize(r ui.Rect, st *ui.Styles) { s.r, s.st = r, st }

func (s *stub) Draw(c *ui.Canvas) {
	s.draws++
	in := ui.Box(c, s.r, s.name, fmt.Sprintf("%d ticks", s.ticks), s.st.Border, s.st.Title)
	c.Fill(in, '·', s.st.Muted)
	c.Text(in.X, in.Y, "typed "+s.typed, s.st.Text)
	c.Text(in.X, in.Y+1, "가나다 wide ● cells", s.st.GroupStyle(s.ticks))
}

func (s *stub) Capturing() bool { return s.capturing }

func (s *stub) Key(k tea.KeyPressMsg, _ ui.Host) bool {
	if s.capturing && k.String() == "esc" {
		s.capturing = false
		return true
	}
	s.typed += k.String()
	return true
}

func (s *stub) Pointer(p ui.Pointer, _ ui.Host) bool {
	s.pointers = append(s.pointers, p)
	return true
}

func (s *stub) Focus(step int) { s.focus += step }

func (s *stub) Tick(dt time.Duration, _ ui.Host) bool {
	s.ticks++
	s.moved += dt
	return !s.still
}

func (s *stub) Moving() bool { return s.moving }

func (s *stub) Deliver(result any, _ ui.Host) { s.got = result }

func config(screens ...*stub) ui.Config {
	cfg := ui.Config{Name: "kvtui", Version: "1.0", Dark: true}
	for i, s := range screens {
		cfg.Screens = append(cfg.Screens, ui.Slot{Key: fmt.Sprint(i*3 + 1), Screen: s})
	}
	return cfg
}
