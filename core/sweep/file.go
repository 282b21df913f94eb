package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"kvtui/core/errtext"
)

// A shard file is lines of JSON: a head that describes the sweep, then a list
// for each cell of the shard, in order: the cell's number and its figures, null
// for one that it does not have. Version changes when any of this does, or what
// a figure means, and with nothing else.
const (
	format  = "kvtui sweep shard"
	Version = 1
)

// Limits of what is read, in bytes.
const (
	maxHead = 16 << 20
	maxRow  = 4096
)

// head is the first line.
type head struct {
	Format  string      `json:"format"`
	Version int         `json:"version"`
	Shard   int         `json:"shard"` // from 1
	Shards  int         `json:"shards"`
	Sweep   Description `json:"sweep"`
}

// Part is a shard with its figures; of a whole sweep, all of them.
type Part struct {
	Sweep Description
	Shard Shard
	Rows  []Row
}

// FileError says where a shard file is wrong.
type FileError struct {
	File    string // name as given
	Line    int    // from 1
	Problem string // what is wrong and what is accepted
}

// Error implements error.
func (e *FileError) Error() string {
	return fmt.Sprintf("%s:%d: %s", errtext.Name(e.File), e.Line, e.Problem)
}

// Encode writes a shard file. It fails where the scenario holds text that a
// shard file may not.
func (p Part) Encode() ([]byte, error) {
	if err := p.Sweep.validate(); err != nil {
		return nil, fmt.Errorf("write the shard: %w", err)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(head{format, Version, p.Shard.Index, p.Shard.Of, p.Sweep}); err != nil {
		return nil, fmt.Errorf("write the shard: %w", err)
	}
	if out.Len() > maxHead {
		return nil, fmt.Errorf("write the shard: its description has %d bytes: accepted are up to %d", out.Len(), maxHead)
	}
	for _, r := range p.Rows {
		line := make([]*float64, 0, len(r.Figures)+1)
		cell := float64(r.Cell)
		line = append(line, &cell)
		for _, v := range r.Figures {
			if math.IsNaN(v) {
				line = append(line, nil)
			} else {
				line = append(line, &v)
			}
		}
		if err := e.Encode(line); err != nil {
			return nil, fmt.Errorf("write the shard: %w", err)
		}
	}
	return out.Bytes(), nil
}

// Read reads a shard file, which must be whole. Errors in the text are
// *FileErrors.
func Read(r io.Reader, name string) (Part, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxHead)
	bad := func(line int, problem string) error { return &FileError{name, line, problem} }
	if !lines.Scan() {
		return Part{}, ended(lines.Err(), name, 1, "is empty: accepted is a file of kvtui sweep --shard")
	}
	p, problem := readHead(lines.Bytes())
	if problem != "" {
		return Part{}, bad(1, problem)
	}
	cells := p.Shard.cells(p.Sweep.Cells())
	for i, cell := range cells {
		if !lines.Scan() {
			return Part{}, ended(lines.Err(), name, i+2, fmt.Sprintf("the file ends after %d of %d cells: accepted is a whole shard", i, len(cells)))
		}
		row, problem := readRow(lines.Bytes(), cell, len(p.Sweep.Figures))
		if problem != "" {
			return Part{}, bad(i+2, problem)
		}
		p.Rows = append(p.Rows, row)
	}
	if lines.Scan() || lines.Err() != nil {
		return Part{}, ended(lines.Err(), name, len(cells)+2, fmt.Sprintf("more lines than the %d cells of the shard: accepted is one a cell", len(cells)))
	}
	return p, nil
}

// ended words the end of a file: one of reading, else the problem.
func ended(err error, name string, line int, problem string) error {
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		return &FileError{name, line, fmt.Sprintf("too long a line: accepted are up to %d bytes", maxHead)}
	case err != nil:
		return fmt.Errorf("read %s: %w", errtext.Name(name), err)
	}
	return &FileError{name, line, problem}
}

func readHead(line []byte) (p Part, problem string) {
	var h head
	// The version first: another one may have other fields.
	var v struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(line, &v); err != nil || v.Format != format {
		return Part{}, "is no shard of a sweep: accepted is a file of kvtui sweep --shard"
	}
	if v.Version != Version {
		return Part{}, fmt.Sprintf("is of version %d of the format: accepted is %d", v.Version, Version)
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return Part{}, "broken head: " + strings.Trim(errtext.Quote(err.Error()), `"`) + ": accepted is a file of kvtui sweep --shard"
	}
	p = Part{Sweep: h.Sweep, Shard: Shard{h.Shard, h.Shards}}
	if !p.Shard.valid() {
		return Part{}, fmt.Sprintf("is shard %s: accepted are 1/N to N/N, N up to %d", p.Shard, MaxCells)
	}
	if err := p.Sweep.validate(); err != nil {
		return Part{}, err.Error()
	}
	return p, ""
}

func readRow(line []byte, cell, figures int) (row Row, problem string) {
	var values []*float64
	if len(line) > maxRow {
		return Row{}, fmt.Sprintf("too long a line: accepted are up to %d bytes", maxRow)
	}
	if err := json.Unmarshal(line, &values); err != nil || len(values) != figures+1 || values[0] == nil {
		return Row{}, fmt.Sprintf("is no cell: accepted is a list of its number and %d figures", figures)
	}
	if *values[0] != float64(cell) {
		return Row{}, fmt.Sprintf("is cell %g: accepted is %d here", *values[0], cell)
	}
	row = Row{cell, make([]float64, figures)}
	for i, v := range values[1:] {
		if row.Figures[i] = math.NaN(); v != nil {
			row.Figures[i] = *v
		}
	}
	return row, ""
}
