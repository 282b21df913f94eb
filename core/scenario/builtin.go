package scenario

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed builtin/*.toml
var files embed.FS

// BuiltinNames returns the names of the scenarios that come with the program,
// the lab first and those with a clock last.
func BuiltinNames() []string {
	return []string{
		"lab", "router-table", "silent-events", "block-size-mismatch", "common-prefix",
		"stale-index", "sibling-burst", "tiny-prompts", "hot-worker",
		"one-gpu-split", "cluster-kv", "cluster-split", "gigabit", "fast-split", "overload",
	}
}

// Builtin returns the scenario of a name. The error lists the names.
func Builtin(name string) (File, error) {
	for _, n := range BuiltinNames() {
		if n != name {
			continue
		}
		data, err := files.ReadFile("builtin/" + n + ".toml")
		if err != nil {
			return File{}, fmt.Errorf("read the built-in scenario %s: %w", n, err)
		}
		return Parse(data, n+".toml")
	}
	return File{}, fmt.Errorf("unknown scenario %.40q: accepted are %s", name, strings.Join(BuiltinNames(), ", "))
}
