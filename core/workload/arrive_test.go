package workload

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawSource draws requests with and without sessions, in order of stamp.
func drawSource(t *rapid.T) []Request {
	out := make([]Request, rapid.IntRange(0, 40).Draw(t, "requests"))
	at := int64(0)
	turns := map[int]int{}
	for i := range out {
		at += int64(rapid.SampledFrom([]int{0, 0, 1, 30, 1000}).Draw(t, "gap"))
		session := rapid.IntRange(-1, 3).Draw(t, "session")
		out[i] = Request{Index: i, Session: session, At: at}
		if session >= 0 {
			out[i].Turn = turns[session]
			turns[session]++
			out[i].Delay = int64(rapid.IntRange(0, 50).Draw(t, "delay"))
		}
	}
	return out
}

func drawPattern(t *rapid.T) Pattern {
	p := Pattern{Kind: rapid.SampledFrom([]PatternKind{Auto, ClosedLoop, Poisson, Stamps}).Draw(t, "kind")}
	switch p.Kind {
	case Auto:
	case ClosedLoop:
		p.Concurrency = rapid.IntRange(1, 6).Draw(t, "concurrency")
		p.StaggerNS = int64(rapid.IntRange(0, 60).Draw(t, "stagger"))
	case Poisson:
		p.RatePerS = rapid.SampledFrom([]float64{1e6, 1e7, 1e8}).Draw(t, "rate")
	case Stamps:
		p.JitterNS = int64(rapid.SampledFrom([]int{0, 7, 500}).Draw(t, "jitter"))
		p.Speed = rapid.SampledFrom([]float64{0, 0.5, 1, 3}).Draw(t, "speed")
	}
	return p
}

// visit is when a request was under way, in ns.
type visit struct {
	turn
	end int64
}

// play serves what arrives, each request for the time that service gives, and
// returns the visits in order of arrival. At equal times finishes come first.
func play(t rapid.TB, a Arrivals, service func(i int) int64) []visit {
	t.Helper()
	var due []turn
	var under, done []visit
	now := int64(0)
	ask := func() {
		for r, at, ok := a.Next(now); ok; r, at, ok = a.Next(now) {
			if at < now {
				t.Fatalf("at %d request %d came at %d", now, r.Index, at)
			}
			due = append(due, turn{r, at})
		}
	}
	for ask(); len(due)+len(under) > 0; ask() {
		slices.SortStableFunc(due, func(a, b turn) int { return cmp.Compare(a.at, b.at) })
		slices.SortStableFunc(under, func(a, b visit) int { return cmp.Compare(a.end, b.end) })
		if len(under) > 0 && (len(due) == 0 || under[0].end <= due[0].at) {
			now = under[0].end
			a.Finished(under[0].Request, now)
			under = under[1:]
			continue
		}
		v := visit{due[0], due[0].at + service(len(done))}
		now, due = v.at, due[1:]
		under, done = append(under, v), append(done, v)
	}
	return done
}

// TestArrive holds, for every pattern and any time that serving takes: every
// request arrives once, time does not run back, the turns of a session do not
// overlap and come in order, one that had to wait comes Delay after the turn
// before, a closed loop has never more under way than it has clients, and a
// seed gives the same times.
func TestArrive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		requests, p, seed := drawSource(t), drawPattern(t), rapid.Int64().Draw(t, "seed")
		stamped := p.Kind == Stamps || rapid.Bool().Draw(t, "stamped")
		times := rapid.SliceOfN(rapid.Int64Range(0, 300), len(requests), len(requests)).Draw(t, "service")
		run := func() []visit {
			a, err := Arrive(&list{requests: requests}, p, seed, stamped)
			if err != nil {
				t.Fatal(err)
			}
			return play(t, a, func(i int) int64 { return times[i] })
		}
		visits := run()
		came := make([]bool, len(requests))
		last := map[int]visit{}
		clients := p.resolve(stamped).Concurrency
		for i, v := range visits {
			if came[v.Index] || i > 0 && v.at < visits[i-1].at {
				t.Fatalf("visit %d of %+v: request %d at %d", i, p, v.Index, v.at)
			}
			came[v.Index] = true
			under := 0
			for _, before := range visits[:i] {
				if before.end > v.at {
					under++
				}
			}
			if p.resolve(stamped).Kind == ClosedLoop && under >= clients {
				t.Fatalf("request %d is number %d under way of %d clients", v.Index, under+1, clients)
			}
			if v.Session < 0 {
				continue
			}
			before, ok := last[v.Session]
			if ok != (v.Turn > 0) || ok && (before.Turn != v.Turn-1 || v.at < before.end) {
				t.Fatalf("turn %+v came at %d, after %+v", v.Request, v.at, before)
			}
			if ok && p.Kind == Stamps && p.JitterNS == 0 && p.Speed == 1 && v.at != v.At && (v.At >= before.end || v.at != before.end+v.Delay) {
				t.Fatalf("turn %+v came at %d, the one before ended at %d", v.Request, v.at, before.end)
			}
			last[v.Session] = v
		}
		if slices.Contains(came, false) {
			t.Fatalf("%+v: %d of %d requests came", p, len(visits), len(requests))
		}
		if again := run(); !slices.EqualFunc(visits, again, func(a, b visit) bool { return a.Index == b.Index && a.at == b.at }) {
			t.Fatalf("%+v: a seed gave other times", p)
		}
	})
}

// plain returns requests without sessions, at the given stamps.
func plain(at ...int64) []Request {
	out := make([]Request, len(at))
	for i := range out {
		out[i] = Request{Index: i, Session: -1, At: at[i]}
	}
	return out
}

// TestClosedLoop holds the times of three clients that start 10 ns apart and
// wait 25 ns for an answer, and of the one client that Auto has.
func TestClosedLoop(t *testing.T) {
	for _, c := range []struct {
		p    Pattern
		want []int64
	}{
		{Pattern{Kind: ClosedLoop, Concurrency: 3, StaggerNS: 10}, []int64{0, 10, 20, 25, 35, 45, 50}},
		{Pattern{Kind: ClosedLoop, Concurrency: 3}, []int64{0, 0, 0, 25, 25, 25, 50}},
		{Pattern{}, []int64{0, 25, 50, 75, 100, 125, 150}},
	} {
		a, err := Arrive(&list{requests: plain(make([]int64, 7)...)}, c.p, 1, false)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range play(t, a, func(int) int64 { return 25 }) {
			if v.at != c.want[i] || v.Index != i {
				t.Errorf("%+v: visit %d is request %d at %d, want at %d", c.p, i, v.Index, v.at, c.want[i])
			}
		}
	}
}

// TestHeld holds that a client waits with a turn that is held, for the end of
// the turn before and the delay after it.
func TestHeld(t *testing.T) {
	requests := []Request{{Session: 0}, {Index: 1, Session: 0, Turn: 1, Delay: 7}, {Index: 2, Session: 1}, {Index: 3, Session: 1, Turn: 1}}
	a, err := Arrive(&list{requests: requests}, Pattern{Kind: ClosedLoop, Concurrency: 2}, 1, false)
	if err != nil {
		t.Fatal(err)
	}
	var got [][2]int64
	for _, v := range play(t, a, func(int) int64 { return 100 }) {
		got = append(got, [2]int64{int64(v.Index), v.at})
	}
	if want := [][2]int64{{0, 0}, {2, 100}, {1, 107}, {3, 200}}; !slices.Equal(got, want) {
		t.Errorf("request and time are %v, want %v", got, want)
	}
}

// TestHeldInTime holds that a turn does not wait where the one before ends at
// its stamp or before, and else comes the delay after that end.
func TestHeldInTime(t *testing.T) {
	for service, want := range map[int64]int64{29: 30, 30: 30, 31: 36} {
		requests := []Request{{Session: 0}, {Index: 1, Session: 0, Turn: 1, At: 30, Delay: 5}}
		a, err := Arrive(&list{requests: requests}, Pattern{}, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		if v := play(t, a, func(int) int64 { return service }); v[1].at != want {
			t.Errorf("after a turn of %d ns the next comes at %d, want %d", service, v[1].at, want)
		}
	}
}

// TestPoisson holds the mean gap within four standard errors, and its spread:
// an exponential has as much as its mean.
func TestPoisson(t *testing.T) {
	const n, rate = 20_000, 250.0
	a, err := Arrive(&list{requests: plain(make([]int64, n)...)}, Pattern{Kind: Poisson, RatePerS: rate}, 3, false)
	if err != nil {
		t.Fatal(err)
	}
	sum, squares, last := 0.0, 0.0, int64(0)
	for _, v := range play(t, a, func(int) int64 { return 0 }) {
		gap := float64(v.at-last) / 1e9
		sum, squares, last = sum+gap, squares+gap*gap, v.at
	}
	mean := sum / n
	deviation := math.Sqrt(squares/n - mean*mean)
	if math.Abs(mean*rate-1) > 4/math.Sqrt(n) || math.Abs(deviation/mean-1) > 0.05 {
		t.Errorf("mean gap %.6f s with deviation %.6f, want %.6f", mean, deviation, 1/rate)
	}
}

// TestJitter holds that requests of a stamp are spread in their order, before
// the next stamp, that one alone stays, and that speed divides all times.
func TestJitter(t *testing.T) {
	stamps := slices.Repeat([]int64{0}, 400)
	stamps = append(stamps, slices.Repeat([]int64{1000}, 400)...)
	stamps = append(stamps, 5000)
	times := func(speed float64) (out []int64) {
		a, err := Arrive(&list{requests: plain(stamps...)}, Pattern{Kind: Stamps, JitterNS: 3000, Speed: speed}, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range play(t, a, func(int) int64 { return 0 }) {
			if v.Index != i {
				t.Fatalf("request %d came as number %d", v.Index, i)
			}
			out = append(out, v.at)
		}
		return out
	}
	got := times(1)
	if got[0] > 20 || got[399] < 980 || got[399] >= 1000 || got[400] < 1000 || got[400] > 1050 || got[799] < 3900 || got[799] >= 4000 || got[800] != 5000 || !slices.IsSorted(got) {
		t.Errorf("times are %v", got)
	}
	for i, at := range times(0.5) {
		if at != 2*got[i] {
			t.Fatalf("request %d comes at %d at half speed, and at %d", i, at, got[i])
		}
	}
}

// TestLatest holds that times stay far from an overflow.
func TestLatest(t *testing.T) {
	for _, p := range []Pattern{{Kind: Stamps, Speed: MinSpeed}, {Kind: Poisson, RatePerS: MinRatePerS}, {Kind: ClosedLoop, Concurrency: 2}} {
		requests := plain(0, maxSeconds*1e9, maxSeconds*1e9)
		for i := range requests {
			requests[i].Session, requests[i].Turn, requests[i].Delay = 0, i, maxSeconds*1e9
		}
		a, err := Arrive(&list{requests: requests}, p, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range play(t, a, func(int) int64 { return 1 }) {
			if v.at < 0 || v.at > latest+2 {
				t.Errorf("%+v: request %d comes at %d", p, v.Index, v.at)
			}
		}
	}
}

// TestPatternLimits holds that errors name the argument and what is accepted.
func TestPatternLimits(t *testing.T) {
	for _, c := range []struct {
		arg string
		p   Pattern
	}{
		{"", Pattern{}},
		{"", Pattern{Kind: ClosedLoop, Concurrency: MaxConcurrency, StaggerNS: MaxStaggerNS}},
		{"", Pattern{Kind: Poisson, RatePerS: MinRatePerS}},
		{"concurrency", Pattern{Kind: ClosedLoop}},
		{"concurrency", Pattern{Kind: ClosedLoop, Concurrency: MaxConcurrency + 1}},
		{"stagger", Pattern{Kind: ClosedLoop, Concurrency: 1, StaggerNS: -1}},
		{"rate", Pattern{Kind: Poisson}},
		{"rate", Pattern{Kind: Poisson, RatePerS: math.NaN()}},
		{"rate", Pattern{Kind: Poisson, RatePerS: math.Inf(1)}},
		{"speed", Pattern{Kind: Stamps, Speed: -1}},
		{"jitter", Pattern{Kind: Stamps, JitterNS: MaxJitterNS + 1}},
		{"arrivals", Pattern{Kind: Stamps}},
		{"arrivals", Pattern{Kind: Stamps + 1}},
	} {
		_, err := Arrive(&list{}, c.p, 1, false)
		var arg *ArgError
		if c.arg == "" && err == nil {
			continue
		}
		if !errors.As(err, &arg) || arg.Arg != c.arg || !strings.Contains(err.Error(), "accepted are") {
			t.Errorf("%+v: error is %v, want one on %q", c.p, err, c.arg)
		}
	}
}

// TestArriveAllocs holds that an arrival costs next to no allocation.
func TestArriveAllocs(t *testing.T) {
	requests := plain(make([]int64, 2000)...)
	for i := range requests {
		requests[i].Session = i % 100
	}
	for _, p := range []Pattern{{}, {Kind: ClosedLoop, Concurrency: 8}, {Kind: Poisson, RatePerS: 1}, {Kind: Stamps}} {
		a, err := Arrive(&list{requests: requests}, p, 1, true)
		if err != nil {
			t.Fatal(err)
		}
		now := int64(0)
		if n := testing.AllocsPerRun(1000, func() {
			r, at, _ := a.Next(now)
			now = max(now, at)
			a.Finished(r, now)
		}); n > 0.5 {
			t.Errorf("%+v: %v allocations a request", p, n)
		}
	}
}
