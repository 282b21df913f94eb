package cost

import (
	"slices"
	"strings"

	"kvtui/core/errtext"
)

// closeNames is how many names an error offers.
const closeNames = 3

// ModelByName finds a model of the catalogue by its exact name in any case. The
// error names the closest ones.
func ModelByName(name string) (Model, error) {
	var all []string
	for _, m := range Models() {
		if strings.EqualFold(m.Name, name) {
			return m, nil
		}
		all = append(all, m.Name)
	}
	return Model{}, &ArgError{"model", errtext.Quote(name), "one of the catalogue's models; closest: " + strings.Join(closest(name, all), ", ")}
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
