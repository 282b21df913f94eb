package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"kvtui/core/errtext"
)

// MaxFile is the largest scenario file, in bytes.
const MaxFile = 1 << 20

// FileError says where a scenario file is wrong.
type FileError struct {
	File    string // name as given, unquoted
	Line    int    // from 1
	Key     string // "" where it is no key's fault
	Problem string // what is wrong and what is accepted
}

// Error implements error.
func (e *FileError) Error() string {
	key := ""
	if e.Key != "" {
		key = e.Key + ": "
	}
	return fmt.Sprintf("%s:%d: %s%s", errtext.Name(e.File), e.Line, key, e.Problem)
}

// setting is a key of a file with its value as written.
type setting struct {
	name  string
	value string
	kind  unstable.Kind
	line  int
}

// Parse reads a scenario file. A key that is unknown, twice, of the wrong type
// or out of range is an error. The path of a trace is taken from the place of
// the file. Errors are *FileErrors.
func Parse(data []byte, name string) (File, error) {
	if len(data) > MaxFile {
		return File{}, &FileError{name, 1, "", fmt.Sprintf("%d bytes are too many: accepted are up to %d", len(data), MaxFile)}
	}
	settings, lines, err := read(data, name)
	if err != nil {
		return File{}, err
	}
	f, err := led(settings, lines, name)
	if err != nil {
		return File{}, err
	}
	late := -1
	for i, s := range settings {
		if slices.Contains(Leads(), s.name) {
			continue
		}
		if s.name == keyTokens { // needs the block size, which may come after
			late = i
			continue
		}
		if err := s.apply(&f); err != nil {
			return File{}, located(err, name, s.line)
		}
	}
	if late >= 0 {
		if err := settings[late].tokens(&f, lines); err != nil {
			return File{}, located(err, name, settings[late].line)
		}
	}
	if err := f.Validate(); err != nil {
		bad := asKeyError(err)
		return File{}, located(bad, name, lineOf(bad.Key, lines))
	}
	if f.Kind == KindTrace && f.Trace.Path != "-" && !filepath.IsAbs(f.Trace.Path) {
		f.Trace.Path = filepath.Join(filepath.Dir(name), f.Trace.Path)
	}
	return f, nil
}

// led starts a file with the leading keys of its settings, wherever they are.
func led(settings []setting, lines map[string]int, name string) (File, error) {
	f := New(KindLab)
	for _, lead := range Leads() {
		for _, s := range settings {
			lines[s.name] = s.line
			if s.name != lead {
				continue
			}
			if err := s.apply(&f); err != nil {
				return File{}, located(err, name, s.line)
			}
			if lead == keyKind {
				f = New(f.Kind)
			}
		}
	}
	return f, nil
}

// tokens sets the capacity in tokens, which does not go with the one in blocks.
func (s setting) tokens(f *File, lines map[string]int) error {
	if _, both := lines[keyCapacity]; both {
		return &KeyError{keyTokens, "does not go with capacity_blocks: accepted is one of the two"}
	}
	return s.apply(f)
}

func located(err error, name string, line int) error {
	var bad *KeyError
	if errors.As(err, &bad) {
		return &FileError{name, max(1, line), bad.Key, bad.Problem}
	}
	return &FileError{name, max(1, line), "", err.Error()}
}

// lineOf returns the line of the first key named in text, else of its table.
func lineOf(text string, lines map[string]int) int {
	table := ""
	for _, w := range strings.Fields(strings.ReplaceAll(text, ",", "")) {
		if t, _, dotted := strings.Cut(w, "."); dotted {
			table = t
		} else {
			w = table + "." + w
		}
		if n, ok := lines[w]; ok {
			return n
		}
	}
	return lines[table]
}

// apply sets the key, after a look at how its value is written.
func (s setting) apply(f *File) error {
	k, err := f.lookup(s.name)
	if err != nil {
		return err
	}
	v := k.Value(f)
	fits := map[Type][]unstable.Kind{
		Whole: {unstable.Integer}, Real: {unstable.Integer, unstable.Float},
		Flag: {unstable.Bool}, Word: {unstable.String}, Text: {unstable.String},
	}
	for _, kind := range fits[v.Type] {
		if s.kind == kind {
			return f.put(k, s.value)
		}
	}
	words := map[Type]string{Whole: "a whole number", Real: "a number", Flag: "true or false", Word: "text", Text: "text"}
	return &KeyError{s.name, fmt.Sprintf("is a TOML %s, not %s: accepted are %s", strings.ToLower(s.kind.String()), words[v.Type], v.Accepted())}
}

// read lists the settings of a TOML text, and the lines of its tables.
func read(data []byte, name string) ([]setting, map[string]int, error) {
	data = bytes.Clone(data) // the parser wants a slice of its own
	var whole map[string]any // finds what is no TOML, and keys that come twice
	if err := toml.Unmarshal(data, &whole); err != nil {
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			line, _ := bad.Position()
			return nil, nil, &FileError{name, line, "", notTOML(bad)}
		}
		return nil, nil, &FileError{name, 1, "", errtext.Quote(err.Error())}
	}
	var p unstable.Parser
	p.Reset(data)
	w := walker{parser: &p, tables: map[string]int{}}
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table:
			var line int
			w.table, line = w.key("", e.Key())
			w.tables[w.table] = line
		case unstable.KeyValue:
			w.pair(w.table, e)
		default:
			at, line := w.key("", e.Key())
			return nil, nil, &FileError{name, line, safeKey(at), "is a list of tables: accepted is one table, [" + safeKey(at) + "]"}
		}
	}
	if err := p.Error(); err != nil {
		return nil, nil, &FileError{name, 1, "", errtext.Quote(err.Error())}
	}
	return w.settings, w.tables, w.unknownTable(name)
}

func notTOML(err *toml.DecodeError) string {
	return "no TOML: " + strings.Trim(errtext.Quote(strings.TrimPrefix(err.Error(), "toml: ")), `"`) +
		": accepted are lines of key = value under [" + strings.Join(tables(), "], [") + "], each once"
}

// walker collects settings from tables, dotted keys and inline tables.
type walker struct {
	parser   *unstable.Parser
	table    string
	tables   map[string]int // lines
	settings []setting
}

// unknownTable refuses tables that no key has; a table of keys that are not
// known is refused with its keys.
func (w *walker) unknownTable(name string) error {
	for table, line := range w.tables {
		if !slices.Contains(tables(), table) {
			return &FileError{name, line, safeKey(table), "unknown table: accepted are " + strings.Join(tables(), ", ")}
		}
	}
	return nil
}

// key joins the parts of a key under a table, and tells its line.
func (w *walker) key(table string, it unstable.Iterator) (name string, line int) {
	var parts []string
	if table != "" {
		parts = append(parts, table)
	}
	for it.Next() {
		n := it.Node()
		if line == 0 {
			line = w.parser.Shape(n.Raw).Start.Line
		}
		part := string(n.Data)
		if strings.Contains(part, ".") { // no part of ours: "fleet.workers" in quotes is one name
			part = strconv.Quote(part)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "."), line
}

func (w *walker) pair(table string, e *unstable.Node) {
	name, line := w.key(table, e.Key())
	v := e.Value()
	if v.Kind != unstable.InlineTable {
		w.settings = append(w.settings, setting{name, string(v.Data), v.Kind, line})
		return
	}
	w.tables[name] = line
	for it := v.Children(); it.Next(); {
		if it.Node().Kind == unstable.KeyValue {
			w.pair(name, it.Node())
		}
	}
}
