package views

import (
	"math"
	"slices"
	"testing"

	"kvtui/core/route"
	"kvtui/core/sim"
)

// TestFiguresAreTheMeters: the figures looked up at each step are those that a
// meter comes to which has seen the records up to there.
func TestFiguresAreTheMeters(t *testing.T) {
	for _, stage := range timedStages() {
		st, _ := stage.make()
		s := newSession(t, st, nil)
		meter := sim.NewMeter(s.run.st.Scenario, false, nil)
		for i, rec := range s.run.clock.recs {
			meter.Apply(rec)
			if rec.Kind != sim.Done && i%97 > 0 {
				continue
			}
			want, _ := meter.Figures()
			got, ok := s.run.clock.soFar(i + 1)
			if !ok {
				if want.Requests > 0 {
					t.Fatalf("%s, step %d: nothing of %d requests", stage.name, i+1, want.Requests)
				}
				continue
			}
			if m := got.mean; min(m.queue, m.prefill, m.transfer, m.step()) < 0 || st.Clock.Split.Decode == 0 && m.step() > 3 {
				t.Fatalf("%s, step %d: parts of the mean TTFT do not add up: %+v", stage.name, i+1, m)
			}
			lost := 0
			for _, n := range want.Lost {
				lost += n
			}
			for what, pair := range map[string][2]float64{
				"TTFT p50": {float64(got.TTFT50) / 1e6, want.TTFT.P50}, "TTFT p99": {float64(got.TTFT99) / 1e6, want.TTFT.P99},
				"ITL p50": {float64(got.ITL50) / 1e6, want.ITL.P50}, "requests/s": {got.RequestsPerS, want.RequestsPerS},
				"hit rate": {got.hit, want.TokenHitRate()}, "preemptions": {float64(got.Preempted), float64(want.Preemptions)},
				"lost": {float64(got.Lost), float64(lost)}, "TTFT mean": {float64(got.mean.ttft) / 1e6, want.TTFT.Mean},
				"queue": {float64(got.mean.queue) / 1e6, want.Queue.Mean}, "prefill": {float64(got.mean.prefill) / 1e6, want.Prefill.Mean},
			} {
				if math.Abs(pair[0]-pair[1]) > max(1e-6, 1e-9*math.Abs(pair[1])) { // a ns, in ms
					t.Fatalf("%s, step %d: %s is %v, want %v", stage.name, i+1, what, pair[0], pair[1])
				}
			}
		}
	}
}

// TestPhasesFollowTheMoments: what a request does at each step agrees with the
// moments that the state has of it, and it is on a worker of the right pool.
func TestPhasesFollowTheMoments(t *testing.T) {
	seen := map[phase]int{}
	for _, stage := range timedStages() {
		st, _ := stage.make()
		s := newSession(t, st, nil)
		v := NewRoute(s)
		for step := 1; step <= s.run.line.Len(); step++ {
			state, n := s.run.line.Seek(step), 0
			f := v.fleetNow()
			for w, on := range f.on {
				n += len(on)
				for _, i := range on {
					l := &state.Live[i]
					got := f.ways[i][len(f.ways[i])-1].phase
					seen[got]++
					bad := false
					switch got {
					case waits:
						bad = l.Admitted >= 0 && l.Preempted == 0
					case prefills:
						bad = l.Admitted < 0 || l.First >= 0 && l.Preempted == 0
					case moves:
						bad = l.Received >= 0 || l.Prefilled < 0 || w >= st.Workers
					case decodes:
						bad = l.Prefilled < 0 || l.Decode >= 0 && (l.Received < 0 || w < st.Workers)
					case gone:
						bad = true
					}
					if bad {
						t.Fatalf("%s, step %d: request %d is said to be in phase %d on W%d, with %+v", stage.name, step, l.Request+1, got, w, *l)
					}
				}
			}
			if n != len(state.Live) {
				t.Fatalf("%s, step %d: %d requests on workers, %d under way", stage.name, step, n, len(state.Live))
			}
		}
	}
	for p := range gone {
		if seen[p] == 0 {
			t.Errorf("no request was ever in phase %d", p)
		}
	}
}

// TestJumpsOnTheClock: j stops at every loss, preemption and kill, in order, and
// besides only where a decision was a tie or a belief turns out wrong.
func TestJumpsOnTheClock(t *testing.T) {
	kinds := map[sim.Kind]int{}
	for _, stage := range timedStages() {
		st, _ := stage.make()
		s := newSession(t, st, nil)
		var want, got []int
		for i, r := range s.run.clock.recs {
			if r.Kind == sim.Preempted || r.Kind == sim.Killed || r.Kind == sim.Done && r.Cause != sim.Served {
				want = append(want, i+1)
			}
		}
		for step, ok := s.run.jump(0, 1); ok; step, ok = s.run.jump(step, 1) {
			r := s.run.clock.recs[step-1]
			kinds[r.Kind]++
			switch r.Kind {
			case sim.Preempted, sim.Killed, sim.Done:
				got = append(got, step)
			case sim.Computed:
				s.seek(step)
				d, reused := s.run.decision(int(r.Req)), int(s.timesAt(int(r.Req)).Cached)/s.Set().Size
				if promised := min(d.Scores[d.Worker].Overlap, s.Set().Requests[r.Req].Reusable(s.Set().Size)); reused >= promised {
					t.Errorf("%s, step %d: %d blocks reused of %d promised", stage.name, step, reused, promised)
				}
			case sim.Routed:
				if r.Rule != route.RandomTie && r.Rule != route.LowestNumber {
					t.Errorf("%s, step %d: rule %d is no tie", stage.name, step, r.Rule)
				}
			default:
				t.Errorf("%s, step %d is of kind %d", stage.name, step, r.Kind)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: jumps to losses at %v, want %v", stage.name, got, want)
		}
	}
	for _, k := range []sim.Kind{sim.Preempted, sim.Killed, sim.Done, sim.Computed, sim.Routed} {
		if kinds[k] == 0 {
			t.Errorf("no jump goes to kind %d", k)
		}
	}
}

// TestPacketsCross: a packet's place is the share of its transfer that has
// passed, and the link never carries more than its limit.
func TestPacketsCross(t *testing.T) {
	s := newSession(t, splitState(nil), nil)
	v := NewRoute(s)
	most := 0
	for ns := int64(0); ns < s.run.clock.end(); ns += 3_000_000 {
		s.seekTime(ns)
		now := v.trafficNow()
		most = max(most, len(now.flows))
		if len(now.flows) > 0 && math.Abs(now.gbps-0.509) > 1e-9 || len(now.flows) == 0 && now.gbps != 0 {
			t.Fatalf("at %d ns %d transfers use %v GB/s", ns, len(now.flows), now.gbps)
		}
		for _, f := range now.flows {
			all := s.run.clock.times[f.Request]
			want := float64(ns-all.Sent) / float64(all.Received-all.Sent)
			if got := v.crossed(f); math.Abs(got-want) > 1e-9 || got < 0 || got > 1 {
				t.Fatalf("at %d ns request %d is %v across, want %v", ns, f.Request+1, got, want)
			}
		}
	}
	if most < 2 {
		t.Errorf("at most %d transfers at a time: too few to share the link", most)
	}
}

// TestLossesAreTold: a kill, a preemption and what they cost are on the screen.
func TestLossesAreTold(t *testing.T) {
	for name, want := range map[string]map[sim.Kind][]string{
		"killed":   {sim.Killed: {"down until", "host memory", "killed: out of host memory"}},
		"crowded":  {sim.Preempted: {"preempted: no KV room", " preempted"}},
		"too long": {sim.Done: {"lost: never fits the cache", "lost: too long"}},
	} {
		i := slices.IndexFunc(timedStages(), func(n named) bool { return n.name == name })
		st, _ := timedStages()[i].make()
		u := before(t, newSession(t, st, nil), look("dark", false), 200, 60)
		for kind, texts := range want {
			at := slices.IndexFunc(u.s.run.clock.recs, func(r sim.Record) bool { return r.Kind == kind })
			if at < 0 {
				t.Fatalf("%s: nothing of kind %d happens", name, kind)
			}
			u.jumpTo(at + 1)
			u.See(texts...)
		}
		if name != "crowded" {
			u.Key("G")
			u.See("lost: ")
			f, _ := u.s.run.clock.soFar(u.s.Step())
			if f.Lost == 0 {
				t.Errorf("%s: nothing is lost", name)
			}
		}
	}
}
