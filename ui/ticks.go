package ui

import "slices"

// Tick is a named place on a scale.
type Tick struct {
	At   float64 // in the unit of the scale
	Text string  // as it is written
	// Tail follows the text, such as the unit after the last number of an
	// axis; Text alone stands over the value.
	Tail string
	// Rank says which of two ticks that collide keeps its text: the lower.
	Rank int
}

// placed is a tick whose text has its column.
type placed struct {
	tick Tick
	x    int
}

func (p placed) text() string { return p.tick.Text + p.tick.Tail }

// placeTicks gives the texts of ticks their columns, each over the true
// column of its value on the track t and within room; a text that would touch
// one of a lower rank is left out whole. The result is in order of column.
func placeTicks(dst []placed, ticks []Tick, sc Scale, t, room Rect) []placed {
	order := slices.Clone(ticks)
	slices.SortStableFunc(order, func(a, b Tick) int { return a.Rank - b.Rank })
	for _, k := range order {
		w := Width(k.Text + k.Tail)
		if w == 0 || w > room.W || !(k.At >= sc.Min && k.At <= sc.Max) {
			continue
		}
		at := t.X + sc.Column(k.At, t.W)
		x := clamp(at-(Width(k.Text)-1)/2, room.X, room.X+room.W-w)
		free := !slices.ContainsFunc(dst, func(p placed) bool {
			return x <= p.x+Width(p.text()) && p.x <= x+w
		})
		if free && at >= x && at < x+w {
			dst = append(dst, placed{k, x})
		}
	}
	slices.SortFunc(dst, func(a, b placed) int { return a.x - b.x })
	return dst
}
