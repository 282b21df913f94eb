package views

import (
	"errors"
	"slices"
	"strings"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/ui"
	"kvtui/views/state"
)

// openOptions opens the form with what can be set of the open scenario.
func (s *Session) openOptions(h ui.Host) {
	h.Open(ui.NewForm("Options", s.optionFields(), func(v ui.Values, h ui.Host) error {
		next, err := s.fromForm(v)
		if err != nil {
			return err
		}
		if was := s.wantedState().Kind; next.Kind != was {
			h.Toast(next.Kind.String() + " with its defaults: o sets its numbers")
		}
		s.Change(h, next)
		return nil
	}))
}

// optionFields has a field for each key that matters now, what is changed most
// first.
func (s *Session) optionFields() []ui.Field {
	st := s.wantedState()
	var out []ui.Field
	for _, k := range s.optionKeys(st) {
		out = append(out, s.field(k, k.Value(&st.File)))
	}
	return out
}

// optionKeys are the keys of the form: of the workload's kind, of options those
// that the strategy reads, and of the clock's those that do something. What names a file is left out.
func (s *Session) optionKeys(st state.State) []scenario.Key {
	first := []string{"strategy.name", "knowledge.kind", "fleet.workers", "fleet.capacity_blocks", "seed", "workload.kind"}
	hidden := []string{"name", "about", "fleet.capacity_tokens", "workload.path", "workload.limit", "workload.skip_bad"}
	if st.Kind == scenario.KindTrace {
		hidden = append(hidden, "workload.block_tokens") // it was needed to read the trace
	}
	var top, workload, options, flaws []scenario.Key
	all := scenario.Keys()
	for _, k := range all {
		table, option, _ := strings.Cut(k.Name, ".")
		switch {
		case !st.Matters(k), slices.Contains(hidden, k.Name), slices.Contains(first, k.Name):
		case table == "workload":
			workload = append(workload, k)
		case table != "strategy":
			flaws = append(flaws, k)
		case reads(st.Strategy, option):
			options = append(options, k)
		}
	}
	for _, name := range first {
		i := slices.IndexFunc(all, func(k scenario.Key) bool { return k.Name == name })
		top = append(top, all[i])
	}
	return slices.Concat(top, workload, options, flaws)
}

func reads(strategy, option string) bool {
	info, err := route.ByName(strategy)
	return err == nil && slices.Contains(info.Options, option)
}

// yesNo are the words for true and false.
func yesNo() []string { return []string{"no", "yes"} }

func (s *Session) field(k scenario.Key, v *scenario.Value) ui.Field {
	f := ui.Field{ID: k.Name, Label: k.Label, Unit: k.Unit, Value: v.String(), Note: k.About}
	switch v.Type {
	case scenario.Whole:
		f.Kind, f.Min, f.Max = ui.Integer, int(v.Low), int(v.High)
	case scenario.Word:
		f.Kind, f.Choices = ui.Choice, v.Words
		if k.Name == "workload.kind" && s.trace == nil {
			f.Choices = slices.DeleteFunc(slices.Clone(v.Words), func(w string) bool { return w == scenario.KindTrace.String() })
		}
	case scenario.Flag:
		f.Kind, f.Choices, f.Value = ui.Choice, yesNo(), yesNo()[0]
		if v.String() == "true" {
			f.Value = yesNo()[1]
		}
	case scenario.Real, scenario.Text:
		f.Kind = ui.Text
		f.Note += ": " + v.Accepted()
		f.Check = func(text string) error {
			probe := s.wantedState().File
			return keyProblem(probe.Set(k.Name, text))
		}
	}
	return f
}

// fromForm makes a state of the form's values. What the fields cannot check
// alone is named on the field that is at fault.
func (s *Session) fromForm(v ui.Values) (state.State, error) {
	was := s.wantedState()
	st := was
	for _, name := range scenario.Leads() {
		value, shown := v[name]
		if !shown {
			continue
		}
		if err := st.Set(name, value); err != nil {
			return st, fieldError(err)
		}
	}
	for _, k := range s.optionKeys(was) {
		value, old := v[k.Name], k.Value(&was.File)
		if old.Type == scenario.Flag {
			value = map[bool]string{true: "true", false: "false"}[value == yesNo()[1]]
		}
		if value == old.String() || k.Value(&st.File) == nil || slices.Contains(scenario.Leads(), k.Name) {
			continue // what stands for the choice before must not undo what the new one brings
		}
		if err := st.Set(k.Name, value); err != nil {
			return st, fieldError(err)
		}
	}
	if err := st.Check(); err != nil {
		return st, fieldError(err)
	}
	if g := st.Generator(); g != nil && g.Len() > MaxRequests {
		field := map[scenario.Kind]string{scenario.KindLab: "workload.reps", scenario.KindChats: "workload.turns"}[st.Kind]
		if field == "" {
			field = "workload.requests"
		}
		return st, &ui.FieldError{Field: field, Err: errors.New(tooMany(g.Len()))}
	}
	return st, nil
}

// fieldError puts a key's error on its field: the first that it names.
func fieldError(err error) error {
	var bad *scenario.KeyError
	if !errors.As(err, &bad) {
		return err
	}
	first, _, _ := strings.Cut(bad.Key, " ")
	return &ui.FieldError{Field: strings.TrimSuffix(first, ","), Err: errors.New(bad.Problem)}
}

// keyProblem leaves out the key, which stands on the same line.
func keyProblem(err error) error {
	var bad *scenario.KeyError
	if errors.As(err, &bad) {
		return errors.New(bad.Problem)
	}
	return err
}
