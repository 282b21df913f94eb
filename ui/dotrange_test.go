package ui

import (
	"strings"
	"testing"
)

func TestDotRange(t *testing.T) {
	scale := Scale{Max: 20}
	for _, c := range []struct {
		d    DotRange
		want string
	}{
		{DotRange{Low: 4, Mid: 8, High: 12}, "····├───●───┤········"},
		{DotRange{Low: 8, Mid: 8, High: 8}, "········●············"},
		{DotRange{Low: 4, Mid: 8, High: 12, Banded: true, BandLow: 2, BandHigh: 10}, "··▒▒├═══●══─┤········"},
		{DotRange{Low: 16, Mid: 18, High: 30, Banded: true}, "▒···············├─●─┤"},
	} {
		canvas := NewCanvas(21, 1, false)
		c.d.Draw(canvas, canvas.Bounds(), scale, &Styles{})
		if got := strings.TrimSuffix(canvas.String(), "\n"); got != c.want {
			t.Errorf("%+v is drawn as\n%s, want\n%s", c.d, got, c.want)
		}
	}
	(DotRange{Low: 1, Mid: 2, High: 3}).Draw(NewCanvas(0, 0, false), Rect{}, scale, &Styles{})
}
