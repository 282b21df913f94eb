package views

import (
	"context"
	"slices"
	"time"

	"kvtui/core/accuracy"
	"kvtui/ui"
)

// Measured is the screen of published measurements: one table at a time, each
// figure beside what the model makes of the same setup. What was measured is
// there at once; the model runs when a table is looked at first.
type Measured struct {
	// Predict runs the model on a page; nil where there is no model. It is
	// called outside the update loop, with a context that ends when another
	// table is opened. accuracy.ErrUnknownPage says that it has no such page.
	Predict func(ctx context.Context, id string) (accuracy.Page, error)

	s     *Session
	w     *measuredWords
	pages []*comparison // in the order of the picker
	at    int           // the one that is shown
	top   int           // lines scrolled out of sight

	number int // of the newest prediction asked for
	cancel context.CancelFunc
	age    time.Duration // of the prediction that runs

	r     ui.Rect
	st    *ui.Styles
	place measuredPlaces
	lines []measuredLine
	hits  []measuredHit
}

// comparison is a page with what is known of its prediction.
type comparison struct {
	page  accuracy.Page
	stage predictionStage
}

// predictionStage is how far a prediction is.
type predictionStage uint8

const (
	notRun predictionStage = iota
	running
	predictedIt
	stopped    // by hand
	failed     // with an error, which was told
	impossible // the model has no such page
)

// measuredHit is a place that takes a press.
type measuredHit struct {
	at ui.Rect
	do func(h ui.Host)
}

// NewMeasured makes the screen over the published tables.
func NewMeasured(s *Session) *Measured {
	v := &Measured{s: s, w: measuredEnglish(), st: &ui.Styles{}}
	for _, id := range accuracy.Pages() {
		// Every id that Pages lists has a page; see its test.
		if p, err := accuracy.Measured(id); err == nil {
			v.pages = append(v.pages, &comparison{page: p})
		}
	}
	return v
}

// Open puts a page of the user's own, made from a measurement file, before the
// others and shows it.
func (v *Measured) Open(p accuracy.Page) {
	v.pages = slices.Insert(v.pages, 0, &comparison{page: p})
	v.show(0)
}

// Title implements ui.Screen.
func (v *Measured) Title() string { return v.w.title }

// Resize implements ui.Screen.
func (v *Measured) Resize(r ui.Rect, st *ui.Styles) {
	v.r, v.st = r, st
	v.layOut()
}

// Capturing implements ui.Screen: nothing is typed here.
func (v *Measured) Capturing() bool { return false }

// Focus implements ui.Screen: the parts are the tables.
func (v *Measured) Focus(step int) { v.show(v.at + step) }

func (v *Measured) shown() *comparison { return v.pages[v.at] }

// show opens the i-th table, counted around. The model stops working on
// another one.
func (v *Measured) show(i int) {
	n := len(v.pages)
	i = (i%n + n) % n
	if i != v.at {
		v.giveUp(notRun)
	}
	v.at, v.top = i, 0
	v.layOut()
}

// scroll moves the lines by so many, as far as there are any.
func (v *Measured) scroll(by int) {
	v.top = min(max(v.top+by, 0), max(0, len(v.lines)-v.place.table.H))
}
