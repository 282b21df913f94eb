package ui

import (
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Slot is a screen and the digit that opens it. Digits are fixed: a screen
// that is not built leaves its digit free.
type Slot struct {
	Key    string // "1" to "6"
	Screen Screen
}

// Config is what a program gives its shell. Only Screens is required.
type Config struct {
	Name, Version string // of the program, for the top row and help
	Screens       []Slot // in the order of their tabs
	Start         int    // index into Screens
	Theme         string // one of themes.Names; "" is auto
	// Dark is what auto assumes until the terminal has answered, if it ever
	// does: see DarkBackground.
	Dark bool

	ASCII        bool // draw no glyph outside ASCII
	NoMouse      bool // start with the mouse left to the terminal
	ReduceMotion bool // handed on as Styles.Still
	NoColor      bool // no colour, whatever the terminal can do

	// Actions work on every screen, below its own and above the shell's.
	Actions []Action

	// Begin, if set, is called once before anything is drawn, to start work
	// with Host.Run.
	Begin func(h Host)

	// Env looks up an environment variable; os.Getenv unless set.
	Env func(key string) string
	// Now reads the clock; time.Now unless set.
	Now func() time.Time
	// After delivers a message later; tea.Tick unless set.
	After func(d time.Duration, m tea.Msg) tea.Cmd
}

// Smallest sizes, in cells: below the first one only a line that asks for
// more room is drawn.
const (
	MinW  = 40
	MinH  = 12
	FullW = 80
	FullH = 24
)

func (c Config) withDefaults() Config {
	if c.Name == "" {
		c.Name = "ui"
	}
	if c.Theme == "" {
		c.Theme = autoTheme
	}
	if c.Env == nil {
		c.Env = os.Getenv
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.After == nil {
		c.After = func(d time.Duration, m tea.Msg) tea.Cmd {
			return tea.Tick(d, func(time.Time) tea.Msg { return m })
		}
	}
	c.Start = clamp(c.Start, 0, len(c.Screens)-1)
	return c
}
