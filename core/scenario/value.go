package scenario

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kvtui/core/errtext"
)

// Type is what a key takes.
type Type uint8

// The types of values.
const (
	Whole Type = iota
	Real
	Flag // true or false
	Word // one of Words
	Text
)

// Value is a value of a file with what it accepts.
type Value struct {
	Type
	Low, High float64  // of Whole and Real; equal where any whole number goes
	Words     []string // accepted, where the value is one of a list

	whole *int
	wide  *int64
	real  *float64
	flag  *bool
	word  *uint8 // index into Words
	text  *string
	nanos *int64 // set and shown in ms
	pair  *bool  // which of two Words
}

func whole(to *int, low, high int) *Value {
	return &Value{Type: Whole, Low: float64(low), High: float64(high), whole: to}
}

func number(to *float64, low, high float64) *Value {
	return &Value{Type: Real, Low: low, High: high, real: to}
}

func flag(to *bool) *Value { return &Value{Type: Flag, flag: to} }

func text(to *string, words ...string) *Value {
	t := Text
	if len(words) > 0 {
		t = Word
	}
	return &Value{Type: t, Words: words, text: to}
}

// millis is a time in ms that is kept in ns.
func millis(to *int64, highNS int64) *Value {
	return &Value{Type: Real, High: float64(highNS) / 1e6, nanos: to}
}

// either is a choice of two words.
func either(to *bool, no, yes string) *Value {
	return &Value{Type: Word, Words: []string{no, yes}, pair: to}
}

// String writes the value as Set reads it.
func (v *Value) String() string {
	switch {
	case v.whole != nil:
		return strconv.Itoa(*v.whole)
	case v.wide != nil:
		return strconv.FormatInt(*v.wide, 10)
	case v.real != nil:
		return strconv.FormatFloat(*v.real, 'g', -1, 64)
	case v.flag != nil:
		return strconv.FormatBool(*v.flag)
	case v.word != nil:
		return v.Words[*v.word]
	case v.text != nil:
		return *v.text
	case v.nanos != nil:
		return strconv.FormatFloat(float64(*v.nanos)/1e6, 'g', -1, 64)
	case v.pair != nil && *v.pair:
		return v.Words[1]
	case v.pair != nil:
		return v.Words[0]
	}
	return ""
}

// Accepted says what the value may be.
func (v *Value) Accepted() string {
	switch v.Type {
	case Whole:
		if v.Low == v.High {
			return "whole numbers"
		}
		return fmt.Sprintf("%.0f to %.0f", v.Low, v.High)
	case Real:
		return strconv.FormatFloat(v.Low, 'f', -1, 64) + " to " + strconv.FormatFloat(v.High, 'f', -1, 64)
	case Flag:
		return "true, false"
	case Word:
		return strings.Join(v.Words, ", ")
	case Text:
	}
	return fmt.Sprintf("printable text of up to %d characters", maxText)
}

// maxText is the longest name, description or path, in bytes.
const maxText = 1000

// set reads a value. The error says what is wrong and what is accepted.
func (v *Value) set(s string) error {
	switch v.Type {
	case Whole:
		return v.setWhole(s)
	case Real:
		x, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
		switch {
		case err != nil && !errors.Is(err, strconv.ErrRange):
			return v.wrong(s, "is no number")
		case err != nil || !(x >= v.Low && x <= v.High):
			return fmt.Errorf("%.40s is out of range: accepted are %s", s, v.Accepted())
		}
		if v.nanos != nil {
			*v.nanos = int64(math.Round(x * 1e6))
			return nil
		}
		*v.real = x + 0 // -0 becomes 0
	case Flag:
		if s != "true" && s != "false" {
			return v.wrong(s, "is neither true nor false")
		}
		*v.flag = s == "true"
	case Word:
		i := slices.Index(v.Words, s)
		if i < 0 {
			return v.wrong(s, "is unknown")
		}
		switch {
		case v.word != nil:
			*v.word = uint8(i)
		case v.pair != nil:
			*v.pair = i == 1
		default:
			*v.text = s
		}
	case Text:
		if len(s) > maxText || strings.ContainsFunc(s, unprintable) {
			return v.wrong(s, "is too long or holds control characters")
		}
		*v.text = s
	}
	return nil
}

func (v *Value) setWhole(s string) error {
	n, err := strconv.ParseInt(s, 0, 64)
	low, high := int64(v.Low), int64(v.High)
	if v.Low == v.High {
		low, high = math.MinInt64, math.MaxInt64
	}
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return v.wrong(s, "is no whole number")
	case err != nil || n < low || n > high:
		return fmt.Errorf("%.40s is out of range: accepted are %s", s, v.Accepted())
	case v.whole != nil:
		*v.whole = int(n)
	case v.wide != nil:
		*v.wide = n
	}
	return nil
}

func (v *Value) wrong(s, what string) error {
	return fmt.Errorf("%s %s: accepted are %s", errtext.Quote(s), what, v.Accepted())
}

func unprintable(r rune) bool { return r == '\ufffd' || !strconv.IsPrint(r) }
