package errtext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"":                         `""`,
		"kv":                       `"kv"`,
		"\x1b[31mred":              `"\x1b[31mred"`,
		"두 줄\n":                    `"두 줄\n"`,
		strings.Repeat("가", 60):    `"` + strings.Repeat("가", 60) + `"`,
		strings.Repeat("가", 61):    `"` + strings.Repeat("가", 60) + `"...`,
		strings.Repeat("x", 9000):  `"` + strings.Repeat("x", 60) + `"...`,
		strings.Repeat("\xff", 15): `"` + strings.Repeat(`\xff`, 15) + `"`,
		strings.Repeat("\xff", 16): `"` + strings.Repeat(`\xff`, 15) + `"...`,
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%.20q) = %s, want %s", in, got, want)
		}
	}
}

func TestName(t *testing.T) {
	for in, want := range map[string]string{
		"dir/a b.jsonl": "dir/a b.jsonl",
		"자료.jsonl":      "자료.jsonl",
		"":              `""`,
		"a\x1b]0;x\a":   `"a\x1b]0;x\a"`,
		"a\nb":          `"a\nb"`,
		"\xff":          `"\xff"`,

		strings.Repeat("x", 200):                       strings.Repeat("x", 200),
		"/a/" + strings.Repeat("가", 5000) + "/z.jsonl": "/a/" + strings.Repeat("가", 97) + "..." + strings.Repeat("가", 92) + "/z.jsonl",
	} {
		if got := Name(in); got != want {
			t.Errorf("Name(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	if got := Cut(strings.Repeat("9", 61)); got != strings.Repeat("9", 60)+"..." || Cut("-5") != "-5" {
		t.Errorf("got %s and %s", got, Cut("-5"))
	}
}

func TestNoControlCharacterPasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := string(rapid.SliceOf(rapid.Byte()).Draw(t, "text"))
		for _, out := range []string{Quote(in), Name(in)} {
			if !utf8.ValidString(out) {
				t.Fatalf("%q is no valid text", out)
			}
			for _, r := range out {
				if r < 0x20 || (r >= 0x7f && r < 0xa0) {
					t.Fatalf("%q lets %U through", out, r)
				}
			}
		}
	})
}
