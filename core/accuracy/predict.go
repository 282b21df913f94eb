package accuracy

import (
	"context"
	"fmt"

	"kvtui/core/errtext"
	"kvtui/core/sim"
)

// Predict returns a page with the model's values beside the published ones. It
// runs the simulations that this takes, a second or two at most, and ends early
// with the context's error. ErrUnknownPage is for ids that Pages does not list
// and for File, whose setup is not known.
func Predict(ctx context.Context, id string) (Page, error) {
	predict := map[string]func(context.Context, *model) error{
		Router: predictRouter, Frontend: predictFrontend, OneGPU: predictOneGPU, Cluster: predictCluster,
		CrossNode: predictCrossNode, Mooncake: predictMooncake, TransferArticle: predictArticle,
	}[id]
	if predict == nil {
		return Page{}, fmt.Errorf("%s: %w", errtext.Quote(id), ErrUnknownPage)
	}
	page, err := Measured(id)
	if err != nil {
		return Page{}, err
	}
	m := model{page}
	if err := predict(ctx, &m); err != nil {
		return Page{}, err
	}
	return page.Beside(m.Page), nil
}

// model is a page on which the model's values are put.
type model struct{ Page }

// set gives a cell its value; a cell that is not there is a mistake here that
// the tests find.
func (m *model) set(row, column string, v float64) { m.spread(row, column, sim.Spread{Median: v}) }

// spread gives a cell the median and range of values over seeds.
func (m *model) spread(row, column string, s sim.Spread) {
	if i := m.Find(row, column); i >= 0 {
		c := &m.Cells[i]
		c.Model, c.ModelLow, c.ModelHigh, c.HasModel = s.Median, s.Low, s.High, true
	}
}

// fitted and frozen list a parameter.
func (m *model) fitted(name, unit string, v float64, on string) {
	m.Parameters = append(m.Parameters, Parameter{Name: name, Unit: unit, Value: v, Fitted: true, Source: on})
}

func (m *model) frozen(name, unit string, v float64, source string) {
	m.Parameters = append(m.Parameters, Parameter{Name: name, Unit: unit, Value: v, Source: source})
}

// claim adds a figure and the range it has to lie in.
func (m *model) claim(name, unit string, v, low, high float64) {
	m.Claims = append(m.Claims, Claim{name, unit, v, low, high})
}

// Names of units that only parameters have.
const (
	msToken = "ms/token"
	gbps    = "GB/s"
	tokens  = "tokens"
	blocks  = "blocks"
)
