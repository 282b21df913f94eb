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

// Measured returns a page with the published figures alone: no cell has a model
// value and no parameter is listed. The error is ErrUnknownPage.
func Measured(id string) (Page, error) {
	return Page{}, fmt.Errorf("%s: %w", errtext.Quote(id), ErrUnknownPage)
}
