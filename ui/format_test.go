package ui

import (
	"math"
	"testing"
)

func TestNumbersWithTheirUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Thousands(0), "0"},
		{Thousands(999), "999"},
		{Thousands(1500), "1,500"},
		{Thousands(-1234567), "-1,234,567"},
		{Decimal(1503.2711, 1), "1,503.3"},
		{Decimal(math.NaN(), 1), "-"},
		{Decimal(math.Inf(-1), 1), "-Inf"},
		{Decimal(1e18, 1), "1.0e+18"},
		{Ms(282.9), "282.9 ms"},
		{Ms(80), "80.0 ms"},
		{Ms(0), "0.0 ms"},
		{Ms(0.31), "0.31 ms"},
		{Ms(0.05), "0.05 ms"},
		{Ms(0.048), "48.0 µs"},
		{Ms(9999.9), "9,999.9 ms"},
		{Ms(12345), "12.35 s"},
		{Ms(99999), "100.0 s"},
		{Bytes(114688), "112.0 KiB"},
		{Bytes(172032000), "164.1 MiB"},
		{Bytes(512), "512 B"},
		{Bytes(1024*1024 - 1), "1.0 MiB"},
		{DecimalBytes(172032000), "172.0 MB"},
		{DecimalBytes(8e9), "8.0 GB"},
		{GBps(0.608), "0.608 GB/s"},
		{GBps(2.15), "2.150 GB/s"},
		{GBps(12.5), "12.50 GB/s"},
		{GBps(1000), "1,000 GB/s"},
		{GBps(9.99996), "10.00 GB/s"},
		{GBps(0.000608), "0.608 MB/s"},
		{GBps(1e-6), "1.000 kB/s"},
		{GBps(1e-5), "0.010 MB/s"},
		{Gbitps(2.15), "17.2 Gbit/s"},
		{Percent(0.4233), "42.3 %"},
		{Pad(Ms(80), 10), "   80.0 ms"},
		{Pad(Ms(80), 3), "80.0 ms"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
