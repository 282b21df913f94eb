package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Screen is what the shell needs of a screen. A screen is a plain struct: it
// is resized, given input, and drawn; it does no I/O of its own but asks the
// Host for it.
type Screen interface {
	// Title is the word on the tab.
	Title() string
	// Actions lists what the screen can do now. Keys, help and the test for
	// clashes are made from it.
	Actions() []Action
	// Resize stores the rectangle to draw in and the styles to draw with.
	Resize(r Rect, st *Styles)
	// Draw draws the screen into the rectangle of the last Resize.
	Draw(c *Canvas)
	// Capturing reports whether a text field swallows printable keys.
	Capturing() bool
	// Key handles a key that no action took (arrows on a focused part).
	Key(k tea.KeyPressMsg, h Host) bool
	// Pointer handles the mouse, judged by the rectangles that Resize stored.
	Pointer(p Pointer, h Host) bool
	// Focus moves the focus by +1 or -1, from the last part to the first.
	Focus(step int)
	// Tick moves time on by dt and reports whether anything drawn changed.
	Tick(dt time.Duration, h Host) bool
	// Moving reports whether something moves; the clock ticks only then.
	Moving() bool
	// Deliver takes the result of work started with Host.Run.
	Deliver(result any, h Host)
}

// Action is one thing a person can do, with its keys and its words.
type Action struct {
	ID   string   // stable name, unique on a screen
	Keys []string // as bubbletea spells them; the first is shown
	// Text is what it does, in two or three words. Without it the action has
	// no line in help: another one's Show names its keys.
	Text string
	Show string // how help writes the keys, where not the first key
	// Group names the block of help it stands in.
	Group string
	// Short puts it into the line at the foot of the screen.
	Short bool
	// Off disables it: no key, no help.
	Off bool
	Do  func(h Host) // what the key does
}

// Host is what a screen may ask of the shell while it handles input.
type Host interface {
	// Toast shows one line for a few seconds.
	Toast(text string)
	// Open puts a dialog over the screen.
	Open(d Dialog)
	// Copy puts text on the clipboard, as far as the terminal allows.
	Copy(text string)
	// Run does work outside the update loop; what it returns is delivered to
	// the screens.
	Run(work func() any)
}

// Dialog is a window over the screen. It gets all input first.
type Dialog interface {
	// Size returns the cells it wants, within those of the screen.
	Size(w, h int) (int, int)
	// Resize tells it the cells it got and the styles to draw with.
	Resize(r Rect, st *Styles)
	// Draw draws into the cells that it got.
	Draw(c *Canvas)
	// Key handles a key; done closes the dialog. esc and, unless Capturing,
	// q close it before Key is asked.
	Key(k tea.KeyPressMsg, h Host) (done bool)
	// Pointer handles the mouse, over the dialog or not; done closes it.
	Pointer(p Pointer, h Host) (done bool)
	// Capturing reports whether keys are typed text just now.
	Capturing() bool
}

// PointerKind says what the mouse did.
type PointerKind uint8

// What the mouse can do. Motion comes only while a button is held.
const (
	Press PointerKind = iota
	Drag
	Release
	WheelUp
	WheelDown
)

// Pointer is one mouse event, in cells of the whole screen, left button or
// wheel only.
type Pointer struct {
	Kind PointerKind
	X, Y int // from 0 at the top left
	// Fine asks for the smallest step: shift was held, or alt, since many
	// terminals keep shift for selecting text.
	Fine bool
}
