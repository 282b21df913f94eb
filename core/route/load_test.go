package route

import (
	"testing"

	"pgregory.net/rapid"
)

// TestLoads holds the tournament against a scan of all workers.
func TestLoads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "workers")
		loads, sent := NewLoads(n), make([]int, n)
		for range rapid.IntRange(0, 60).Draw(t, "requests") {
			w := rapid.IntRange(0, n-1).Draw(t, "worker")
			loads.Send(w)
			sent[w]++
			least, as := 0, 0
			for i := range sent {
				if loads.Sent(i) != sent[i] {
					t.Fatalf("worker %d was sent %d, want %d", i, loads.Sent(i), sent[i])
				}
				if sent[i] < sent[least] {
					least = i
				}
			}
			total, most := 0, 0
			for i := range sent {
				if sent[i] == sent[least] {
					as++
				}
				total, most = total+sent[i], max(most, sent[i])
			}
			if loads.Total() != total || loads.Most() != most {
				t.Fatalf("total of %v is %d and most %d", sent, loads.Total(), loads.Most())
			}
			if got, tied := loads.Fewest(); got != least || tied != (as > 1) {
				t.Fatalf("fewest of %v is %d (tied %v), want %d (%d workers)", sent, got, tied, least, as)
			}
		}
	})
}
