package views

import (
	"errors"
	"strconv"

	"kvtui/core/route"
	"kvtui/core/scenario"
	"kvtui/core/workload"
	"kvtui/ui"
	"kvtui/views/state"
)

// openOptions opens the form with every argument of the run.
func (s *Session) openOptions(h ui.Host) {
	h.Open(ui.NewForm("Options", s.optionFields(), func(v ui.Values, h ui.Host) error {
		next, err := s.fromForm(v)
		if err != nil {
			return err
		}
		s.Change(h, next)
		return nil
	}))
}

func (s *Session) optionFields() []ui.Field {
	st := s.wantedState()
	whole := func(id, label, unit string, v, low, high int) ui.Field {
		return ui.Field{
			ID: id, Label: label, Unit: unit, Kind: ui.Integer, Value: strconv.Itoa(v), Min: low, Max: high,
			Note: thousands(low) + " to " + thousands(high), Off: s.trace != nil && id != "workers",
		}
	}
	var strategies []string
	for _, info := range route.Strategies() {
		strategies = append(strategies, info.Name)
	}
	var knows []string
	for k := scenario.Approximate; k <= scenario.Silent; k++ {
		knows = append(knows, knowledgeName(k))
	}
	return []ui.Field{
		{ID: "strategy", Label: "strategy", Kind: ui.Choice, Choices: strategies, Value: st.Scenario.Strategy},
		{
			ID: "knowledge", Label: "router knows", Kind: ui.Choice, Choices: knows, Value: knowledgeName(st.Scenario.Knowledge),
			Note: "where the strategy has an index",
		},
		whole("workers", "workers", "", st.Scenario.Workers, 1, scenario.MaxWorkers),
		{ID: "seed", Label: "seed", Kind: ui.Integer, Value: strconv.FormatInt(st.Scenario.Seed, 10), Note: "any whole number"},
		whole("prefixes", "prefixes", "", st.Lab.Prefixes, 0, workload.MaxRequests),
		whole("reps", "sends of each", "", st.Lab.Reps, 0, workload.MaxRequests),
		whole("plen", "prefix length", "tokens", st.Lab.PrefixTokens, 0, workload.MaxPromptTokens),
		whole("tail", "tail length", "tokens", st.Lab.TailTokens, 0, workload.MaxPromptTokens),
		whole("block", "block size", "tokens", st.Lab.Block, 1, workload.MaxPromptTokens),
	}
}

// fromForm makes a state of the form's values. What the fields cannot check
// alone is named on the field that is at fault.
func (s *Session) fromForm(v ui.Values) (state.State, error) {
	st := s.wantedState()
	st.Scenario.Strategy = v["strategy"]
	for k := scenario.Approximate; k <= scenario.Silent; k++ {
		if knowledgeName(k) == v["knowledge"] {
			st.Scenario.Knowledge = k
		}
	}
	st.Scenario.Workers = v.Int("workers")
	st.Scenario.Seed = int64(v.Int("seed"))
	st.Lab = workload.Lab{
		Prefixes: v.Int("prefixes"), Reps: v.Int("reps"),
		PrefixTokens: v.Int("plen"), TailTokens: v.Int("tail"), Block: v.Int("block"),
	}
	var bad *workload.ArgError
	if err := errors.Join(st.Scenario.Validate(), st.Lab.Validate()); errors.As(err, &bad) {
		return st, &ui.FieldError{Field: bad.Arg, Err: errors.New(bad.Problem)}
	}
	if st.Lab.Len() > MaxRequests {
		return st, &ui.FieldError{Field: "reps", Err: errors.New(tooMany(st.Lab.Len()))}
	}
	return st, nil
}
