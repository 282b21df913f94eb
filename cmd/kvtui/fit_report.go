package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"kvtui/core/fit"
	"kvtui/core/round"
)

// fitReport is what fit prints.
type fitReport struct {
	Parameters  []fitParameter `json:"parameters"`
	Cells       []fitCell      `json:"cells"`
	Fitted      int            `json:"fitted_parameters"`
	CellCount   int            `json:"cell_count"`
	WorstPct    float64        `json:"worst_error_percent"` // without its sign
	Evaluations int            `json:"evaluations"`
	Converged   bool           `json:"converged"`
}

// The kinds of a parameter.
const (
	kindFitted  = "fitted"
	kindAtBound = "fitted, at its bound"
	kindGiven   = "given"
)

type fitParameter struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // four digits where fitted
	Unit  string  `json:"unit"`
	Kind  string  `json:"kind"`
}

type fitCell struct {
	Mode       string  `json:"mode"`
	Input      int     `json:"input"` // tokens
	Conc       int     `json:"conc"`  // requests
	Reps       int     `json:"reps"`
	MeasuredMS float64 `json:"measured_ms"`
	ModelMS    float64 `json:"model_ms"`
	ErrorPct   float64 `json:"error_percent"`
}

func newFitReport(p fit.Problem, cells []fit.Cell, r fit.Result, g fit.Given) fitReport {
	out := fitReport{
		Fitted: len(r.Params), CellCount: len(cells), WorstPct: round.To(100*r.Worst, 1),
		Evaluations: r.Evaluations, Converged: r.Converged,
	}
	for i, v := range r.Params {
		kind := kindFitted
		if r.AtBound[i] {
			kind = kindAtBound
		}
		out.Parameters = append(out.Parameters, fitParameter{p.Names[i], fourDigits(v), p.Units[i], kind})
	}
	const link = 4 // parameters, where both modes are there
	if len(r.Params) == link {
		out.Parameters = append(out.Parameters, fitParameter{"KV", float64(g.Model.BytesPerToken(g.Width)), "bytes/token", kindGiven})
	}
	out.Parameters = append(out.Parameters, fitParameter{"doubling", g.DoublingTokens, "tokens", kindGiven})
	for i, c := range cells {
		out.Cells = append(out.Cells, fitCell{
			c.Mode.String(), c.Input, c.Conc, c.Reps, round.To(c.TTFTMS, 1), round.To(r.Predicted[i], 1), round.To(100*r.Residuals[i], 1),
		})
	}
	return out
}

// fourDigits rounds to four significant digits.
func fourDigits(x float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	if err != nil { // it was a number a moment ago
		return x
	}
	return short
}

func (r fitReport) format(output string) ([]byte, error) {
	switch output {
	case "json":
		return jsonLine(r)
	case "csv":
		return r.csv()
	}
	return r.table(), nil
}

// csv is one table: parameters leave a cell's columns empty, cells a
// parameter's.
func (r fitReport) csv() ([]byte, error) {
	rows := [][]string{{"kind", "name", "value", "unit", "mode", "input", "conc", "reps", "measured_ms", "model_ms", "error_percent"}}
	for _, p := range r.Parameters {
		rows = append(rows, []string{p.Kind, p.Name, plainNumber(p.Value), p.Unit, "", "", "", "", "", "", ""})
	}
	for _, c := range r.Cells {
		rows = append(rows, []string{
			"cell", "", "", "", c.Mode, strconv.Itoa(c.Input), strconv.Itoa(c.Conc), strconv.Itoa(c.Reps),
			plainNumber(c.MeasuredMS), plainNumber(c.ModelMS), plainNumber(c.ErrorPct),
		})
	}
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(rows); err != nil {
		return nil, fmt.Errorf("encode the output: %w", err)
	}
	return out.Bytes(), nil
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func (r fitReport) table() []byte {
	var out bytes.Buffer
	rows := [][]string{{"parameter", "kind", "value"}}
	for _, p := range r.Parameters {
		rows = append(rows, []string{p.Name + ", " + p.Unit, p.Kind, plainNumber(p.Value)})
	}
	out.Write(table(rows))
	out.WriteByte('\n')
	rows = [][]string{{"mode", "cell", "measured ms", "model ms", "error"}}
	for _, c := range r.Cells {
		rows = append(rows, []string{
			c.Mode, fmt.Sprintf("%dx%d", c.Input, c.Conc),
			fmt.Sprintf("%.1f", c.MeasuredMS), fmt.Sprintf("%.1f", c.ModelMS), fmt.Sprintf("%+.1f %%", c.ErrorPct),
		})
	}
	out.Write(table(rows))
	fmt.Fprintf(&out, "\nworst error %.1f %%; %d parameters fitted to %d cells", r.WorstPct, r.Fitted, r.CellCount)
	if r.Fitted == r.CellCount {
		out.WriteString(": as many, so the errors test nothing")
	}
	out.WriteByte('\n')
	if !r.Converged {
		fmt.Fprintf(&out, "the search was cut short after %d evaluations\n", r.Evaluations)
	}
	out.WriteString("cell: prompt tokens x requests in flight; ms: median time to first token, the split's with its transfer\n")
	return out.Bytes()
}
