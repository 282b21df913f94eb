package scenario

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Marshal writes the file in TOML: the kind of its workload, and what differs
// from the defaults of that and of the clock's preset, in the order of Keys, each with what it is. Parse
// reads it back. dir is where the file goes, so that a trace is found from
// there; "" leaves its path as it is. The error is a *KeyError, for a path that
// is no printable text and so cannot be written.
func (f *File) Marshal(dir string) ([]byte, error) {
	there := *f
	if f.Kind == KindTrace && dir != "" && f.Trace.Path != "-" && !filepath.IsAbs(f.Trace.Path) {
		rel, err := filepath.Rel(dir, f.Trace.Path)
		if err != nil {
			return nil, &KeyError{"workload.path", err.Error()}
		}
		there.Trace.Path = rel
	}
	var b strings.Builder
	plain, table := New(f.Kind), ""
	base, set := plain.led(f)
	leads := map[string]bool{keyKind: true}
	for _, kv := range set {
		leads[kv.Key] = true
	}
	for _, k := range Keys() {
		v, was := k.Value(&there), k.Value(&base)
		if v == nil || !leads[k.Name] && v.String() == was.String() {
			continue
		}
		t, last, dotted := strings.Cut(k.Name, ".")
		if !dotted {
			t, last = "", k.Name
		}
		if t != table {
			fmt.Fprintf(&b, "\n[%s]\n", t)
			table = t
		}
		if v.Type == Text && (!utf8.ValidString(v.String()) || strings.ContainsFunc(v.String(), unprintable)) {
			return nil, &KeyError{k.Name, "holds characters that a scenario file cannot: accepted are " + v.Accepted()}
		}
		fmt.Fprintf(&b, "%s = %s%s\n", last, literal(v), remark(k))
	}
	return []byte(strings.TrimPrefix(b.String(), "\n")), nil
}

func remark(k Key) string {
	if k.Name == "name" || k.Name == "about" {
		return ""
	}
	return " # " + k.About
}

// literal writes a value in TOML; a Real of digits alone is read as well.
func literal(v *Value) string {
	if v.Type == Word || v.Type == Text {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v.String()) + `"`
	}
	return v.String()
}
