package views

import "kvtui/ui"

// stage is where the parts of the Route screen are. Parts that have no room
// are empty.
type stage struct {
	head, incoming, router, workers, chart, timeline ui.Rect
	figures                                          ui.Rect // on a clock
	compact                                          bool
	// beside is set where the three rooms stand side by side.
	beside bool
}

// layStage cuts the screen into its parts. From 110x30 the rooms stand side by
// side, down to 80x22 one above the other, below that only lines.
func layStage(r ui.Rect, traced, timed bool) stage {
	var at stage
	at.head, r = r.Top(1)
	switch {
	case r.W >= 110 && r.H >= 27:
		at.layBeside(r, traced, timed)
	case r.W >= 78 && r.H >= 20:
		at.layStacked(r)
	default:
		at.layCompact(r)
	}
	if timed {
		at.layTimed()
	}
	return at
}

// layTimed makes room for the figures: beside the chart, or in its place where
// the rooms stand one above the other and are low.
func (at *stage) layTimed() {
	const low, tall, wide = 2, 10, 51
	switch {
	case at.compact:
		if spare := at.router.H - 4; spare > 0 {
			at.router.H -= spare
			at.workers.Y -= spare
			at.workers.H += spare
		}
		if at.workers.H > low {
			at.figures, at.workers = at.workers.Bottom(1)
		}
	case at.beside:
		at.figures, at.chart = at.chart.Right(wide)
	case at.chart.H+at.workers.H < 2*tall:
		at.router.H-- // its table may leave workers out, the lanes need the row
		at.workers.Y--
		at.workers.H += at.chart.H + 1 - low
		at.figures, _ = at.chart.Bottom(low)
		at.chart = ui.Rect{}
	default:
		at.workers.H -= low
		at.figures = ui.Rect{X: at.workers.X, Y: at.workers.Y + at.workers.H, W: at.workers.W, H: low}
	}
}

func (at *stage) layBeside(r ui.Rect, traced, timed bool) {
	at.beside = true
	at.timeline, r = r.Bottom(2)
	at.chart, r = r.Bottom(max(8, r.H*3/10))
	queue := max(19, r.W/9)
	switch {
	case traced && r.W >= 160:
		queue = 29 // long numbers
	case traced && r.W >= 120:
		queue = 28
	}
	at.incoming, r = r.Left(queue)
	least := 50
	if timed { // decisions weigh a term more
		least = 56
	}
	at.router, at.workers = r.Left(max(least, r.W*46/100))
}

func (at *stage) layStacked(r ui.Rect) {
	rows := 1
	if r.H >= 24 {
		rows = 2
	}
	at.timeline, r = r.Bottom(rows)
	extra := r.H - 20
	at.router, r = r.Top(9 + extra/4)
	at.chart, r = r.Bottom(6 + extra/4)
	at.workers = r
}

func (at *stage) layCompact(r ui.Rect) {
	at.compact = true
	at.timeline, r = r.Bottom(1)
	at.router, at.workers = r.Top(min(5, max(3, r.H/2)))
}
