package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"kvtui/core/errtext"
)

// whole is a flag for a whole number from low to high.
type whole[T int | int64] struct {
	to        *T
	low, high T
}

func (v whole[T]) Type() string   { return "int" }
func (v whole[T]) String() string { return show(v.to) }

func (v whole[T]) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is no whole number: accepted are %s", errtext.Quote(s), v.accepted())
	case err != nil || n < int64(v.low) || n > int64(v.high):
		return fmt.Errorf("%s is out of range: accepted are %s", errtext.Cut(s), v.accepted())
	}
	*v.to = T(n)
	return nil
}

func (v whole[T]) accepted() string { return fmt.Sprintf("%d to %d", v.low, v.high) }

// number is a flag for a number from low to high.
type number struct {
	to        *float64
	low, high float64
	unit      string
}

func (v number) Type() string   { return "float" }
func (v number) String() string { return show(v.to) }

func (v number) Set(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is no number: accepted are %s", errtext.Quote(s), v.accepted())
	case err != nil || math.IsNaN(x) || x < v.low || x > v.high:
		return fmt.Errorf("%s is out of range: accepted are %s", errtext.Cut(s), v.accepted())
	}
	*v.to = x + 0 // -0 becomes 0
	return nil
}

func (v number) accepted() string { return fmt.Sprintf("%g to %g %s", v.low, v.high, v.unit) }

// choice is a flag for one of a few words.
type choice struct {
	to      *string
	options []string
}

func (v choice) Type() string   { return "string" }
func (v choice) String() string { return show(v.to) }

func (v choice) Set(s string) error {
	if !slices.Contains(v.options, s) {
		return fmt.Errorf("%s is unknown: accepted are %s", errtext.Quote(s), v.accepted())
	}
	*v.to = s
	return nil
}

func (v choice) accepted() string { return strings.Join(v.options, ", ") }

// text is a flag for a name that may not be empty.
type text struct {
	to   *string
	what string // what is accepted
}

func (v text) Type() string   { return "string" }
func (v text) String() string { return show(v.to) }

func (v text) Set(s string) error {
	if s == "" {
		return fmt.Errorf(`"" is empty: accepted is %s`, v.what)
	}
	*v.to = s
	return nil
}

// show prints a flag's value; the flag library also asks values that point
// nowhere.
func show[T any](to *T) string {
	if to == nil {
		return ""
	}
	return fmt.Sprint(*to)
}

// accepted says what a flag takes, as the end of a message.
func accepted(f *pflag.Flag) string {
	switch v := f.Value.(type) {
	case text:
		return "accepted is " + v.what
	case settings:
		return "accepted is " + v.accepted()
	case interface{ accepted() string }:
		return "accepted are " + v.accepted()
	}
	return "accepted are " + f.Usage
}
