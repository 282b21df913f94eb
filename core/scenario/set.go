package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kvtui/core/errtext"
	"kvtui/core/workload"
)

// KeyError says which key of a scenario is wrong and what is accepted.
type KeyError struct {
	Key, Problem string // Key as given; Problem is what is wrong and what is accepted
}

// Error implements error.
func (e *KeyError) Error() string { return e.Key + ": " + e.Problem }

// KeyValue is one setting, as --set takes it.
type KeyValue struct{ Key, Value string }

// Set sets one key, written as files have it: Set("knowledge.loss", "0.1").
// Another kind of workload brings its own defaults. What several keys make
// together is left to Validate. The error is a *KeyError.
func (f *File) Set(key, value string) error {
	k, err := f.lookup(key)
	if err != nil {
		return err
	}
	return f.put(k, value)
}

// lookup finds a key that belongs to the file.
func (f *File) lookup(name string) (Key, error) {
	var here []string
	table, _, inTable := cut(name)
	for _, k := range Keys() {
		fits := k.Value(f) != nil
		if k.Name == name && fits {
			return k, nil
		}
		if t, _, d := strings.Cut(k.Name, "."); fits && d == inTable && (!inTable || t == table) {
			here = append(here, k.Name)
		}
	}
	switch {
	case !inTable:
		here = append(here, dotted(tables())...)
	case len(here) == 0:
		here = append([]string{"name", "about", "seed"}, dotted(tables())...)
	}
	kind := ""
	for _, lead := range []string{keyKind, keyArrivals, keyOutputs} {
		if of, _, _ := cut(lead); of == table {
			kind = " with kind " + f.value(lead)
		}
	}
	return Key{}, &KeyError{safeKey(name), "unknown key" + kind + ": accepted are " + strings.Join(here, ", ")}
}

// tables returns the tables of a file, in the order of its keys.
func tables() []string {
	return append([]string{"workload", "fleet", "knowledge", "strategy"}, clocked()...)
}

func dotted(tables []string) (out []string) {
	for _, t := range tables {
		out = append(out, t+".…")
	}
	return out
}

// value returns the value of a key that belongs to every file.
func (f *File) value(name string) string {
	i := slices.IndexFunc(Keys(), func(k Key) bool { return k.Name == name })
	return Keys()[i].Value(f).String()
}

func safeKey(name string) string {
	if len(name) > 60 {
		return errtext.Quote(name)
	}
	return errtext.Name(name)
}

func (f *File) put(k Key, value string) error {
	v := k.Value(f)
	if slices.Contains(Leads(), k.Name) {
		if err := f.lead(k, value); err != nil {
			return &KeyError{k.Name, err.Error()}
		}
		return nil
	}
	if err := v.set(value); err != nil {
		return &KeyError{k.Name, err.Error()}
	}
	if k.Name == keyTokens {
		return f.setTokens(*v.whole)
	}
	return nil
}

// setTokens sets the capacity to as many whole blocks as the tokens make.
func (f *File) setTokens(n int) error {
	size := f.blockSize()
	switch {
	case size < 1:
		return &KeyError{keyTokens, "needs the trace's block size: accepted is workload.block_tokens with it, or " + keyCapacity}
	case n > 0 && n < size:
		return &KeyError{keyTokens, fmt.Sprintf("%d is less than a block: accepted are 0 (unlimited) and %d or more", n, size)}
	}
	f.Capacity = n / size
	return nil
}

// Diff returns the settings that make f of base, in the order in which Set
// takes them.
func (f *File) Diff(base File) []KeyValue {
	base, out := base.led(f)
	for _, k := range Keys() {
		v, was := k.Value(f), k.Value(&base)
		if v != nil && v.String() != was.String() {
			out = append(out, KeyValue{k.Name, v.String()})
		}
	}
	return out
}

// argKeys are the keys of what the core calls its arguments.
func argKeys() map[string]string {
	names := map[string]string{
		"mode": "strategy.name", "workers": "fleet.workers", "capacity-blocks": keyCapacity,
		"plen": "workload.prefix_tokens", "tail": "workload.tail_tokens", "block": "workload.block_tokens",
		"trace-block": "workload.block_tokens", "system": "workload.system_tokens", "output": "workload.output_tokens",
		"ttl": "knowledge.ttl_requests", "delay": "knowledge.delay_requests",
	}
	for _, k := range Keys() {
		_, last, _ := strings.Cut(k.Name, ".")
		arg := strings.ReplaceAll(last, "_", "-")
		if _, taken := names[arg]; !taken {
			names[arg] = k.Name
		}
	}
	return names
}

// asKeyErrors words an error of Validate with the keys of a file; the first of
// them is what the error is about.
func asKeyError(err error) *KeyError {
	var bad *workload.ArgError
	if !errors.As(err, &bad) {
		return &KeyError{"scenario", err.Error()}
	}
	names := argKeys()
	words := strings.Fields(bad.Arg)
	for i, w := range words {
		arg, comma := strings.CutSuffix(w, ",")
		if name, ok := names[arg]; ok {
			if i > 0 {
				_, name, _ = strings.Cut(name, ".")
			}
			if words[i] = name; comma {
				words[i] += ","
			}
		}
	}
	return &KeyError{strings.Join(words, " "), strings.ReplaceAll(bad.Problem, "capacity-blocks", keyCapacity)}
}

// Check is Validate with the keys of a file in its words. The error is a
// *KeyError.
func (f *File) Check() error {
	if err := f.Validate(); err != nil {
		return asKeyError(err)
	}
	return nil
}
