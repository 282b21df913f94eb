package round

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

func TestToRoundsAsPython(t *testing.T) {
	raw, err := os.ReadFile("testdata/python.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][3]float64
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) < 600 {
		t.Fatalf("%d rows, want 600 or more", len(rows))
	}
	for _, row := range rows {
		if got := To(row[0], int(row[1])); got != row[2] {
			t.Errorf("To(%v, %v) = %v, Python says %v", row[0], row[1], got, row[2])
		}
	}
}

func TestToKeepsWhatIsNoNumber(t *testing.T) {
	if got := To(math.NaN(), 1); !math.IsNaN(got) {
		t.Errorf("NaN became %v", got)
	}
	for _, x := range []float64{math.Inf(1), math.Inf(-1)} {
		if got := To(x, 1); got != x {
			t.Errorf("%v became %v", x, got)
		}
	}
	if got := To(2.5, -3); got != 2 {
		t.Errorf("negative decimals: got %v, want 2", got)
	}
}
