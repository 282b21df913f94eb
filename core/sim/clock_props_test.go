package sim

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kvtui/core/block"
	"kvtui/core/clock"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// watched is a run that is followed step by step.
type watched struct {
	e       *engine
	s       *State
	set     *workload.Set
	records []Record
	times   []Times
}

// watch runs a scenario and calls look after every event.
func watch(t *rapid.T, sc scenario.Scenario, set *workload.Set, look func(*watched)) *watched {
	set, err := set.WithOutputs(sc.Clock.Outputs, sc.Seed)
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{s: NewState(set, sc), set: set}
	fold := &clocked{emit: func(x *Times) { w.times = append(w.times, *x) }}
	w.e, err = open(sc, set, func(r Record) {
		w.records = append(w.records, r)
		w.s.Apply(r)
		fold.apply(r)
	})
	if err != nil {
		t.Fatal(err)
	}
	w.e.pull()
	for n := 0; len(w.e.events.heap) > 0; n++ {
		if n > 1_000_000 {
			t.Fatalf("no end after %d events, at %d ns: %+v", n, w.e.now, w.e.events.heap)
		}
		if err := w.e.step(); err != nil {
			t.Fatal(err)
		}
		look(w)
	}
	return w
}

// many checks a property more often than most need: what goes wrong here takes
// several things at once, and a run of few requests takes 0.3 ms.
func many(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	for range 4 {
		rapid.Check(t, property)
	}
}

// TestClockedRuns holds, after every event of any run, that blocks are
// conserved and the folded state is the engine's, and at its end that every
// request has ended once.
func TestClockedRuns(t *testing.T) {
	many(t, func(t *rapid.T) {
		sc, set := drawTimed(t)
		w := watch(t, sc, set, func(w *watched) {
			for _, x := range w.e.workers {
				checkRoom(t, w, x)
				checkJobs(t, w.e, x)
			}
			checkLoads(t, w)
		})
		checkOver(t, w)
		checkRecords(t, w)
		for i := range w.times {
			checkTimes(t, w, &w.times[i])
			checkMoved(t, w.e, &w.times[i])
		}
	})
}

// checkRoom holds what must be so of a worker's blocks.
func checkRoom(t *rapid.T, w *watched, x *worker) {
	held := map[block.Prefix]bool{}
	for _, r := range w.set.Requests {
		full := r.Full()
		lead := w.e.caches.Lead(int(x.id), full)
		for i := range full.Len() {
			p := full.At(i)
			truth, _ := w.s.Holds(int(x.id), p)
			if one := w.e.caches.Lead(int(x.id), block.Chain{{First: p, N: 1}}) == 1; one != truth {
				t.Fatalf("W%d holds %d: engine %v, state %v", x.id, p, one, truth)
			}
			if truth != (i < lead) {
				t.Fatalf("W%d: block %d of %v held %v, lead %d", x.id, i, full, truth, lead)
			}
			if truth {
				held[p] = true
			}
		}
	}
	if got := w.s.Workers[x.id].Held; got != len(held) {
		t.Fatalf("W%d: state counts %d blocks, has %d", x.id, got, len(held))
	}
	if x.capacity == 0 {
		return
	}
	pinned, private := map[block.Prefix]bool{}, 0
	for _, h := range x.holders {
		if h.w != x || h.private < 0 {
			t.Fatalf("W%d: a hold of another worker, or of %d blocks", x.id, h.private)
		}
		for i := range h.pinned {
			pinned[h.chain.At(i)] = true
		}
		private += h.private
	}
	if len(pinned) != x.inUse || private != x.private || len(held) != x.lru.Used()+x.inUse {
		t.Fatalf("W%d: %d pinned, counted %d; %d private, counted %d; %d held, %d in order", x.id, len(pinned), x.inUse, private, x.private, len(held), x.lru.Used())
	}
	for p := range pinned {
		if !held[p] {
			t.Fatalf("W%d: block %d is pinned and not held", x.id, p)
		}
	}
	if x.used() > x.capacity-1 {
		t.Fatalf("W%d: %d blocks of %d, one of them kept back", x.id, x.used(), x.capacity)
	}
}

// checkJobs holds that what a worker works on is alive, in one place, and has
// the room it needs.
func checkJobs(t *rapid.T, e *engine, x *worker) {
	all := slices.Concat(x.running, x.waiting, x.claims)
	for _, c := range x.copies {
		all = append(all, c.j)
	}
	seen := map[*job]bool{}
	for _, j := range all {
		if j.gone || seen[j] {
			t.Fatalf("W%d has request %d twice or after its end", x.id, j.r.Index)
		}
		seen[j] = true
	}
	for _, j := range x.running {
		if j.at.w != x || j.slots*e.size < min(j.have, j.context()-1) && x.capacity > 0 {
			t.Fatalf("W%d: request %d has %d tokens in %d blocks", x.id, j.r.Index, j.have, j.slots)
		}
	}
	if x.down && (len(all) > 0 || x.task.on || x.used() > 0) {
		t.Fatalf("W%d is down and has %d requests", x.id, len(all))
	}
	if idle := !x.task.on && !x.down; idle && len(x.running)+len(x.copies) > 0 && !slices.ContainsFunc(x.running, func(j *job) bool { return j.loads }) {
		t.Fatalf("W%d is idle with %d running", x.id, len(x.running))
	}
	busy := 0
	for _, o := range x.gpu.workers {
		if o.task.onGPU {
			busy++
		}
	}
	if busy != x.gpu.busy {
		t.Fatalf("W%d: %d busy on its GPU, counted %d", x.id, busy, x.gpu.busy)
	}
}

// checkLoads holds that what the router reckons with is what the records tell.
// A decode worker counts a request from when it is chosen, the state from when
// its transfer starts.
func checkLoads(t *rapid.T, w *watched) {
	for i := range w.e.workers {
		got := &w.s.Workers[i].Active
		if i < w.e.sc.Workers {
			want := w.e.router.Live(i)
			if got.Prefill != want.Prefill || got.Distinct != want.Distinct || got.Requests() != want.Requests() {
				t.Fatalf("W%d: state has %d tokens, %d blocks, %d requests; the router %d, %d, %d", i, got.Prefill, got.Distinct, got.Requests(), want.Prefill, want.Distinct, want.Requests())
			}
			continue
		}
		want := &w.e.decodes[i-w.e.sc.Workers]
		claims := len(w.e.workers[i].claims)
		if got.Prefill != want.Prefill || got.Requests() != want.Requests()-claims || claims == 0 && got.Distinct != want.Distinct {
			t.Fatalf("W%d: state has %d tokens, %d blocks, %d requests; the router %d, %d, %d, %d of them waiting for room", i,
				got.Prefill, got.Distinct, got.Requests(), want.Prefill, want.Distinct, want.Requests(), claims)
		}
	}
}

// checkOver holds that nothing is left after a run.
func checkOver(t *rapid.T, w *watched) {
	for _, x := range w.e.workers {
		if len(x.running)+len(x.waiting)+len(x.claims)+len(x.copies)+len(x.holders)+x.inUse+x.private != 0 || x.task.on {
			t.Fatalf("W%d at the end: %d running, %d waiting, %d claims, %d copies, %d holds", x.id, len(x.running), len(x.waiting), len(x.claims), len(x.copies), len(x.holders))
		}
		if x.host.held < 0 || x.host.held > 0.5 {
			t.Fatalf("W%d holds %g bytes of buffers at the end", x.id, x.host.held)
		}
	}
	if w.e.link.count+len(w.e.flying)+len(w.s.Live) != 0 || len(w.times) != w.set.Len() {
		t.Fatalf("%d transfers, %d under way, %d requests live, %d of %d over", w.e.link.count, len(w.e.flying), len(w.s.Live), len(w.times), w.set.Len())
	}
}

// checkRecords holds that time never runs back and that each request is routed
// once, then served or lost once, and that what was killed comes back once.
func checkRecords(t *rapid.T, w *watched) {
	routed, done := make([]int, w.set.Len()), make([]int, w.set.Len())
	now, down := int64(0), map[int32]bool{}
	for i, r := range w.records {
		if r.At < now {
			t.Fatalf("record %d goes from %d to %d ns: %+v", i, now, r.At, r)
		}
		now = r.At
		switch r.Kind { //nolint:exhaustive // those of a request's own
		case Routed:
			routed[r.Req]++
		case Done:
			done[r.Req]++
		case Killed, Restarted:
			if down[r.Worker] != (r.Kind == Restarted) {
				t.Fatalf("record %d: W%d was down %v: %+v", i, r.Worker, down[r.Worker], r)
			}
			down[r.Worker] = r.Kind == Killed
		case Admitted, Reused, Computed, Loaded, Sent, Received, First, Preempted:
			if routed[r.Req] != 1 || done[r.Req] != 0 {
				t.Fatalf("record %d: %+v of a request routed %d and ended %d times", i, r, routed[r.Req], done[r.Req])
			}
		}
	}
	for i := range routed {
		if routed[i] != 1 || done[i] != 1 {
			t.Fatalf("request %d was routed %d times and ended %d times", i, routed[i], done[i])
		}
	}
}

func checkTimes(t *rapid.T, w *watched, x *Times) {
	r := w.set.Requests[x.Request]
	if x.Cause != Served {
		return
	}
	if x.TTFT() < max(x.Prefill(), x.Transfer(), 0) || x.EndToEnd() < x.TTFT() || int(x.Output) != max(1, r.Output) {
		t.Fatalf("%+v", *x)
	}
	if x.Preempted == 0 && x.Cached+x.Loaded+x.Computed != x.Prompt {
		t.Fatalf("%d cached, %d loaded, %d computed of %d tokens", x.Cached, x.Loaded, x.Computed, x.Prompt)
	}
	if split := w.e.sc.Clock.Split.Decode > 0 && int(x.Routed) < w.e.sc.Workers; split != (x.Decode >= 0) || split && x.Moved < 0 {
		t.Fatalf("split %v, decoded by %d", split, x.Decode)
	}
}

// checkMoved holds that a first token waits for all that is moved, though the
// link may have carried most of it while the prompt was computed.
func checkMoved(t *rapid.T, e *engine, x *Times) {
	if x.Moved <= 0 || x.Cause != Served {
		return
	}
	gbps := math.Inf(1)
	for _, limit := range []float64{e.link.flow, e.link.total} {
		if limit > 0 {
			gbps = min(gbps, limit)
		}
	}
	const rounding = 2 // ns
	c := e.sc.Clock
	if least := c.Link.LatencyMS*1e6 + c.MovedBytes(int(x.Moved))/gbps; float64(x.TTFT()) < least-rounding {
		t.Fatalf("a first token after %d ns, where moving %d tokens takes %v", x.TTFT(), x.Moved, least)
	}
}

// TestClockedRunsRepeat holds that equal seeds give equal records.
func TestClockedRunsRepeat(t *testing.T) {
	many(t, func(t *rapid.T) {
		sc, set := drawTimed(t)
		if a, b := recorded(t, sc, set), recorded(t, sc, set); !reflect.DeepEqual(a.Records, b.Records) {
			t.Fatal("two runs of one scenario differ")
		}
	})
}

// TestMoreBandwidthIsNeverSlower holds that a single stream ends every request
// no later on a faster link. Kills, and reports or beliefs that follow the clock,
// are left out: with those a faster run may route otherwise.
func TestMoreBandwidthIsNeverSlower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc, set := drawTimed(t)
		if sc.Clock.Split.Decode == 0 {
			drawSplit(t, &sc.Clock)
		}
		sc.Flaws, sc.Clock.EventDelayMS, sc.Clock.Host.LimitMiB = scenario.Flaws{}, 0, 0
		sc.Clock.Arrivals = workload.Pattern{Kind: workload.ClosedLoop, Concurrency: 1}
		sc.Clock.Link.TotalGBps = rapid.SampledFrom([]float64{0.0003, 0.01, 1}).Draw(t, "slow link")
		quick := sc
		quick.Clock.Link.TotalGBps *= rapid.SampledFrom([]float64{1, 1.01, 3, 1e5}).Draw(t, "times faster")
		slow, fast := watch(t, sc, set, func(*watched) {}), watch(t, quick, set, func(*watched) {})
		const rounding = 2 // ns, of link and layers
		for i := range slow.times {
			a, b := &slow.times[i], &fast.times[i]
			if a.Request != b.Request || a.Cause != b.Cause || b.EndToEnd() > a.EndToEnd()+rounding || b.TTFT() > a.TTFT()+rounding {
				t.Fatalf("slower by more bandwidth: %+v, then %+v", *a, *b)
			}
		}
	})
}

// TestSplitDecodesNoSlower holds that with a link that takes no time and GPUs of
// their own, split serving has gaps between tokens no longer than one pool.
// Equal load is the same requests at the same times, one worker against one that
// prefills and one that decodes, all with unlimited caches. Where sequences cost
// time it holds for prompts of some length only: of prompts that cost next to
// nothing, more may come to decode at a time.
func TestSplitDecodesNoSlower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := plain()
		sc.Clock.Engine = clock.Engine{
			BaseMS: rapid.SampledFrom([]float64{1, 4}).Draw(t, "base"), TokenMS: rapid.SampledFrom([]float64{0.01, 0.1}).Draw(t, "token"),
			Budget: rapid.SampledFrom([]int{64, 2048}).Draw(t, "budget"),
		}
		least := 1
		if rapid.Bool().Draw(t, "sequences cost") {
			sc.Clock.Engine.SequenceMS, sc.Clock.Engine.TokenMS, least = 0.05, 0.1, 300
		}
		sc.Clock.Arrivals = workload.Pattern{Kind: workload.Poisson, RatePerS: rapid.SampledFrom([]float64{1, 5, 20}).Draw(t, "rate")}
		sc.Clock.Outputs = workload.Outputs{Kind: workload.Fixed, Tokens: rapid.IntRange(2, 60).Draw(t, "output")}
		sc.Seed = rapid.Int64Range(1, 1000).Draw(t, "seed")
		set := workload.Collect(workload.SharedPrefix{Requests: 40, Groups: 1, TailTokens: rapid.IntRange(least, 600).Draw(t, "prompt"), Block: 16}, sc.Seed)
		apart := sc
		splitting(1)(&apart)
		var itl [2]Quantiles
		for i, sc := range []scenario.Scenario{sc, apart} {
			all, _, err := Measure(context.Background(), sc, set, false)
			if err != nil {
				t.Fatal(err)
			}
			itl[i] = all.ITL
		}
		const rounding = 1e-6 // ms
		if itl[1].P50 > itl[0].P50+rounding || itl[1].P99 > itl[0].P99+rounding {
			t.Fatalf("ITL of two pools: %+v ms, of one: %+v", itl[1], itl[0])
		}
	})
}
