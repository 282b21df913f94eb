package sweep

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kvtui/core/errtext"
	"kvtui/core/scenario"
)

// Axis is a key of a scenario and the values that it takes, as Set reads them.
type Axis struct {
	Key    string   `json:"key"`
	Values []string `json:"values"`
}

// ParseAxis reads KEY=VALUE,VALUE..., and for keys that are numbers also
// KEY=FROM:TO:STEPS, evenly spaced with both ends, and KEY=FROM:TO:log:STEPS,
// evenly on a log scale. Steps of a whole number are rounded, and those that
// fall together count once. Which values a key accepts is left to New. The
// error is a *scenario.KeyError.
func ParseAxis(text string, base scenario.File) (Axis, error) {
	key, list, given := strings.Cut(text, "=")
	kind, err := keyType(base, key)
	switch {
	case err != nil:
		return Axis{}, err
	case !given || list == "":
		return Axis{}, &scenario.KeyError{Key: key, Problem: "no values: accepted are " + axisForms}
	}
	a := Axis{Key: key}
	if numeric := kind == scenario.Whole || kind == scenario.Real; numeric && strings.Contains(list, ":") {
		a.Values, err = steps(list, kind == scenario.Whole)
	} else if strings.Count(list, ",") >= MaxCells {
		err = fmt.Errorf("too many values: accepted are up to %d", MaxCells)
	} else {
		a.Values = strings.Split(list, ",")
	}
	if err == nil {
		err = once(a.Values)
	}
	if err != nil {
		return Axis{}, &scenario.KeyError{Key: key, Problem: err.Error()}
	}
	return a, nil
}

const axisForms = "KEY=VALUE,VALUE, KEY=FROM:TO:STEPS and KEY=FROM:TO:log:STEPS"

// keyType returns what a key takes. It may belong to another kind of workload or
// arrivals than the base has, since the other axis may bring that.
func keyType(base scenario.File, key string) (scenario.Type, error) {
	if key == "name" || key == "about" {
		return 0, &scenario.KeyError{Key: key, Problem: "changes no figure: accepted are the other keys of a scenario"}
	}
	keys := scenario.Keys()
	at := slices.IndexFunc(keys, func(k scenario.Key) bool { return k.Name == key })
	if at < 0 {
		return 0, base.Set(key, "")
	}
	if v := keys[at].Value(&base); v != nil {
		return v.Type, nil
	}
	for _, k := range keys {
		if !slices.Contains(scenario.Leads(), k.Name) {
			continue
		}
		for _, word := range k.Value(&base).Words {
			f := base
			if err := f.Set(k.Name, word); err != nil {
				return 0, err
			}
			if v := keys[at].Value(&f); v != nil {
				return v.Type, nil
			}
		}
	}
	return 0, base.Set(key, "")
}

// steps reads a range.
func steps(list string, whole bool) ([]string, error) {
	parts := strings.Split(list, ":")
	log := len(parts) == 4 && parts[2] == "log"
	if len(parts) != 3 && !log {
		return nil, fmt.Errorf("%s is no range: accepted are %s", errtext.Quote(list), axisForms)
	}
	n, err := strconv.Atoi(parts[len(parts)-1])
	if err != nil || n < 2 || n > MaxCells {
		return nil, fmt.Errorf("%s steps: accepted are 2 to %d", errtext.Quote(parts[len(parts)-1]), MaxCells)
	}
	var ends [2]float64
	for i := range ends {
		x, err := strconv.ParseFloat(parts[i], 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%s is no end of a range: accepted are numbers", errtext.Quote(parts[i]))
		}
		ends[i] = x
	}
	if log && (ends[0] <= 0 || ends[1] <= 0) {
		return nil, fmt.Errorf("%s has an end that is not above 0: accepted on a log scale are ends above 0", errtext.Quote(list))
	}
	out := make([]string, 0, n)
	for i := range n {
		out = append(out, written(between(ends[0], ends[1], float64(i)/float64(n-1), log), whole))
	}
	return slices.Compact(out), nil
}

// between returns what lies at a share t of the way.
func between(from, to, t float64, log bool) float64 {
	switch {
	case t == 0:
		return from
	case t == 1:
		return to
	case log:
		return math.Exp(math.Log(from)*(1-t) + math.Log(to)*t)
	}
	return from*(1-t) + to*t
}

// written writes a step with as many digits as keep 0.3 from being
// 0.30000000000000004.
func written(x float64, whole bool) string {
	if whole {
		return strconv.FormatFloat(math.Round(x)+0, 'f', 0, 64) // -0 becomes 0
	}
	const digits = 12
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil { // the largest float64, rounded up
		short = x
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}

func once(values []string) error {
	seen := make(map[string]struct{}, len(values))
	for _, v := range values {
		if _, twice := seen[v]; twice {
			return fmt.Errorf("%s comes twice: accepted is each value once", errtext.Quote(v))
		}
		seen[v] = struct{}{}
	}
	return nil
}
