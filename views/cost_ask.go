package views

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kvtui/core/cost"
	"kvtui/core/sim"
	"kvtui/ui"
)

// ask opens a dialog to type the value of a field.
func (v *Cost) ask(f costField, h ui.Host) {
	v.focusOn(f)
	switch f {
	case fieldModel:
		v.askName(h, v.w.askModel, v.w.noteModel, v.st.Model, func(text string) error {
			name, err := modelNamed(text)
			if err == nil {
				v.setModel(name)
			}
			return err
		})
	case fieldPrecision:
		v.askName(h, v.w.askPrecision, v.w.notePrecision, v.st.Precision.String(), func(text string) error {
			if share, ok := mixedShare(text); ok {
				v.setMixed(share)
				return nil
			}
			p, err := cost.ParsePrecision(text)
			if err != nil {
				return errors.New(v.w.notePrecision)
			}
			v.setPrecision(p)
			return nil
		})
	case fieldSend:
		v.askSend(h)
	case fieldMap:
		v.takeCursor()
	default:
		v.askNumber(f, h)
	}
}

func (v *Cost) askName(h ui.Host, title, note, value string, set func(string) error) {
	h.Open(ui.NewPrompt(title, ui.Field{ID: "name", Label: title, Kind: ui.Text, Value: value, Note: note},
		func(text string, _ ui.Host) error { return set(text) }))
}

func (v *Cost) askNumber(f costField, h ui.Host) {
	lo, hi, unit := f.bounds()
	if f == fieldFlight && v.n.simulated {
		hi = sim.MaxLoadConcurrency
	}
	name := v.fieldName(f)
	value := strconv.FormatFloat(ui.RoundTo(v.value(f), 4), 'f', -1, 64)
	if f == fieldTokens || f == fieldFlight {
		value = strconv.Itoa(int(v.value(f)))
	}
	note := ""
	switch f {
	case fieldSaved:
		note = v.w.noteSaved
	case fieldOverhead:
		note = v.w.noteOverhead
	case fieldGBps:
		note = v.w.noteGBps
	default:
	}
	read := func(text string) (float64, error) {
		if f == fieldGBps {
			return readGBps(text, lo, hi)
		}
		x, err := ui.Number(text, lo, hi, unit)
		if err == nil && v.sliders[f].Integer && x != math.Trunc(x) {
			err = fmt.Errorf("a whole number of %s", unit)
		}
		return x, err
	}
	check := func(text string) error {
		_, err := read(text)
		return err
	}
	h.Open(ui.NewPrompt(fmt.Sprintf(v.w.askNumber, name), ui.Field{
		ID: "value", Label: name, Kind: ui.Text, Value: value, Unit: unit, Note: note, Check: check,
	}, func(text string, _ ui.Host) error {
		x, err := read(text)
		if err == nil {
			v.set(f, x)
		}
		return err
	}))
}

// readGBps reads a bandwidth in GB/s, or in the unit that follows it.
func readGBps(text string, lo, hi float64) (float64, error) {
	x, err := cost.ParseGBps(strings.ReplaceAll(text, ",", ""))
	switch {
	case err != nil:
		return 0, errors.New("GB/s, or 25Gbit, 25GbE, 3.1GB/s") // as long as a dialog has room for
	case !(x >= lo && x <= hi):
		return 0, fmt.Errorf("%s to %s", exact(lo), exactRate(hi))
	}
	return x, nil
}

// modelNamed finds a model by its name, or by a part of it that no other has.
// The error names the closest ones.
func modelNamed(text string) (string, error) {
	m, err := cost.ModelByName(text)
	if err == nil {
		return m.Name, nil
	}
	part, found := strings.ToLower(text), ""
	for _, m := range cost.Models() {
		if part == "" || !strings.Contains(strings.ToLower(m.Name), part) {
			continue
		}
		if found != "" {
			return "", closest(err)
		}
		found = m.Name
	}
	if found == "" {
		return "", closest(err)
	}
	return found, nil
}

// closest keeps of an error the names that it offers, which is all that a
// dialog has room for.
func closest(err error) error {
	var arg *cost.ArgError
	if !errors.As(err, &arg) {
		return err
	}
	_, names, _ := strings.Cut(arg.Want, "; ")
	return errors.New(names)
}

func (v *Cost) fieldName(f costField) string {
	switch f {
	case fieldModel:
		return v.w.model
	case fieldPrecision:
		return v.w.fieldPrecision
	case fieldSend:
		return v.w.fieldSend
	case fieldMap:
		return v.w.fieldMap
	case fieldTokens:
		return v.w.tokens
	case fieldPrefill:
		return v.w.prefill
	case fieldGBps:
		return v.w.bandwidth
	case fieldSaved:
		return v.w.fieldSaved
	case fieldFlight:
		return v.w.fieldFlight
	case fieldLimit:
		return v.w.fieldLimit
	case fieldRate:
		return v.w.fieldRate
	case fieldOverhead:
		return v.w.fieldOverhead
	case fieldMemory:
		return v.w.fieldMemory
	case costFields:
	}
	return ""
}
