package views

import (
	"math"
	"strings"

	"kvtui/core/sim"
	"kvtui/ui"
)

// mostPackets is how many transfers are drawn at most: the figures count all.
const mostPackets = 6

// traffic is what is on the link at a time.
type traffic struct {
	flows   []*sim.Times
	waiting int     // requests whose KV is copied, on either side, or waits for room
	gbps    float64 // now; +Inf without a limit
}

// trafficNow finds the transfers under way. Their rates follow the rule of
// clock.Link.
func (v *Route) trafficNow() traffic {
	st, l := v.s.run.line.State(), v.s.run.st.Clock.Link
	var now traffic
	out, in := map[int32]int{}, map[int32]int{}
	for i := range st.Live {
		t := &st.Live[i]
		switch {
		case t.Received >= 0:
		case t.OffLink() >= 0:
			now.waiting++
		case t.Sent >= 0:
			now.flows = append(now.flows, t)
			src, dst := v.cards(t)
			out[src]++
			in[dst]++
		default:
			if way := v.fleetNow().ways[i]; len(way) > 0 && way[len(way)-1].phase == moves {
				now.waiting++
			}
		}
	}
	for _, t := range now.flows {
		src, dst := v.cards(t)
		rate := math.Inf(1)
		if l.FlowGBps > 0 {
			rate = l.FlowGBps
		}
		if l.TotalGBps > 0 {
			rate = min(rate, l.TotalGBps/float64(max(out[src], in[dst])))
		}
		now.gbps += rate
	}
	return now
}

// cards are the network cards that a transfer uses.
func (v *Route) cards(t *sim.Times) (src, dst int32) {
	if !v.s.run.st.Clock.Link.PerWorker {
		return 0, 0
	}
	return t.Worker, t.Decode
}

// drawLink is the link between prefill and decode workers: packets of KV where
// their share of the way in time is, and how much of it is in use.
func (v *Route) drawLink(c *ui.Canvas, r ui.Rect) {
	now := v.trafficNow()
	use := longest(r.W*2/3, v.useWords(now)...)
	x := c.Text(r.X+1, r.Y, longest(r.W/5, "link prefill ", "link "), v.st.Muted)
	end := r.X + r.W - 1 - ui.Width(use) - 2
	c.Text(end+2, r.Y, use, v.st.Text)
	if r.W >= 70 {
		end -= ui.Width(" decode")
		c.Text(end+1, r.Y, "decode", v.st.Muted)
	}
	if end-x < 4 {
		return
	}
	c.Set(x, r.Y, '├', v.st.Border)
	c.Fill(ui.Rect{X: x + 1, Y: r.Y, W: end - x - 2, H: 1}, '─', v.st.Border)
	c.Set(end-1, r.Y, '┤', v.st.Border)
	v.drawPackets(c, ui.Rect{X: x + 1, Y: r.Y, W: end - x - 2, H: 1}, now.flows)
}

// drawPackets draws transfers on their way, at rest with their numbers where
// those meet no other packet.
func (v *Route) drawPackets(c *ui.Canvas, r ui.Rect, flows []*sim.Times) {
	flows = flows[:min(len(flows), mostPackets)]
	at := make([]int, len(flows))
	for i, t := range flows {
		at[i] = r.X + int(v.crossed(t)*float64(r.W-1)+0.5)
	}
	for i, t := range flows {
		number := "#" + thousands(int(t.Request)+1)
		end := at[i] + 1 + ui.Width(number)
		free := end < r.X+r.W && !v.s.Playing()
		for j := range at {
			free = free && (j == i || at[j] < at[i] || at[j] > end)
		}
		if free {
			c.Text(at[i]+1, r.Y, number, v.st.Muted)
		}
	}
	for _, x := range at {
		c.Set(x, r.Y, '◆', v.phaseStyle(moves))
	}
}

// crossed is the share of a transfer's time that has passed; one that never
// arrives stays where it started.
func (v *Route) crossed(t *sim.Times) float64 {
	until := v.s.run.clock.times[t.Request].OffLink()
	if until <= t.Sent {
		return 0
	}
	return min(1, float64(v.s.now()-t.Sent)/float64(until-t.Sent))
}

// useWords say how much of the link is in use.
func (v *Route) useWords(now traffic) []string {
	l := v.s.run.st.Clock.Link
	n := plural(len(now.flows), "transfer", "transfers")
	used := "no limit"
	switch {
	case len(now.flows) == 0 && (l.TotalGBps > 0 || l.FlowGBps > 0):
		used = "0 GB/s"
	case !math.IsInf(now.gbps, 1) && len(now.flows) > 0:
		used = ui.GBps(now.gbps)
	}
	limit := ""
	switch {
	case l.TotalGBps > 0 && l.PerWorker:
		limit = ", at most " + ui.GBps(l.TotalGBps) + " a card"
	case l.TotalGBps > 0:
		limit = " of " + ui.GBps(l.TotalGBps)
	case l.FlowGBps > 0:
		limit = ", at most " + ui.GBps(l.FlowGBps) + " a transfer"
	}
	all := used + limit + " · " + n
	if l.TotalGBps > 0 && !l.PerWorker && l.TotalGBps >= 0.001 {
		all = strings.TrimSuffix(used, " GB/s") + limit + " · " + n
	}
	if now.waiting == 0 {
		return []string{all, used + " · " + n, n}
	}
	off := thousands(now.waiting) + " copying or queued"
	if len(now.flows) == 0 {
		return []string{strings.TrimSuffix(all, n) + off, used + " · " + off, off}
	}
	crossing := thousands(len(now.flows)) + " crossing"
	return []string{all + " · " + off, used + " · " + n + " · " + off, crossing + " · " + off, crossing + " · " + thousands(now.waiting) + " off the link", n}
}
