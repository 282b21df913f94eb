package accuracy

import (
	"errors"
	"fmt"

	"kvtui/core/errtext"
)

// The pages.
const (
	Router          = "router"
	Frontend        = "frontend"
	OneGPU          = "one-gpu"
	Cluster         = "cluster"
	CrossNode       = "cross-node"
	Mooncake        = "mooncake"
	TransferArticle = "transfer-article"
)

// ErrUnknownPage is for an id that Pages does not list.
var ErrUnknownPage = errors.New("no such page")

// Pages returns the ids of all pages, in the order they are shown.
func Pages() []string {
	return []string{Router, Frontend, OneGPU, Cluster, CrossNode, Mooncake, TransferArticle}
}

// Measured returns a page with the published figures and what is asked of the
// model: no cell has a model value and no parameter is listed. The error is
// ErrUnknownPage.
func Measured(id string) (Page, error) {
	switch id {
	case Router:
		return router(), nil
	case Frontend:
		return frontend(), nil
	case OneGPU:
		return oneGPU(), nil
	case Cluster:
		return cluster(), nil
	case CrossNode:
		return crossNode(), nil
	case Mooncake:
		return mooncake(), nil
	case TransferArticle:
		return article(), nil
	}
	return Page{}, fmt.Errorf("%s: %w", errtext.Quote(id), ErrUnknownPage)
}

// Units of cells.
const (
	MS     = "ms"
	MiB    = "MiB"
	MB     = "MB" // 10^6 bytes
	MiBps  = "MiB/s"
	MBps   = "MB/s" // 10^6 bytes/s
	PerSec = "req/s"
	TokPS  = "tok/s"
	Hits   = "hits"
	Sec    = "s"
	Count  = "requests"
)

// Columns of more than one page, and those that a Ratio names.
const (
	ColHits    = "hits of 60"
	ColRepeat  = "mean repeat TTFT"
	ColEngine  = "engine only"
	ColBehind  = "behind front end"
	ColAgg     = "one process"
	ColSplit   = "split"
	ColKVP50   = "KV routing p50"
	ColSplP50  = "split p50"
	ColKVP99   = "KV routing p99"
	ColSplP99  = "split p99"
	ColKVReqS  = "KV routing rate"
	ColSplReqS = "split rate"
	ColKVHit   = "KV routing cached"
	ColSplHit  = "split cached"
	ColTime    = "time"
)
