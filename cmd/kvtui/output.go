package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"kvtui/core/scenario"
)

// print writes a command's whole output at once, so that a command that fails
// has written nothing.
func (a *app) print(out []byte) error {
	if _, err := a.stdout.Write(out); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

func (a *app) printJSON(v any) error {
	line, err := jsonLine(v)
	if err != nil {
		return err
	}
	return a.print(line)
}

func jsonLine(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return append(line, '\n'), nil
}

// publishWord returns the lab's name for a mode and the word that it prints for
// publish: yes or no for kv-events, else "".
func publishWord(m scenario.Mode) (name, publish string) {
	name, publishes, events := m.LabName()
	switch {
	case !events:
		return name, ""
	case publishes:
		return name, "yes"
	}
	return name, "no"
}

// table sets rows in columns: the first two to the left, numbers to the right.
// The first row holds the titles.
func table(rows [][]string) []byte {
	const words = 2
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out bytes.Buffer
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString("  ")
			}
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < words {
				line.WriteString(cell + gap)
			} else {
				line.WriteString(gap + cell)
			}
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return out.Bytes()
}
