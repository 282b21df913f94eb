// Package kvtui_test holds the walls of the house, whatever the linter says.
package kvtui_test

import (
	"os/exec"
	"strings"
	"testing"
)

// deps returns everything that packages import, directly or not, themselves
// included; tests are not counted.
func deps(t *testing.T, pattern string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", pattern)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list -deps %s: %v\n%s", pattern, err, stderr.String())
	}
	return strings.Fields(string(out))
}

// reached returns the imports that are one of the trees or lie in one.
func reached(imports, trees []string) []string {
	var found []string
	for _, p := range imports {
		for _, tree := range trees {
			if p == tree || strings.HasPrefix(p, tree+"/") {
				found = append(found, p)
			}
		}
	}
	return found
}

func terminalLibraries() []string {
	return []string{
		"charm.land", "github.com/charmbracelet", "github.com/NimbleMarkets", "github.com/lrstanley/bubblezone",
		"github.com/muesli", "github.com/creack/pty", "golang.org/x/term",
	}
}

func TestImportsRunOneWay(t *testing.T) {
	walls := []struct {
		from  string
		never []string
	}{
		{"./core/...", append(terminalLibraries(), "kvtui/ui", "kvtui/views", "kvtui/themes", "kvtui/cmd")},
		{"./themes/...", []string{"kvtui/core", "kvtui/ui", "kvtui/views", "kvtui/cmd"}},
		{"./ui/...", []string{"kvtui/core", "kvtui/views", "kvtui/cmd"}},
		{"./views/...", []string{"kvtui/cmd"}},
	}
	for _, w := range walls {
		if bad := reached(deps(t, w.from), w.never); len(bad) > 0 {
			t.Errorf("%s reaches %s", w.from, strings.Join(bad, ", "))
		}
	}
	// The same check has to see what is there.
	if len(reached(deps(t, "./ui/..."), terminalLibraries())) == 0 {
		t.Error("ui reaches no terminal library: the check is blind")
	}
	if len(reached(deps(t, "./views/..."), []string{"kvtui/core"})) == 0 {
		t.Error("views reach no core: the check is blind")
	}
}
