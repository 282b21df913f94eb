package state

import (
	"strconv"
	"strings"
	"unicode"

	"kvtui/core/cost"
)

// Program is the name that Command starts with.
const Program = "kvtui"

// args collects the flags that differ from their defaults.
type args []string

func (a *args) str(name, v, usual string) {
	if v != usual {
		*a = append(*a, "--"+name, v)
	}
}

func (a *args) num(name string, v, usual int) { a.str(name, strconv.Itoa(v), strconv.Itoa(usual)) }

func (a *args) real(name string, v, usual float64) {
	a.str(name, strconv.FormatFloat(v, 'g', -1, 64), strconv.FormatFloat(usual, 'g', -1, 64))
}

// Args returns the shortest arguments with which kvtui opens the state.
func (s State) Args() []string {
	var a args
	usual := Default(s.Trace)
	a.str("trace", s.Trace, "")
	if s.Trace != "" {
		a.num("limit", s.Limit, usual.Limit)
	}
	mode, publish, events := s.Scenario.Mode().LabName()
	a.str("mode", mode, usual.Scenario.Strategy)
	if events && !publish {
		a.str("publish", "no", "yes")
	}
	a.num("workers", s.Scenario.Workers, usual.Scenario.Workers)
	a.num("capacity-blocks", s.Scenario.Capacity, usual.Scenario.Capacity)
	a.str("seed", strconv.FormatInt(s.Scenario.Seed, 10), strconv.FormatInt(usual.Scenario.Seed, 10))
	if s.Trace == "" {
		a.num("prefixes", s.Lab.Prefixes, usual.Lab.Prefixes)
		a.num("reps", s.Lab.Reps, usual.Lab.Reps)
		a.num("plen", s.Lab.PrefixTokens, usual.Lab.PrefixTokens)
		a.num("tail", s.Lab.TailTokens, usual.Lab.TailTokens)
		a.num("block", s.Lab.Block, usual.Lab.Block)
	}
	a.cost(s.Cost)
	a.str("screen", s.Screen, usual.Screen)
	a.num("step", s.Step, usual.Step)
	return a
}

func (a *args) cost(c Cost) {
	usual := DefaultCost()
	if c.Model != "" {
		a.str("model", c.Model, usual.Model)
	} else {
		before := len(*a)
		a.num("layers", c.Layers, usual.Layers)
		a.num("kv-heads", c.KVHeads, usual.KVHeads)
		a.num("head-dim", c.HeadDim, usual.HeadDim)
		a.real("dtype-bytes", c.DtypeBytes, usual.DtypeBytes)
		if len(*a) == before { // one flag at least, to say that it is no named model
			*a = append(*a, "--layers", strconv.Itoa(c.Layers))
		}
	}
	if c.Model != "" || c.DtypeBytes == 0 {
		a.str("precision", c.Precision.String(), cost.BF16.String())
	}
	a.num("tokens", c.Tokens, usual.Tokens)
	a.real("gbps", c.GBps, usual.GBps)
	a.real("prefill-ms", c.PrefillMS, usual.PrefillMS)
	a.real("saved-ms", c.SavedMS, usual.SavedMS)
	a.real("overhead-ms", c.OverheadMS, usual.OverheadMS)
	a.num("concurrency", c.Concurrency, usual.Concurrency)
}

// Command returns the shortest command line that opens the state, quoted for a
// shell. Control characters in a file's name come out escaped, so that the line
// can be shown as it is.
func (s State) Command() string {
	words := []string{Program}
	for _, a := range s.Args() {
		words = append(words, quote(a))
	}
	return strings.Join(words, " ")
}

// quote makes one word of s for a POSIX shell; control characters take the $”
// form of POSIX 2024.
func quote(s string) string {
	plain := func(r rune) bool {
		return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_./:=,+@%", r))
	}
	switch {
	case s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0:
		return s
	case strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) < 0:
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return "$'" + escape(s) + "'"
}

func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c >= ' ' && c < 0x7f:
			b.WriteByte(c)
		default: // octal, since a hexadecimal escape swallows the digits after it
			b.WriteByte('\\')
			b.WriteString(string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7}))
		}
	}
	return b.String()
}
