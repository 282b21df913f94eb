package sweep

import (
	"fmt"
	"slices"
	"strings"

	"kvtui/core/errtext"
)

// Merger puts shards together. The zero value has none.
type Merger struct {
	sweep Description
	of    int
	names []string // of the files, by shard; "" is missing
	first string
	rows  []Row // by cell
}

// Add takes a shard. Shards of another sweep, and one that is there already, are
// errors that name both files.
func (m *Merger) Add(p Part, name string) error {
	if m.of == 0 {
		m.sweep, m.of, m.first = p.Sweep, p.Shard.Of, name
		m.names = make([]string, m.of)
		m.rows = make([]Row, p.Sweep.Cells())
	}
	other := func(why string) error {
		return fmt.Errorf("%s: is of another sweep than %s: %s; accepted are shards of one", errtext.Name(name), errtext.Name(m.first), why)
	}
	if why := difference(&m.sweep, &p.Sweep); why != "" {
		return other(why)
	}
	if p.Shard.Of != m.of {
		return other(fmt.Sprintf("it is one of %d shards, not of %d", p.Shard.Of, m.of))
	}
	if was := m.names[p.Shard.Index-1]; was != "" {
		return fmt.Errorf("%s: is shard %s, as is %s: accepted is each shard once", errtext.Name(name), p.Shard, errtext.Name(was))
	}
	m.names[p.Shard.Index-1] = name
	for _, r := range p.Rows {
		m.rows[r.Cell] = r
	}
	return nil
}

// Sweep returns the whole sweep. It is an error where shards are missing.
func (m *Merger) Sweep() (Part, error) {
	const shown = 10
	var missing []string
	for i, name := range m.names {
		if name == "" {
			missing = append(missing, fmt.Sprint(i+1))
		}
	}
	if n := len(missing); n > 0 || m.of == 0 {
		if n > shown {
			missing = append(slices.Clip(missing[:shown]), fmt.Sprintf("and %d more", n-shown))
		}
		return Part{}, fmt.Errorf("shards missing of %d: %s; accepted are all of them", m.of, strings.Join(missing, ", "))
	}
	return Part{m.sweep, Whole(), m.rows}, nil
}
