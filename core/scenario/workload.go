package scenario

import (
	"kvtui/core/workload"
)

// Kind is where a scenario's requests come from.
type Kind uint8

// The kinds of workloads.
const (
	KindLab Kind = iota
	KindShared
	KindChats
	KindCommon
	KindTrace
)

// kindNames are the words of workload.kind, in the order of the kinds.
func kindNames() []string {
	return []string{"lab", "shared-prefix", "chats", "common-prefix", "trace"}
}

// String returns the word that files have for the kind.
func (k Kind) String() string { return kindNames()[k] }

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{KindLab, KindShared, KindChats, KindCommon, KindTrace} }

// Trace names a recorded trace and how it is read.
type Trace struct {
	Path    string // "-" is standard input
	Limit   int    // requests to read; 0 is all
	SkipBad bool   // pass over lines that are wrong
	Block   int    // tokens per block where the format does not say; 0 is the format's own
}

// Options returns how the trace is read.
func (t Trace) Options() workload.Options {
	return workload.Options{Limit: t.Limit, SkipBad: t.SkipBad, BlockSize: t.Block}
}

// Workload describes the requests of a scenario. The fields of other kinds
// than Kind are at their defaults.
type Workload struct {
	Kind   Kind
	Lab    workload.Lab
	Shared workload.SharedPrefix
	Chats  workload.Chats
	Common workload.CommonPrefix
	Trace  Trace
}

// DefaultWorkload returns a kind with its defaults.
func DefaultWorkload(k Kind) Workload {
	return Workload{
		Kind: k, Lab: workload.DefaultLab(), Shared: workload.DefaultSharedPrefix(),
		Chats: workload.DefaultChats(), Common: workload.DefaultCommonPrefix(),
	}
}

// Generator returns what makes the requests, nil for a trace.
func (w Workload) Generator() workload.Generator {
	switch w.Kind {
	case KindLab:
		return w.Lab
	case KindShared:
		return w.Shared
	case KindChats:
		return w.Chats
	case KindCommon:
		return w.Common
	case KindTrace:
	}
	return nil
}

// blockSize returns the tokens per block, 0 where only the trace says it.
func (w Workload) blockSize() int {
	if g := w.Generator(); g != nil {
		return g.BlockSize()
	}
	return w.Trace.Block
}

func (w Workload) validateWorkload() error {
	if g := w.Generator(); g != nil {
		return g.Validate()
	}
	if w.Trace.Path == "" {
		return &workload.ArgError{Arg: "path", Problem: "missing: accepted is the file of a trace"}
	}
	return w.Trace.Options().Validate()
}
