package workload

import (
	"errors"
	"fmt"

	"github.com/tidwall/gjson"
)

// Format names a trace's format.
type Format string

// The formats that are read; docs/traces.md has their fields and sources.
const (
	Mooncake Format = "Mooncake"
	AIPerf   Format = "AIPerf"
	Bailian  Format = "Bailian"
	Azure    Format = "Azure"
	BurstGPT Format = "BurstGPT"
)

// layout is how a format is read.
type layout struct {
	format Format
	block  int  // tokens
	fixed  bool // block is the format's, and not to be told
	parse  func(r *Reader, line []byte) (entry, error)
}

// takes checks the block size that was asked for. The error is an *ArgError.
func (l layout) takes(size int) error {
	if l.fixed && size > 0 && size != l.block {
		return &ArgError{"trace-block", fmt.Sprintf("%d does not fit: a block of %s's format is %d tokens; accepted are 0 (the format's own) and %d", size, l.format, l.block, l.block)}
	}
	return nil
}

func mooncakeLayout() layout { return layout{Mooncake, MooncakeBlock, true, (*Reader).mooncake} }

var errFormat = errors.New("format not known: accepted are JSON lines of Mooncake, AIPerf or Bailian, and tables of Azure or BurstGPT with their header")

// detect tells the format from a trace's first line; columns are set when the
// line is a table's header.
func detect(line []byte) (layout, columns, error) {
	if line[0] != '{' && line[0] != ' ' && line[0] != '\t' {
		return detectTable(line)
	}
	text, err := object(line)
	if err != nil {
		return layout{}, nil, err
	}
	var has struct{ chat, ids, dialect, any bool }
	gjson.Parse(text).ForEach(func(k, _ gjson.Result) bool {
		switch k.Str {
		case keyChat:
			has.chat = true
		case keyIDs:
			has.ids = true
		case keySession, keyDelay, keyText, "messages", "payload":
			has.dialect = true
		case keyInput, keyOutput, keyStamp:
			has.any = true
		}
		return true
	})
	switch {
	case has.chat:
		return layout{Bailian, BailianBlock, true, (*Reader).bailian}, nil, nil
	case has.ids && !has.dialect:
		return mooncakeLayout(), nil, nil
	case has.ids || has.dialect || has.any:
		return layout{AIPerf, MooncakeBlock, false, (*Reader).aiperf}, nil, nil
	}
	return layout{}, nil, errFormat
}

// detectTable tells a table from its header.
func detectTable(line []byte) (layout, columns, error) {
	cols, err := header(line)
	switch {
	case err != nil:
		return layout{}, nil, err
	case cols.has(azureStamp, azureInput, azureOutput):
		return layout{Azure, LengthsBlock, false, (*Reader).azure}, cols, nil
	case cols.has(burstStamp, burstInput, burstOutput):
		return layout{BurstGPT, LengthsBlock, false, (*Reader).burstGPT}, cols, nil
	}
	return layout{}, nil, errFormat
}
