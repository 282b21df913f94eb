package views

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"kvtui/ui"
)

// Compare races strategies over the same requests.
type Compare struct {
	s  *Session
	r  ui.Rect
	st *ui.Styles
}

// NewCompare makes the comparison of a session's run with other strategies.
func NewCompare(s *Session) *Compare { return &Compare{s: s} }

// Title implements ui.Screen.
func (v *Compare) Title() string { return "Compare" }

// Actions implements ui.Screen.
func (v *Compare) Actions() []ui.Action { return append(v.s.playback(), v.s.changes()...) }

// Resize implements ui.Screen.
func (v *Compare) Resize(r ui.Rect, st *ui.Styles) { v.r, v.st = r, st }

// Capturing implements ui.Screen.
func (v *Compare) Capturing() bool { return false }

// Focus implements ui.Screen.
func (v *Compare) Focus(int) {}

// Key implements ui.Screen.
func (v *Compare) Key(tea.KeyPressMsg, ui.Host) bool { return false }

// Pointer implements ui.Screen.
func (v *Compare) Pointer(ui.Pointer, ui.Host) bool { return false }

// Tick implements ui.Screen.
func (v *Compare) Tick(dt time.Duration, _ ui.Host) bool { return v.s.Tick(dt) }

// Moving implements ui.Screen.
func (v *Compare) Moving() bool { return v.s.Moving() }

// Deliver implements ui.Screen: the stage hands results to the session.
func (v *Compare) Deliver(any, ui.Host) {}

// Draw implements ui.Screen.
func (v *Compare) Draw(*ui.Canvas) {}
