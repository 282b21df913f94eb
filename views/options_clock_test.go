package views

import (
	"strings"
	"testing"
)

// TestTheFormShowsTheClockOnceItIsOn: a preset brings its figures, which the
// rest of the form must not undo; its keys are there the next time.
func TestTheFormShowsTheClockOnceItIsOn(t *testing.T) {
	u := opened(t, "sibling-burst")
	fields := func() int { return len(u.s.optionFields()) }
	plain := fields()
	u.Key("o")
	u.choose(t, "clock")
	u.Key("right")
	u.Key("enter")
	const want = "kvtui sibling-burst --set clock.preset=8gb"
	if got := u.s.State().Command(); got != want {
		t.Fatalf("got %s\nwant %s", got, want)
	}
	timed := fields()
	if timed < plain+15 {
		t.Errorf("%d fields without a clock, %d with one", plain, timed)
	}
	u.Key("o")
	u.choose(t, "decode workers")
	u.Type("2")
	u.Key("enter")
	if got := u.s.State().Command(); got != want+" --set split.decode_workers=2" || fields() < timed+15 {
		t.Errorf("%s, %d fields", got, fields())
	}
	u.Key("o")
	u.choose(t, "workers a GPU")
	u.Type("4,2")
	u.Key("enter")
	u.See("no list of workers a GPU")
	if strings.Contains(u.s.State().Command(), "4,2") {
		t.Error("a list that is none was taken")
	}
}
