package ui_test

import (
	"errors"
	"strings"
	"testing"

	"kvtui/ui"
	"kvtui/ui/drive"
)

// formUser opens a form of the option fields and keeps what it applies.
func formUser(t *testing.T, fail error) (*drive.User, *ui.Values) {
	t.Helper()
	var got ui.Values
	cfg := config(&stub{name: "Route"})
	cfg.Actions = []ui.Action{{ID: "options", Keys: []string{"o"}, Text: "options", Do: func(h ui.Host) {
		h.Open(ui.NewForm("Options", optionFields(), func(v ui.Values, _ ui.Host) error {
			got = v
			return fail
		}))
	}}}
	u := drive.Start(t, cfg, 80, 24)
	u.Key("o")
	u.See("Options")
	return u, &got
}

func TestFormByKeys(t *testing.T) {
	u, got := formUser(t, nil)
	u.Key("right")                   // kv-events
	u.Key("down", "1", "2", "right") // 12, then 13
	u.Key("down", "pgup", "left")    // 96 + 10 - 1
	u.Key("down")
	u.Type("q lab")
	u.Key("enter")
	u.SeeNot("Options")
	want := ui.Values{"mode": "kv-events", "workers": "13", "plen": "105", "name": "q lab"}
	for k, v := range want {
		if (*got)[k] != v {
			t.Errorf("%s is %q, want %q", k, (*got)[k], v)
		}
	}
}

func TestFormByMouse(t *testing.T) {
	u, got := formUser(t, nil)
	x, y := u.Find("‹ kv")
	u.Click(x, y) // random
	u.Click(x, y) // rr
	u.Click(x, y) // round the end: kv-events
	x, y = u.Find("› tokens")
	u.Click(x, y)
	u.See("‹ 97")
	u.ClickOn("workers")
	u.Key("7")
	u.ClickOn("enter apply")
	u.SeeNot("Options")
	if (*got)["mode"] != "kv-events" || got.Int("workers") != 7 || got.Int("plen") != 97 {
		t.Errorf("got %v", *got)
	}
}

func TestFormIsCancelled(t *testing.T) {
	for _, way := range []func(*drive.User){
		func(u *drive.User) { u.Key("esc") },
		func(u *drive.User) { u.Key("q") },
		func(u *drive.User) { u.ClickOn("esc cancel") },
	} {
		u, got := formUser(t, nil)
		u.Key("right")
		way(u)
		u.SeeNot("Options")
		if *got != nil || u.Gone {
			t.Errorf("applied %v, gone %v", *got, u.Gone)
		}
	}
}

func TestFormSaysWhatIsAccepted(t *testing.T) {
	u, got := formUser(t, nil)
	u.Key("down")
	u.Type("99999x9")
	u.See("‹ 999999", "! 1 to 65,536")
	u.Key("up", "enter") // goes back to the line that is wrong
	if *got != nil {
		t.Fatalf("applied %v", *got)
	}
	_, y := u.Find("▸ ")
	if l := u.Line(y); !strings.Contains(l, "▸ workers") || !strings.Contains(l, "! 1 to 65,536") {
		t.Errorf("the wrong line reads %q", l)
	}
	u.Key("backspace")
	u.See("‹ 99999 ", "! 1 to 65,536")
	u.Key("ctrl+u", "6", "4", "enter")
	if got.Int("workers") != 64 {
		t.Errorf("got %v", *got)
	}
}

func TestFormShowsErrorsOfApply(t *testing.T) {
	u, _ := formUser(t, &ui.FieldError{Field: "plen", Err: errors.New("at least one block of 16")})
	u.Key("enter")
	_, y := u.Find("▸ ")
	if l := u.Line(y); !strings.Contains(l, "▸ prefix") || !strings.Contains(l, "! at least one") {
		t.Errorf("the wrong line reads %q", l)
	}
	u.See("! prefix: at least one block of 16")
	u, _ = formUser(t, errors.New("no room for that many"))
	u.Key("enter")
	u.See("! no room for that many")
}

func TestPrompt(t *testing.T) {
	s := &stub{name: "Route"}
	u := drive.Start(t, config(s), 80, 24)
	u.Key("#")
	u.See("Go to request", "‹ 14")
	c := u.Shell().View().Cursor
	x, y := u.Find("14 ")
	if c == nil || c.X != x+2 || c.Y != y || c.Blink {
		t.Errorf("cursor %+v, want it behind 14 at %d, %d and still", c, x, y)
	}
	u.Type("100")
	u.Key("enter")
	u.See("! 0 to 72")
	u.Key("backspace", "enter")
	if s.typed != "went to 10" {
		t.Errorf("typed %q", s.typed)
	}
	if u.Shell().View().Cursor != nil {
		t.Error("the cursor stays")
	}
}

func TestTextFieldScrollsWithItsCursor(t *testing.T) {
	u, _ := formUser(t, nil)
	u.Key("up")
	u.Type(strings.Repeat("0123456789", 4) + "가나다END")
	u.See("가나다END")
	c := u.Shell().View().Cursor
	x, y := u.Find("END")
	if c == nil || c.X != x+3 || c.Y != y {
		t.Errorf("cursor %+v, want %d, %d", c, x+3, y)
	}
	u.Key("home")
	u.See("[ 0123456789")
}

func TestOffFieldIsSkipped(t *testing.T) {
	fields := optionFields()
	fields[0].Off, fields[1].Off = true, true
	cfg := config(&stub{name: "Route"})
	cfg.Actions = []ui.Action{{ID: "options", Keys: []string{"o"}, Do: func(h ui.Host) {
		h.Open(ui.NewForm("Options", fields, func(ui.Values, ui.Host) error { return nil }))
	}}}
	u := drive.Start(t, cfg, 80, 24)
	u.Key("o")
	u.See("▸ prefix")
	u.Key("up", "up")
	u.See("▸ prefix")
	u.ClickOn("workers")
	u.See("▸ prefix")
}

func TestNumber(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want float64
		ok   bool
	}{
		{"2.15", 2.15, true},
		{" 1,000 GB/s", 1000, true},
		{"1e2gb/s", 100, true},
		{"", 0, false},
		{"NaN", 0, false},
		{"Inf", 0, false},
		{"0", 0, false},
		{"1001", 0, false},
		{"12 MB", 0, false},
	} {
		got, err := ui.Number(tc.in, 0.05, 1000, "GB/s")
		if (err == nil) != tc.ok || got != tc.want {
			t.Errorf("%q: got %v, %v", tc.in, got, err)
		}
		if err != nil && err.Error() != "a number from 0.05 to 1,000 GB/s" {
			t.Errorf("%q: says %q", tc.in, err)
		}
	}
}
