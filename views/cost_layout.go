package views

import "kvtui/ui"

// costPlaces are the rectangles of the cost screen. Empty ones are not drawn.
type costPlaces struct {
	mapped bool // the break-even map stands in the chart's place
	narrow bool // short words, tracks as wide as is left
	boxed  bool // sentences and tables have frames
	fields ui.Rect
	chart  ui.Rect // with its frame
	// numbers holds the sentences; the others are tables beside or under it.
	numbers                             ui.Rect
	links, precisions, prompts, formula ui.Rect
}

// Sizes, in cells. Below wideCost words are short; a second and a third column
// of tables come with more room.
const (
	wideCost     = 78
	twoColumns   = 112
	threeColumns = 176

	fieldRows     = 6
	chartRows     = 7  // the least with its frame
	sentenceRows  = 8  // all sentences of a small screen
	linkRows      = 10 // the presets, a place between them, head and frame
	precisionRows = 6
	boxedRows     = 12 // from here on sentences have a frame
)

// placeCost lays the screen out. The chart gets what the sentences leave.
func placeCost(r ui.Rect, mapped bool) costPlaces {
	p := costPlaces{narrow: r.W < wideCost, mapped: mapped}
	if mapped {
		p.placeMap(r)
		return p
	}
	if p.narrow || r.H < fieldRows+chartRows+sentenceRows {
		p.short(r)
		return p
	}
	p.fields, r = r.Top(fieldRows)
	switch {
	case r.W < twoColumns:
		p.tall(r)
	case r.W < threeColumns:
		foot := min(max(r.H-12, sentenceRows), linkRows+precisionRows, r.H-chartRows)
		p.boxed = foot >= boxedRows
		p.chart, r = r.Top(r.H - foot)
		p.two(r)
	default:
		foot := min(max(r.H-12, sentenceRows), 21, r.H-chartRows)
		p.boxed = foot >= boxedRows
		p.chart, r = r.Top(r.H - foot)
		p.three(r)
	}
	return p
}

// Rows of the screen with the map: the least of its frame, and the sentences
// below it.
const (
	mapRows         = 6
	mapSentenceRows = 5
)

// placeMap gives the map what few sentences leave; where there is much of it,
// the tables stand below as they do below the chart.
func (p *costPlaces) placeMap(r ui.Rect) {
	rows := fieldRows
	if r.H < 14 {
		rows--
	}
	p.fields, r = r.Top(rows)
	foot := min(mapSentenceRows, max(3, r.H-mapRows))
	switch {
	case r.H < mapRows+3 || r.W < 50:
		p.numbers = r
		return
	case r.W >= threeColumns && r.H >= 40:
		foot = 18
	case r.W >= twoColumns && r.H >= 2*boxedRows:
		foot = boxedRows
	}
	p.boxed = foot >= boxedRows
	p.chart, r = r.Top(r.H - foot)
	switch {
	case foot == mapSentenceRows || !p.boxed:
		p.numbers = r
	case r.W >= threeColumns:
		p.three(r)
	default:
		p.two(r)
	}
}

// short is for little room: fields, then sentences, then a chart where rows
// are left over.
func (p *costPlaces) short(r ui.Rect) {
	rows := fieldRows
	if r.H < 14 {
		rows-- // no names of links under the bandwidth
	}
	p.fields, r = r.Top(rows)
	const sentences = 9
	if r.H >= sentences+chartRows && r.W >= 50 {
		p.chart, r = r.Top(r.H - sentences)
	}
	p.numbers = r
}

// tall is for one column: where there are rows for them, the tables stand
// under the sentences.
func (p *costPlaces) tall(r ui.Rect) {
	const least = 10 // rows of a chart that has tables below it
	p.boxed = r.H >= 2*boxedRows
	if !p.boxed {
		sentences := min(sentenceRows+1, r.H-chartRows)
		p.chart, p.numbers = r.Top(r.H - sentences)
		return
	}
	sentences := boxedRows + 1
	if r.H >= least+sentences+linkRows+precisionRows {
		p.precisions, r = r.Bottom(precisionRows)
	}
	if r.H >= least+sentences+linkRows {
		p.links, r = r.Bottom(linkRows)
	}
	p.numbers, p.chart = r.Bottom(min(r.H-least, max(sentences, r.H/2), 19))
}

// two places the tables of links and precisions beside the sentences.
func (p *costPlaces) two(r ui.Rect) {
	w := max(46, (r.W-sentenceW)*3/5)
	p.numbers, r = r.Left(r.W - w)
	p.links, r = apart(r).Top(min(r.H, linkRows))
	p.precisions = least(r, precisionRows)
}

// three places two columns of tables beside the sentences.
func (p *costPlaces) three(r ui.Rect) {
	p.numbers, r = r.Left(max(sentenceW+4, r.W*2/5))
	r = apart(r)
	middle, right := r.Left(r.W * 62 / 100)
	right = apart(right)
	p.links, p.formula = middle.Top(min(middle.H, 16))
	p.formula = least(p.formula, 5)
	p.precisions, right = right.Top(min(right.H, precisionRows))
	p.prompts = least(right, 6)
}

// sentenceW is the width that the longest forms of the sentences ask for.
const sentenceW = 76

// apart leaves a column free at the left.
func apart(r ui.Rect) ui.Rect {
	_, r = r.Left(1)
	return r
}

// least is r, or nothing where it has fewer rows than that.
func least(r ui.Rect, rows int) ui.Rect {
	if r.H < rows {
		return ui.Rect{}
	}
	return r
}
