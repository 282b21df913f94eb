package main

import (
	"bytes"
	"fmt"
	"strings"

	"kvtui/core/accuracy"
	"kvtui/views"
)

// accuracyPage writes docs/accuracy.md.
func accuracyPage(pages []accuracy.Page) []byte {
	var b bytes.Buffer
	b.WriteString("# How true the model is\n\n" +
		"This page is the output of `kvtui accuracy`: do not edit it, run `make accuracy`. Every published cell stands beside what the simulation gives for the same setup. " +
		"The error is against the nearer end of what was published, 0 inside it. TTFT is from arrival to the first token and includes front end, queue, prefill and, where prefill and decode are apart, the transfer of KV. " +
		"A range in brackets is over seeds. Fitted parameters were chosen so that the table fits, frozen ones were not.\n\n" +
		"| table | cells held to | pass | fitted parameters |\n| --- | ---: | ---: | ---: |\n")
	for _, p := range pages {
		passed, held := p.Held()
		fmt.Fprintf(&b, "| [%s](#%s) | %d | %d | %d |\n", p.Title, anchor(p.Title), held, passed, len(chosen(p, true)))
	}
	for _, p := range pages {
		writePage(&b, p)
	}
	return b.Bytes()
}

// anchor is the name that a heading gets in a rendered page.
func anchor(title string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(title), ",", ""), " ", "-")
}

func chosen(p accuracy.Page, fitted bool) (out []accuracy.Parameter) {
	for _, q := range p.Parameters {
		if q.Fitted == fitted {
			out = append(out, q)
		}
	}
	return out
}

func writePage(b *bytes.Buffer, p accuracy.Page) {
	fmt.Fprintf(b, "\n## %s\n\nSource: %s. Setup: %s.\n\n", p.Title, p.Source, p.Setup)
	fmt.Fprintf(b, "| %s | figure | published | model | error | asked | outcome |\n| --- | --- | ---: | ---: | ---: | --- | --- |\n", p.RowName)
	for _, c := range p.Cells {
		model, off := "–", "–"
		if c.HasModel {
			if model, off = pageFigure(c.Model), "inside"; c.Err() != 0 {
				off = fmt.Sprintf("%+.1f %%", 100*c.Err())
			}
			if c.ModelLow < c.ModelHigh {
				model += fmt.Sprintf(" (%s to %s)", pageFigure(c.ModelLow), pageFigure(c.ModelHigh))
			}
		}
		published := pageFigure(c.Low)
		if c.High > c.Low {
			published += " to " + pageFigure(c.High)
		}
		outcome := checkWord(c)
		if why := views.MeasuredReason(c.Reason); why != "" && c.HasModel && c.Err() != 0 && outcome != "holds" {
			outcome += ": " + why
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", c.Row, columnName(c), published, model, off, askedWord(c), outcome)
	}
	if len(p.Claims) > 0 {
		b.WriteString("\n| beside the cells | value | accepted | |\n| --- | ---: | ---: | --- |\n")
		for _, c := range p.Claims {
			holds := "holds"
			if !c.Holds() {
				holds = "does not hold"
			}
			fmt.Fprintf(b, "| %s | %s | %s to %s | %s |\n", c.Name, withUnit(pageFigure(c.Value), c.Unit), pageFigure(c.Low), pageFigure(c.High), holds)
		}
	}
	for _, kind := range []struct {
		word   string
		fitted bool
	}{{"Fitted", true}, {"Frozen", false}} {
		if list := chosen(p, kind.fitted); len(list) > 0 {
			fmt.Fprintf(b, "\n%s:\n\n", kind.word)
			for _, q := range list {
				fmt.Fprintf(b, "- %s %s: %s\n", q.Name, withUnit(pageFigure(q.Value), q.Unit), q.Source)
			}
		}
	}
}

// columnName is a figure with its unit, which the name of a count has already.
func columnName(c accuracy.Cell) string {
	if c.Unit == "" || strings.Contains(c.Column, c.Unit) {
		return c.Column
	}
	return c.Column + ", " + c.Unit
}

// pageFigure writes a number with four digits, and all digits before the point.
func pageFigure(v float64) string {
	if v >= 1000 || v <= -1000 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.4g", v)
}

func withUnit(s, unit string) string {
	if unit == "" {
		return s
	}
	return s + " " + unit
}

func askedWord(c accuracy.Cell) string {
	switch {
	case c.Tolerance > 0:
		return fmt.Sprintf("within %.0f %%", 100*c.Tolerance)
	case c.Within > 0:
		return fmt.Sprintf("within %v", c.Within)
	case c.Inside:
		return "inside"
	}
	return ""
}
