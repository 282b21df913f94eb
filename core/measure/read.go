package measure

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"kvtui/core/errtext"
)

// Limits of what ReadAll accepts.
const (
	MaxLineBytes = 1 << 20    // bytes of one line
	MaxLines     = 10_000_000 // lines of a file, blank ones counted
	MaxCount     = 1_000_000_000
	MaxTTFTMS    = 1e12 // 31 years
)

// ReadAll reads a measurement file: JSON lines of the form
// {"mode":"agg"|"disagg","input":N,"conc":N,"rep":N,"ttft_p50_ms":MS}. Blank
// lines are skipped and other fields are ignored. All five fields are needed;
// input and conc are whole numbers of 1 or more, rep of 0 or more, the time is 0
// or more. An error reads "NAME:LINE: what is wrong; accepted: ..." with name
// for the file, and comes without samples. Format: lab, step 7.
func ReadAll(r io.Reader, name string) ([]Sample, error) {
	return readUpTo(r, name, MaxLines)
}

func readUpTo(r io.Reader, name string, maxLines int) ([]Sample, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), MaxLineBytes)
	var samples []Sample
	n := 0
	fail := func(line int, err error) ([]Sample, error) {
		return nil, fmt.Errorf("%s:%d: %w", errtext.Name(name), line, err)
	}
	for lines.Scan() {
		n++
		if n > maxLines {
			return fail(n, fmt.Errorf("too many lines; accepted: at most %d", maxLines))
		}
		line := lines.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")) // byte order mark
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		s, err := parse(line)
		if err != nil {
			return fail(n, err)
		}
		samples = append(samples, s)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fail(n+1, fmt.Errorf("line too long; accepted: less than %d bytes", MaxLineBytes))
	} else if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // its text repeats the name, unescaped
		}
		return fail(n+1, fmt.Errorf("cannot read on: %w", err))
	}
	return samples, nil
}

var errNoObject = errors.New("not a JSON object; accepted: one JSON object a line")

// parse reads one line. It goes through a map since struct decoding would take
// "MODE" for "mode".
func parse(line []byte) (Sample, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return Sample{}, fmt.Errorf("broken JSON: %w; accepted: one JSON object a line", err)
		}
		return Sample{}, errNoObject
	}
	if fields == nil {
		return Sample{}, errNoObject
	}
	mode, err := parseMode(fields["mode"])
	if err != nil {
		return Sample{}, err
	}
	input, err := parseCount("input", fields["input"], 1)
	if err != nil {
		return Sample{}, err
	}
	conc, err := parseCount("conc", fields["conc"], 1)
	if err != nil {
		return Sample{}, err
	}
	rep, err := parseCount("rep", fields["rep"], 0)
	if err != nil {
		return Sample{}, err
	}
	ms, err := parseMS("ttft_p50_ms", fields["ttft_p50_ms"])
	if err != nil {
		return Sample{}, err
	}
	return Sample{Mode: mode, Input: input, Conc: conc, Rep: rep, TTFTMS: ms}, nil
}

func parseMode(raw json.RawMessage) (Mode, error) {
	const accepted = `"agg" or "disagg"`
	var name *string
	if raw == nil {
		return 0, refuse("mode", raw, accepted)
	}
	if err := json.Unmarshal(raw, &name); err != nil || name == nil {
		return 0, refuse("mode", raw, accepted)
	}
	for _, m := range []Mode{Aggregated, Disaggregated} {
		if *name == m.String() {
			return m, nil
		}
	}
	return 0, refuse("mode", raw, accepted)
}

func parseCount(field string, raw json.RawMessage, least int) (int, error) {
	n, err := strconv.Atoi(string(raw))
	if err != nil || n < least || n > MaxCount {
		return 0, refuse(field, raw, fmt.Sprintf("a whole number from %d to %d", least, MaxCount))
	}
	return n, nil
}

func parseMS(field string, raw json.RawMessage) (float64, error) {
	// Unmarshal rather than ParseFloat, which takes "Inf" and hexadecimal.
	var ms *float64
	if raw == nil || json.Unmarshal(raw, &ms) != nil || ms == nil || *ms < 0 || *ms > MaxTTFTMS {
		return 0, refuse(field, raw, fmt.Sprintf("a number from 0 to %g, in ms", MaxTTFTMS))
	}
	return *ms, nil
}

// refuse words the error for a field that is absent (raw nil) or does not fit.
func refuse(field string, raw json.RawMessage, accepted string) error {
	if raw == nil {
		return fmt.Errorf("%s is missing; accepted: %s", field, accepted)
	}
	return fmt.Errorf("%s is %s; accepted: %s", field, shown(raw), accepted)
}

// shown is a JSON value for an error: text and what holds it in quotes, a
// number as it stands.
func shown(raw json.RawMessage) string {
	var text string
	var number json.Number
	switch {
	case raw[0] == '"' && json.Unmarshal(raw, &text) == nil:
		return errtext.Quote(text)
	case json.Unmarshal(raw, &number) == nil && number != "":
		return errtext.Cut(string(number))
	}
	return errtext.Quote(string(raw))
}
