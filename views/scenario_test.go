package views

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"kvtui/core/scenario"
	"kvtui/views/state"
)

// opened is a person before a built-in scenario at 80 by 24 cells.
func opened(t testing.TB, name string) *stand {
	t.Helper()
	f, err := scenario.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	return onShelf(t, state.Of(name, f), nil)
}

// onShelf is a person whose files go to a shelf; without one nothing is saved.
func onShelf(t testing.TB, st state.State, files shelf) *stand {
	t.Helper()
	s := newSession(t, st, nil)
	if files != nil {
		s.Save = files.save
	}
	return before(t, s, look("dark", false), 80, 24)
}

// choose moves the form's focus to a field.
func (u *stand) choose(t testing.TB, label string) {
	t.Helper()
	for range 60 {
		if strings.Contains(u.Screen(), "▸ "+label+" ") {
			return
		}
		u.Key("down")
	}
	t.Fatalf("no field %q in\n%s", label, u.Screen())
}

// TestEveryBuiltinOpens holds that the stage draws each, named, from its start
// to its end.
func TestEveryBuiltinOpens(t *testing.T) {
	for _, name := range scenario.BuiltinNames() {
		u := opened(t, name)
		u.See(name, "Nothing has been routed yet")
		for _, key := range []string{"N", "G"} {
			u.Key(key)
			u.See(name, "why")
		}
		if got, want := u.s.State().Command(), "kvtui "+name; !strings.HasPrefix(got, want) {
			t.Errorf("command %q", got)
		}
	}
}

// TestOptionsEditTheOpenScenario changes one field of each table at 80x24.
func TestOptionsEditTheOpenScenario(t *testing.T) {
	u := opened(t, "sibling-burst")
	u.Key("o")
	for label, value := range map[string]string{"workers": "5", "capacity": "700", "groups": "3", "Zipf exponent": "0.5", "events late by": "2", "events lost": "0.25"} {
		u.choose(t, label)
		u.Type(value)
	}
	u.Key("enter")
	u.SeeNot("enter apply")
	const want = "kvtui sibling-burst --workers 5 --capacity-blocks 700 --set workload.groups=3 --set workload.zipf=0.5 --set knowledge.delay_requests=2 --set knowledge.loss=0.25"
	if got := u.s.State().Command(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	u.Key("u")
	if got := u.s.State().Command(); got != "kvtui sibling-burst" {
		t.Errorf("undone: %s", got)
	}
}

func TestOptionsSayWhatIsWrongOnItsField(t *testing.T) {
	u := opened(t, "sibling-burst")
	u.Key("o")
	u.choose(t, "events lost")
	u.Type("1.5")
	u.See("1.5 is out of range: accepted are 0 to 1")
	u.Key("ctrl+u")
	u.Type("0")
	u.choose(t, "mute worker") // of eight workers
	u.Type("8")
	u.Key("enter")
	u.See("▸ mute worker", "! mute worker: 8 is out of range: accepted are 0 to 7")
}

// TestOptionsOfAStrategy holds that the form has the options that the strategy
// reads, and no others.
func TestOptionsOfAStrategy(t *testing.T) {
	f := scenario.New(scenario.KindLab)
	f.Strategy = "dynamo"
	u := before(t, newSession(t, state.Of("", f), nil), look("dark", false), 100, 50)
	u.Key("o")
	u.See("temperature", "overlap-score-credit-decay", "sends of each", "block size")
	u.SeeNot("load-factor", "cache-threshold", "Zipf", "conversations", "trace")
	u.choose(t, "temperature")
	u.Type("0.5")
	u.Key("enter")
	if got := u.s.State().Options.Temperature; got != 0.5 {
		t.Errorf("temperature %v", got)
	}
}

func TestOptionsChangeTheKindOfWorkload(t *testing.T) {
	u := open(t, state.Default(""), nil)
	u.Key("o")
	u.choose(t, "workload")
	u.Key("right", "right", "enter")
	u.See("chats with its defaults")
	if got := u.s.State().Command(); got != "kvtui --set workload.kind=chats" {
		t.Errorf("got %s", got)
	}
	u.Key("o")
	u.See("conversations", "question")
}

// shelf keeps what is saved.
type shelf map[string]string

func (f shelf) save(path string, data []byte, replace bool) error {
	if _, there := f[path]; there && !replace {
		return fs.ErrExist
	}
	if strings.HasPrefix(path, "locked/") {
		return errors.New("permission denied")
	}
	f[path] = string(data)
	return nil
}

// TestSaveAsksBeforeItReplaces saves, refuses, and replaces.
func TestSaveAsksBeforeItReplaces(t *testing.T) {
	stale, err := scenario.Builtin("stale-index")
	if err != nil {
		t.Fatal(err)
	}
	files := shelf{"mine.toml": "old"}
	u := onShelf(t, state.Of("stale-index", stale), files)
	u.Key("w", "ctrl+s")
	u.See("Save the scenario", "stale-index.toml")
	u.Type("mine")
	u.Key("enter")
	u.See("The file is there already", "mine.toml", "‹ no")
	u.Key("enter")
	u.See("not saved")
	if files["mine.toml"] != "old" {
		t.Errorf("replaced by %q", files["mine.toml"])
	}
	u.Key("ctrl+s")
	u.Type("mine")
	u.Key("enter", "right", "enter")
	u.See("saved mine.toml")
	f, err := scenario.Parse([]byte(files["mine.toml"]), "mine.toml")
	if err != nil || f != u.s.State().File || f.Workers != 5 {
		t.Errorf("%v, file %+v", err, f)
	}
	if got := u.s.State().Command(); got != "kvtui mine.toml" {
		t.Errorf("command %s", got)
	}
	u.Key("ctrl+s")
	u.See("[ mine.toml")
	u.Type("locked/a.toml")
	u.Key("enter")
	u.See("not saved: permission denied")
}

func TestSaveNamesTheLab(t *testing.T) {
	files := shelf{}
	u := onShelf(t, state.Default(""), files)
	u.Key("ctrl+s")
	u.Type("dir/mine.toml")
	u.Key("enter")
	if got := u.s.State(); got.Command() != "kvtui dir/mine.toml" || got.Name != "mine" || len(files) != 1 {
		t.Errorf("%s, name %q, %d files", got.Command(), got.Name, len(files))
	}
	bare := open(t, state.Default(""), nil)
	bare.Key("ctrl+s")
	bare.SeeNot("Save the scenario")
}
