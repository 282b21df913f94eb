package ui

import (
	"fmt"
	"slices"
	"strings"

	keys "charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Binding returns the keys and words of a as bubbles' key package has them.
func (a Action) Binding() keys.Binding {
	b := keys.NewBinding(keys.WithKeys(a.Keys...), keys.WithHelp(a.label(), a.Text))
	b.SetEnabled(!a.Off)
	return b
}

// label is how help writes the keys.
func (a Action) label() string {
	if a.Show != "" {
		return a.Show
	}
	if len(a.Keys) == 0 {
		return ""
	}
	return keyLabel(a.Keys[0])
}

func keyLabel(k string) string {
	switch k {
	case "left":
		return "←"
	case "right":
		return "→"
	case "up":
		return "↑"
	case "down":
		return "↓"
	}
	return k
}

// match returns the first enabled action that k triggers.
func match(k tea.KeyPressMsg, actions []Action) (Action, bool) {
	i := slices.IndexFunc(actions, func(a Action) bool {
		return a.Do != nil && keys.Matches(k, a.Binding())
	})
	if i < 0 {
		return Action{}, false
	}
	return actions[i], true
}

// Clashes returns a line for each key that more than one enabled action
// claims, in the order of the actions; nil is what a test wants.
func Clashes(actions ...Action) []string {
	claims := map[string][]string{}
	var order []string
	for _, a := range actions {
		if a.Off {
			continue
		}
		for _, k := range a.Keys {
			if claims[k] == nil {
				order = append(order, k)
			}
			claims[k] = append(claims[k], a.ID)
		}
	}
	var out []string
	for _, k := range order {
		if len(claims[k]) > 1 {
			out = append(out, fmt.Sprintf("%s: %s", k, strings.Join(claims[k], ", ")))
		}
	}
	return out
}
