package workload

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// LengthsBlock is the tokens per block for traces of lengths only, which have
// none of their own: vLLM's default.
const LengthsBlock = 16

const maxColumns = 100

// columns are a table's header, by columnKey.
type columns []string

// columnKey makes one of the ways in which releases spell a column.
func columnKey(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "_", "").Replace(name))
}

// values cuts a line at its commas; none of them is inside a value here, but a
// spreadsheet may have put values into quotes.
func values(line []byte) ([]string, error) {
	if bytes.Count(line, []byte{','}) >= maxColumns {
		return nil, fmt.Errorf("too many columns: accepted are up to %d", maxColumns)
	}
	text := string(line)
	if strings.IndexByte(text, '"') < 0 {
		return strings.Split(text, ","), nil
	}
	row, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		return nil, errors.New("quotes do not match: accepted are values between commas")
	}
	return row, nil
}

func header(line []byte) (columns, error) {
	names, err := values(line)
	for i, n := range names {
		names[i] = columnKey(n)
	}
	return names, err
}

func (c columns) at(key string) int {
	for i, k := range c {
		if k == key {
			return i
		}
	}
	return -1
}

func (c columns) has(keys ...string) bool {
	for _, k := range keys {
		if c.at(k) < 0 {
			return false
		}
	}
	return true
}

// record is one line of a table.
type record struct {
	columns columns
	values  []string
}

func (t *Reader) record(line []byte) (record, error) {
	vs, err := values(line)
	if err == nil && len(vs) != len(t.columns) {
		err = fmt.Errorf("has %d values: accepted are %d, as in the header", len(vs), len(t.columns))
	}
	return record{t.columns, vs}, err
}

// text returns the value of a column, "" where there is no such column.
func (r record) text(key string) string {
	if i := r.columns.at(key); i >= 0 {
		return strings.TrimSpace(r.values[i])
	}
	return ""
}

// tokens returns a column's number of tokens; some tools write 472 as 472.0.
func (r record) tokens(key string) (int, error) {
	s := r.text(key)
	n, err := strconv.Atoi(s)
	if err != nil {
		if f, ferr := strconv.ParseFloat(s, 64); ferr == nil && f == math.Trunc(f) && math.Abs(f) <= maxTokens {
			n, err = int(f), nil
		}
	}
	if err != nil || n < 0 || n > maxTokens {
		return 0, fmt.Errorf("%s is %.40q: accepted are whole numbers from 0 to %d", key, s, maxTokens)
	}
	return n, nil
}

// lengths finishes a line that has lengths only, and perhaps a session.
func (t *Reader) lengths(e entry, session string) (entry, error) {
	var err error
	if e.Chain, err = t.chain(nil, e.Tokens); err != nil {
		return e, err
	}
	t.counts.Alone++
	if e.Session = -1; session != "" {
		e.Session = t.sessions.named(session)
		e.Turn = t.sessions.take(e.Session)
	}
	return e, nil
}
