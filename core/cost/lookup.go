package cost

import (
	"slices"
	"strings"

	"kvtui/core/errtext"
)

// closeNames is how many names an error offers.
const closeNames = 3

// byName returns the item that goes by name in any case. kind names the
// argument in the error, which offers the closest names.
func byName[T any](kind, name string, items []T, names func(T) []string) (T, error) {
	var all []string
	for _, item := range items {
		for _, n := range names(item) {
			if strings.EqualFold(n, name) {
				return item, nil
			}
			all = append(all, n)
		}
	}
	var none T
	return none, &ArgError{kind, errtext.Quote(name), "one of the catalogue's " + kind + "s; closest: " + strings.Join(closest(name, all), ", ")}
}

// closest orders names by edit distance to name, ignoring case, and keeps the
// first few. Names that contain it come first.
func closest(name string, names []string) []string {
	// A longer name is no name at all, and distance takes time by its length.
	const longest = 64
	want := strings.ToLower(name[:min(len(name), longest)])
	rank := func(n string) int {
		n = strings.ToLower(n)
		if want != "" && strings.Contains(n, want) {
			return 0
		}
		return distance(want, n)
	}
	sorted := slices.Clone(names)
	slices.SortStableFunc(sorted, func(a, b string) int { return rank(a) - rank(b) })
	return sorted[:min(closeNames, len(sorted))]
}

// distance is the number of bytes to insert, delete or replace to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
