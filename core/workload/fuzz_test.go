package workload

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// fuzz holds that any bytes after a head give requests that are whole, or an
// error that prints in one line, and that nothing is lost by skipping.
func fuzz(f *testing.F, format Format, head string, seeds ...string) {
	f.Helper()
	for _, s := range seeds {
		f.Add([]byte(s), false)
		f.Add([]byte(s+"\r\n\n{\x1b[2J,,\"\n"+s), true)
	}
	f.Fuzz(func(t *testing.T, b []byte, skip bool) {
		rd, err := Open(strings.NewReader(head+string(b)), "t", Options{SkipBad: skip})
		if err != nil || rd.Format() != format {
			t.Fatalf("%q opens as %q: %v", head, rd.Format(), err)
		}
		n := 0
		for {
			r, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				if skip && !strings.Contains(err.Error(), "too many") || !printable(err.Error()) || len(err.Error()) > 400 {
					t.Fatalf("error is %q", err)
				}
				return
			}
			if r.Index != n || r.Group != -1 || r.Chain.Len() != r.Tokens/rd.BlockSize() || r.Turn < 0 || r.Session < -1 || r.Delay < 0 || r.Output < 0 {
				t.Fatalf("request %d is %+v", n, r)
			}
			for _, s := range r.Chain {
				if s.First == 0 || s.N == 0 || int(s.First)+int(s.N) > rd.Prefixes() {
					t.Fatalf("request %d has %v of %d prefixes", n, s, rd.Prefixes())
				}
			}
			n++
		}
		if c := rd.Counts(); c.Lines < n+c.Blank+c.Skipped || c.Stamped > n || c.Alone+c.Estimated+c.Mismatched > 2*n || len(c.Reasons) > c.Skipped {
			t.Fatalf("%d requests, counts %+v", n, c)
		}
	})
}

func FuzzMooncake(f *testing.F) { fuzz(f, Mooncake, mooncakeLine+"\n", mooncakeLine) }

func FuzzAIPerf(f *testing.F) {
	fuzz(f, AIPerf, aiperfLine+"\n", aiperfLine, `{"text_input": "\ud83d\ude00abc", "output_length": 1}`,
		`{"session_id": "a", "delay": 0.5, "input_length": 5000, "hash_ids": [1]}`, `{"input_length": 999}`)
}

func FuzzBailian(f *testing.F) { fuzz(f, Bailian, bailianLine+"\n", bailianLine) }

func FuzzAzure(f *testing.F) {
	fuzz(f, Azure, azureHead+"\n", "2023-11-16 18:17:03.9799600,374,44", "2024-05-10 00:00:00.00993+00:00,\"3\",0")
}

func FuzzBurstGPT(f *testing.F) {
	fuzz(f, BurstGPT, burstHead+"\n", "5,ChatGPT,472,18,490,Conversation log", "5.5,GPT-4,4e2,0.0,4,\"API, log\"")
}

// FuzzOpen holds that any bytes open, or say in one line why not.
func FuzzOpen(f *testing.F) {
	for _, s := range []string{mooncakeLine, aiperfLine, bailianLine, azureHead, burstHead, "\x1f\x8b\b\x00", "\xef\xbb\xbf\n", "{\"x\": [[[", "\"a,b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := Open(strings.NewReader(string(b)), "t", Options{}); err != nil && (!printable(err.Error()) || len(err.Error()) > 400) {
			t.Fatalf("error is %q", err)
		}
	})
}
