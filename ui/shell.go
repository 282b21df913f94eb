package ui

import (
	tea "charm.land/bubbletea/v2"
)

// Shell is the program: the only tea.Model. It owns tabs, keys, help,
// dialogs, toasts, themes and the clock, and gives the rest of the terminal to
// one Screen at a time.
type Shell struct {
	cfg    Config
	own    []Action
	look   look
	styles *Styles

	canvas *Canvas
	w, h   int
	body   Rect
	hots   []hot

	cur     int
	dialogs []Dialog
	toasts  []toast
	clock   clock
	mouse   bool
	grab    grab
	held    *tea.MouseMotionMsg

	// View runs after every message, so the frame is kept until something
	// that is drawn has changed.
	dirty bool
	view  tea.View
	cmds  []tea.Cmd
}

// NewShell makes the shell of a program.
func NewShell(cfg Config) *Shell {
	cfg = cfg.withDefaults()
	s := &Shell{
		cfg: cfg, canvas: NewCanvas(0, 0, cfg.ASCII), mouse: !cfg.NoMouse,
		look:  look{theme: cfg.Theme, dark: cfg.Dark, plain: cfg.NoColor},
		cur:   cfg.Start,
		dirty: true,
	}
	s.own = s.shellActions()
	s.restyle()
	return s
}

// Init begins, and asks the terminal for its background without waiting for an
// answer: many terminals never give one.
func (s *Shell) Init() tea.Cmd {
	if s.cfg.Begin != nil {
		s.cfg.Begin(host{s})
	}
	if s.look.followsBackground() {
		s.do(tea.RequestBackgroundColor)
	}
	return s.takeCmds()
}

// Update takes one message. State changes here only, never in a command.
func (s *Shell) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		s.key(msg)
	case tea.PasteMsg:
		s.paste(msg.Content)
	case tea.MouseMsg:
		s.mouseMsg(msg)
	case heldMotion:
		s.hold(msg)
	case motionDue:
		s.releaseHeld()
	case tickMsg:
		s.tick(msg)
	case deliverMsg:
		s.deliver(msg)
	case tea.BlurMsg:
		s.clock.blurred = true
	case tea.FocusMsg:
		s.clock.awake()
	case tea.ResumeMsg:
		s.clock.awake()
		s.dirty = true
	case tea.BackgroundColorMsg:
		s.setDark(msg.IsDark())
	case tea.ColorProfileMsg:
		s.setProfile(msg.Profile)
	}
	s.arm()
	return s, s.takeCmds()
}

// View returns the frame.
func (s *Shell) View() tea.View {
	if s.dirty {
		s.dirty = false
		s.view = s.frame()
	}
	return s.view
}

// Actions lists everything that a key can do now, in the order in which keys
// are looked up: the screen's, the program's, the shell's.
func (s *Shell) Actions() []Action {
	var out []Action
	if scr := s.screen(); scr != nil {
		out = append(out, scr.Actions()...)
	}
	return append(append(out, s.cfg.Actions...), s.own...)
}

func (s *Shell) screen() Screen {
	if s.cur >= len(s.cfg.Screens) {
		return nil
	}
	return s.cfg.Screens[s.cur].Screen
}

func (s *Shell) show(i int) {
	s.cur = clamp(i, 0, len(s.cfg.Screens)-1)
	s.dirty = true
}

func (s *Shell) takeCmds() tea.Cmd {
	if len(s.cmds) == 0 {
		return nil
	}
	cmds := s.cmds
	s.cmds = nil
	return tea.Batch(cmds...)
}

func (s *Shell) do(c tea.Cmd) { s.cmds = append(s.cmds, c) }

// Current returns the index of the screen that is shown.
func (s *Shell) Current() int { return s.cur }

// Theme returns the name of the theme that was chosen last, one of
// themes.Names.
func (s *Shell) Theme() string { return s.look.theme }

// Mouse reports whether the mouse is the program's, not the terminal's.
func (s *Shell) Mouse() bool { return s.mouse }
