package measure

import "testing"

func TestPublishedRouterTable(t *testing.T) {
	want := map[string][2]int{"rr": {35, 43}, "random": {31, 45}, "kv": {53, 60}, "kv-eventstrue": {60, 60}, "kv-eventsfalse": {37, 44}}
	table := PublishedRouterTable()
	if table.Prefixes*table.Reps-table.Prefixes != 60 || len(table.Rows) != len(want) {
		t.Errorf("%+v", table)
	}
	for _, r := range table.Rows {
		name := r.Mode
		if name == "kv-events" {
			name += map[bool]string{true: "true", false: "false"}[r.Publish]
		}
		if low, high := r.HitRange(); want[name] != [2]int{low, high} {
			t.Errorf("%s: %d to %d hits", name, low, high)
		}
	}
}
