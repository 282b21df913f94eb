package scenario

import (
	"slices"
	"strings"

	"kvtui/core/clock"
	"kvtui/core/workload"
)

// Leads returns the keys that bring values for others, in the order in which
// they are to be set: each before what it brings.
func Leads() []string { return []string{keyKind, keyPreset, keyArrivals, keyOutputs} }

// lead sets a key that brings values for others, unless it is so already.
func (f *File) lead(k Key, value string) error {
	v := k.Value(f)
	if v.String() == value {
		return nil
	}
	index := new(uint8)
	v.word = index
	if err := v.set(value); err != nil {
		return err
	}
	switch k.Name {
	case keyKind:
		*f = f.WithKind(Kind(*index))
	case keyPreset:
		f.use(clock.Preset(*index))
	case keyArrivals:
		f.Clock.Arrivals = clock.DefaultArrivals(workload.PatternKind(*index))
	case keyOutputs:
		f.Clock.Outputs = clock.DefaultOutputs(workload.OutputKind(*index))
	}
	return nil
}

// use takes a preset's figures, its capacity included.
func (f *File) use(p clock.Preset) {
	f.Clock = f.Clock.Use(p)
	if blocks := p.Figures().Blocks; blocks > 0 {
		f.Capacity = blocks
	}
}

// Fitted returns the keys whose figures come from the clock's preset, which
// fitted them to measurements, and stand as it has them.
func (f *File) Fitted() (keys []string) {
	own := *f
	own.use(f.Clock.Preset)
	for _, name := range f.Clock.Preset.Figures().Fitted {
		if f.value(name) == own.value(name) {
			keys = append(keys, name)
		}
	}
	return keys
}

// led returns the file with the leading keys of another, and what these bring.
func (f *File) led(by *File) (File, []KeyValue) {
	out := *f
	var set []KeyValue
	for _, k := range Keys() {
		if !slices.Contains(Leads(), k.Name) {
			continue
		}
		value := k.Value(by).String()
		if value == k.Value(&out).String() {
			continue
		}
		set = append(set, KeyValue{k.Name, value})
		if err := out.lead(k, value); err != nil { // never: the value is another file's
			return out, set
		}
	}
	return out, set
}

// cut splits a key's name.
func cut(name string) (table, last string, dotted bool) { return strings.Cut(name, ".") }
