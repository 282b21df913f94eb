package views

import (
	"strings"
	"testing"

	"kvtui/core/clock"
	"kvtui/core/route"
)

// TestWhyWords holds that every rule has its words, with the workers and
// figures that it compared.
func TestWhyWordsOfRouters(t *testing.T) {
	scores := []route.Score{{Worker: 0, Overlap: 3, Sent: 4, Total: 12.5}, {Worker: 1, Overlap: 5, Sent: 2, Total: 10.25}, {Worker: 2, Overlap: 5, Sent: 2, Total: 10.25}}
	for rule, want := range map[route.Rule]string{
		route.OnlyWorker:     "W1: the only worker",
		route.Turn:           "W1: its turn",
		route.Draw:           "W1: drawn at random from the seed",
		route.MostOverlap:    "W1: most overlap, 5 against 3 blocks",
		route.FewestRequests: "W1: 2 tie at 5 blocks; fewest requests, 2 against 4",
		route.LowestNumber:   "2 requests sent; lowest number of the 2",
		route.TwoChoices:     "of two drawn, W1 and W0, the one with fewer requests, 2 against 4",
		route.FirstDrawn:     "W1: drawn before W0",
		route.RingFirst:      "first on the ring",
		route.RingWalk:       "W0 comes first but is over it with 4",
		route.RingOver:       "all are over the bound",
		route.NoKey:          "nothing to hash; fewest requests, 2",
		route.LowestCost:     "W1: lowest cost, 10.25 against 12.25 blocks",
		route.HighestScore:   "W1: highest score, 10.250 against 8.250",
		route.RandomTie:      "among 2 equals at 10.25",
		route.Softmax:        "its own is 10.25 blocks, the lowest of the others 12.25",
		route.Imbalance:      "loads are too far apart; fewest requests, 2",
		route.CacheMatch:     "enough of the prompt is matched, 5 blocks",
		route.Local:          "too little is to prefill to move its KV: the decode worker does both",
		route.BelowThreshold: "too little of the prompt is matched; fewest requests, 2",
	} {
		d := route.Decision{Choice: route.Choice{Worker: 1, Rule: rule}, Scores: scores, Margin: 2, Ties: 2}
		if got := whyWords(d, 0); !strings.Contains(got, want) || strings.Contains(got, "%!") {
			t.Errorf("rule %d: %q, want %q in it", rule, got, want)
		}
	}
	if got := whyWords(route.Decision{Choice: route.Choice{Rule: route.Local + 1}, Scores: scores}, 0); got != "" {
		t.Errorf("a rule without words: %q; add it to the table above", got)
	}
}

// TestTermColumns: every strategy shows what it decides by, with a unit or a
// range over each number.
func TestTermColumns(t *testing.T) {
	for _, info := range route.Strategies() {
		cols := termColumns(info.Name, false, clock.Config{On: true})
		if len(cols) < 2 || len(info.Terms) > 0 && len(cols) != len(info.Terms)+1 {
			t.Errorf("%s: %d columns for %d terms", info.Name, len(cols), len(info.Terms))
		}
		for _, c := range cols {
			if c.head == "" || c.unit == "" || c.width <= len(c.head) {
				t.Errorf("%s: %+v", info.Name, c)
			}
		}
	}
	dynamo := termColumns("dynamo", true, clock.Config{On: true})
	s := route.Score{Terms: [route.MaxTerms]float64{9.25, 10, 8, 3}, Total: 11.25}
	var got []string
	for _, c := range dynamo {
		got = append(got, c.head+"="+c.text(s))
	}
	if want := "load blk=9.2 prompt blk=10.0 credit blk=-8.0 decode blk=3 cost blk=11.25"; strings.Join(got, " ") != want {
		t.Errorf("%s", strings.Join(got, " "))
	}
}
