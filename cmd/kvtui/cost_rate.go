package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"kvtui/core/cost"
	"kvtui/core/errtext"
)

// bandwidth is a flag for a rate in GB/s that may be given in another unit.
type bandwidth struct{ to *float64 }

func (v bandwidth) Type() string   { return "float" }
func (v bandwidth) String() string { return show(v.to) }

func (v bandwidth) Set(s string) error {
	x, err := cost.ParseGBps(s)
	if err != nil {
		return fmt.Errorf("%s is no bandwidth: accepted are %s", errtext.Quote(s), v.accepted())
	}
	if !(x >= cost.MinGBps && x <= cost.MaxGBps) {
		return fmt.Errorf("%s is out of range: accepted are %s", errtext.Cut(s), v.accepted())
	}
	*v.to = x
	return nil
}

func (v bandwidth) accepted() string {
	return fmt.Sprintf("%g to %g GB/s, or with a unit, such as 25Gbit, 25GbE or 3.1GB/s", cost.MinGBps, float64(cost.MaxGBps))
}

// addBandwidth adds the link's rate.
func addBandwidth(fs *pflag.FlagSet, to *float64) {
	fs.Var(bandwidth{to}, "gbps", "bandwidth of the link: GBPS in GB/s (10^9 bytes a second, not bits), or with a unit: 25Gbit, 25GbE, 3.1GB/s")
}
