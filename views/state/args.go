package state

import (
	"strconv"
	"strings"
	"unicode"

	"kvtui/core/cost"
	"kvtui/core/scenario"
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

func (a *args) flag(name string, on bool) {
	if on {
		*a = append(*a, "--"+name)
	}
}

// Args returns the shortest arguments with which kvtui opens the state: the
// scenario, the flags that there are, and --set for the rest.
func (s State) Args() []string {
	var a args
	if s.Base != "" {
		a = append(a, s.Base)
	}
	for _, kv := range s.Diff(a.flags(s)) {
		a = append(a, "--set", kv.Key+"="+kv.Value)
	}
	a.cost(s.Cost)
	a.str("screen", s.Screen, Route)
	a.num("step", s.Step, 0)
	return a
}

// flags adds those that have a name of their own, and returns what they make
// of the state's origin.
func (a *args) flags(s State) scenario.File {
	f := s.origin()
	if s.Kind == scenario.KindTrace {
		if s.Base == "" || f.Kind != s.Kind || f.Trace.Path != s.Trace.Path {
			*a = append(*a, "--trace", s.Trace.Path)
			f = f.WithKind(s.Kind)
			f.Trace.Path = s.Trace.Path
		}
		a.num("limit", s.Trace.Limit, f.Trace.Limit)
		f.Trace.Limit = s.Trace.Limit
	}
	a.mode(s.Mode(), f.Mode())
	a.num("workers", s.Workers, f.Workers)
	if s.Clock.Preset == f.Clock.Preset { // else the preset, which comes after, brings one
		a.num("capacity-blocks", s.Capacity, f.Capacity)
		f.Capacity = s.Capacity
	}
	a.str("seed", strconv.FormatInt(s.Seed, 10), strconv.FormatInt(f.Seed, 10))
	f.Scenario = f.With(s.Mode())
	f.Workers, f.Seed = s.Workers, s.Seed
	if s.Kind == scenario.KindLab && f.Kind == scenario.KindLab {
		a.num("prefixes", s.Lab.Prefixes, f.Lab.Prefixes)
		a.num("reps", s.Lab.Reps, f.Lab.Reps)
		a.num("plen", s.Lab.PrefixTokens, f.Lab.PrefixTokens)
		a.num("tail", s.Lab.TailTokens, f.Lab.TailTokens)
		a.num("block", s.Lab.Block, f.Lab.Block)
		f.Lab = s.Lab
	}
	return f
}

// mode adds the flags that make mode m of another, with the lab's names where
// it has one.
func (a *args) mode(m, was scenario.Mode) {
	if m == was {
		return
	}
	if name, publish, events := m.LabName(); events {
		*a = append(*a, "--mode", name)
		if !publish {
			*a = append(*a, "--publish", "no")
		}
		return
	}
	a.str("mode", m.Strategy, was.Strategy)
	a.str("knowledge", m.Knowledge.String(), was.Knowledge.String())
}

func (a *args) cost(c Cost) {
	usual := DefaultCost()
	switch {
	case c.Model != "":
		a.str("model", c.Model, usual.Model)
	case c.Config != "":
		a.str("config", c.Config, "")
	default:
		before := len(*a)
		a.num("layers", c.Layers, usual.Layers)
		a.num("kv-heads", c.KVHeads, usual.KVHeads)
		a.num("head-dim", c.HeadDim, usual.HeadDim)
		a.real("dtype-bytes", c.DtypeBytes, usual.DtypeBytes)
		if len(*a) == before { // one flag at least, to say that it is no named model
			*a = append(*a, "--layers", strconv.Itoa(c.Layers))
		}
	}
	if !c.InBytes() {
		a.str("precision", c.Precision.String(), cost.BF16.String())
	}
	a.num("tokens", c.Tokens, usual.Tokens)
	a.real("gbps", c.GBps, usual.GBps)
	a.real("prefill-ms", c.PrefillMS, usual.PrefillMS)
	a.real("saved-ms", c.SavedMS, usual.SavedMS)
	a.str("simulate-stall", c.Simulate.String(), usual.Simulate.String())
	a.real("overhead-ms", c.OverheadMS, usual.OverheadMS)
	a.num("concurrency", c.Concurrency, usual.Concurrency)
	a.real("within-ms", c.WithinMS, usual.WithinMS)
	a.real("rps", c.RPS, usual.RPS)
	a.real("memory-mib", c.MemoryMiB, usual.MemoryMiB)
	a.real("fp16-share", c.FP16Share, usual.FP16Share)
	a.real("layer-share", c.LayerShare, usual.LayerShare)
	a.str("prefill-preset", c.Preset, usual.Preset)
	a.flag("layer-wise", c.LayerWise)
	a.flag("map", c.Map)
}

// Command returns the shortest command line that opens the state, quoted for a
// shell, with more arguments after it. Control characters in a file's name come
// out escaped, so that the line can be shown as it is.
func (s State) Command(more ...string) string {
	words := []string{Program}
	for _, a := range append(s.Args(), more...) {
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
