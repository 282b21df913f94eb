package sweep

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"kvtui/core/errtext"
	"kvtui/core/scenario"
	"kvtui/core/workload"
)

// Description is all that a sweep's figures depend on, and what its output is
// printed from. Two shards are of one sweep when their descriptions are equal.
type Description struct {
	Scenario []Setting `json:"scenario"` // every key of the base, in file order
	X        Axis      `json:"x"`
	Y        Axis      `json:"y"` // no key where X is the only one
	Seeds    int       `json:"seeds"`
	Figures  []string  `json:"figures"` // names of the columns
	Traces   []string  `json:"traces"`  // digests of their requests
}

// Setting is a key and its value.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Describe describes a sweep. sets has every one of p.Traces.
func (p *Plan) Describe(sets Sets) Description {
	d := Description{X: p.X, Y: p.Y, Seeds: p.Seeds, Figures: figureNames(p.Timed), Traces: []string{}}
	for _, k := range scenario.Keys() {
		if v := k.Value(&p.Base); v != nil {
			d.Scenario = append(d.Scenario, Setting{k.Name, v.String()})
		}
	}
	for _, t := range p.Traces {
		d.Traces = append(d.Traces, digest(sets[t]))
	}
	return d
}

// digest tells the requests of two traces apart, whatever their files are
// called.
func digest(s *workload.Set) string {
	h := xxh3.New()
	var buf []byte
	put := func(v int64) { buf = binary.LittleEndian.AppendUint64(buf, uint64(v)) }
	put(int64(s.Size))
	for _, r := range s.Requests {
		for _, v := range []int{r.Tokens, r.Output, r.Session, r.Turn, int(r.At), int(r.Delay), len(r.Chain)} {
			put(int64(v))
		}
		for _, span := range r.Chain {
			put(int64(span.First))
			put(int64(span.N))
		}
		_, _ = h.Write(buf) // a hash takes everything
		buf = buf[:0]
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// Cells returns how many cells there are.
func (d *Description) Cells() int { return len(d.X.Values) * max(1, len(d.Y.Values)) }

// Values returns what a cell has on each axis, "" where there is no Y.
func (d *Description) Values(cell int) (x, y string) { return pair(d.X, d.Y, cell) }

// Timed reports whether its runs have a clock.
func (d *Description) Timed() bool { return slices.Equal(d.Figures, figureNames(true)) }

// Source names the scenario, or the kind of its workload where it has no name.
func (d *Description) Source() string {
	var name, kind string
	for _, s := range d.Scenario {
		switch s.Key {
		case "name":
			name = s.Value
		case "workload.kind":
			kind = s.Value
		}
	}
	if name == "" {
		return kind
	}
	return name
}

// Limits of a description's texts, in bytes, and of its keys.
const (
	maxKey      = 100
	maxValue    = 4096
	maxSettings = 1000
)

// validate checks a description that may come from anywhere: its output goes to
// a terminal.
func (d *Description) validate() error {
	switch {
	case d.Cells() < 1 || d.Cells() > MaxCells || (d.Y.Key == "") != (len(d.Y.Values) == 0):
		return fmt.Errorf("its axes have %d and %d values: accepted are 1 to %d cells", len(d.X.Values), len(d.Y.Values), MaxCells)
	case d.Seeds < 1 || d.Seeds > MaxSeeds:
		return fmt.Errorf("it has %d seeds: accepted are 1 to %d", d.Seeds, MaxSeeds)
	case !d.Timed() && !slices.Equal(d.Figures, figureNames(false)):
		return errors.New("its figures are others than those that this program knows")
	case len(d.Scenario) > maxSettings || len(d.Traces) > MaxTraces:
		return fmt.Errorf("it has %d settings and %d traces: accepted are up to %d and %d", len(d.Scenario), len(d.Traces), maxSettings, MaxTraces)
	case !isKey(d.X.Key) || d.Y.Key != "" && !isKey(d.Y.Key):
		return fmt.Errorf("it sweeps %s and %s: accepted are keys of a scenario", errtext.Quote(d.X.Key), errtext.Quote(d.Y.Key))
	}
	for _, s := range d.Scenario {
		if !isKey(s.Key) || !isValue(s.Value) {
			return unprintable(s.Key, s.Value)
		}
	}
	for _, a := range []Axis{d.X, d.Y} {
		for _, v := range a.Values {
			if !isValue(v) {
				return unprintable(a.Key, v)
			}
		}
	}
	return nil
}

func unprintable(key, value string) error {
	return fmt.Errorf("its setting %s of %s cannot be printed: accepted is printable text of up to %d bytes", errtext.Quote(key), errtext.Quote(value), maxValue)
}

func isKey(s string) bool {
	return s != "" && len(s) <= maxKey && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' })
}

func isValue(s string) bool {
	return len(s) <= maxValue && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) })
}

// difference says in what two descriptions differ, "" where they are equal.
func difference(a, b *Description) string {
	for i := range max(len(a.Scenario), len(b.Scenario)) {
		switch {
		case i >= len(a.Scenario) || i >= len(b.Scenario) || a.Scenario[i].Key != b.Scenario[i].Key:
			return "their scenarios have other keys"
		case a.Scenario[i].Value != b.Scenario[i].Value:
			return fmt.Sprintf("%s is %s and %s", a.Scenario[i].Key, errtext.Quote(a.Scenario[i].Value), errtext.Quote(b.Scenario[i].Value))
		}
	}
	same := func(a, b Axis) bool { return a.Key == b.Key && slices.Equal(a.Values, b.Values) }
	switch {
	case !same(a.X, b.X):
		return "their x axes differ"
	case !same(a.Y, b.Y):
		return "their y axes differ"
	case a.Seeds != b.Seeds:
		return fmt.Sprintf("they have %d and %d seeds", a.Seeds, b.Seeds)
	case !slices.Equal(a.Figures, b.Figures):
		return "their figures differ"
	case !slices.Equal(a.Traces, b.Traces):
		return "the requests of their traces differ"
	}
	return ""
}
