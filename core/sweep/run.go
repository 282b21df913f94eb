package sweep

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"kvtui/core/scenario"
	"kvtui/core/sim"
	"kvtui/core/workload"
)

// Row is a cell and the medians over its seeds, in the order of Figures; NaN
// stands for a figure that no run has.
type Row struct {
	Cell    int
	Figures []float64
}

// Sets are the requests of traces.
type Sets map[scenario.Trace]*workload.Set

// workload returns the requests of a cell.
func (s Sets) workload(f scenario.File) workload.Workload {
	if g := f.Generator(); g != nil {
		return g
	}
	return s[f.Trace]
}

// Run runs the cells of a shard, as many runs at a time as there are cores, and
// returns them in order of their cells, however many cores there are. sets has
// every one of p.Traces. progress, which may be nil, is told from one goroutine
// at a time how many runs are over of how many. The error of a cell that cannot
// run is a *CellError, and comes before the first run.
func (p *Plan) Run(ctx context.Context, s Shard, sets Sets, progress func(done, total int)) ([]Row, error) {
	cells := s.cells(p.Cells())
	if err := p.rehearse(ctx, cells, sets); err != nil {
		return nil, err
	}
	t := &teller{total: len(cells) * p.Seeds, tell: progress}
	rows := make([]Row, len(cells))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, cell := range cells {
		f, err := p.Cell(cell)
		if err != nil || ctx.Err() != nil {
			g.Go(func() error { return errors.Join(err, ctx.Err()) })
			break
		}
		c := &gathering{runs: make([][]float64, p.Seeds), left: p.Seeds}
		for seed := range p.Seeds {
			g.Go(func() error {
				sc := f.Scenario
				sc.Seed += int64(seed)
				run, err := measure(ctx, sc, sets.workload(f))
				if err != nil {
					return p.located(cell, err)
				}
				if c.add(seed, run) {
					rows[i] = Row{cell, medians(c.runs)}
					c.runs = nil
				}
				t.step()
				return nil
			})
		}
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return rows, nil
}

// rehearse starts every cell's run without a step of it, so that what only the
// requests can tell, such as missing stamps, is told before hours of work.
func (p *Plan) rehearse(ctx context.Context, cells []int, sets Sets) error {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	return firstError(ctx, len(cells), func(i int) error {
		f, err := p.Cell(cells[i])
		if err != nil {
			return err
		}
		err = sim.Run(over, f.Scenario, sets.workload(f), func(sim.Record) {})
		if err == nil || errors.Is(err, context.Canceled) {
			return nil
		}
		return p.located(cells[i], err)
	})
}

// located names the cell of an error that is not the context's.
func (p *Plan) located(cell int, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &CellError{p.at(cell), err}
}

// gathering collects the runs of a cell.
type gathering struct {
	mu   sync.Mutex
	runs [][]float64 // by seed
	left int
}

// add takes a run and reports whether it was the last.
func (c *gathering) add(seed int, run []float64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runs[seed] = run
	c.left--
	return c.left == 0
}

// teller tells of progress.
type teller struct {
	mu          sync.Mutex
	done, total int
	tell        func(done, total int)
}

func (t *teller) step() {
	if t.tell == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done++
	t.tell(t.done, t.total)
}
