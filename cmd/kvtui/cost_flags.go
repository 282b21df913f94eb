package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/core/errtext"
)

// addShrink adds a model read from a file and what shrinks or hides a transfer.
func (c *costFlags) addShrink(fs *pflag.FlagSet) {
	to := c.to
	fs.Var(text{&to.Config, "a model's config.json"}, "config", "model by its config.json: FILE")
	fs.Var(number{&to.FP16Share, 0, 1, "of the tokens"}, "fp16-share", "mixed precision, this SHARE of the tokens sent in fp16 and the rest in int4 (0.333 halves the bytes); 0 is none")
	fs.Var(number{&to.LayerShare, 0, 1, "of the layers"}, "layer-share", "SHARE of the layers that is sent; 0 is all (research, not for production)")
	fs.BoolVar(&to.LayerWise, "layer-wise", false, "send each layer as it is computed (not what vLLM's NIXL connector does)")
}

// addMemory adds the limit that requests in flight have to fit.
func (c *costFlags) addMemory(fs *pflag.FlagSet) {
	fs.Var(number{&c.to.MemoryMiB, minAsked, maxMemoryMiB, "MiB"}, "memory-mib", "host memory for the KV of requests in flight: MIB")
}

// maxMemoryMiB keeps the bytes within int64.
const maxMemoryMiB = 1e12

// addPreset adds the choice of a prefill time by tokens.
func (c *costFlags) addPreset(fs *pflag.FlagSet) {
	fs.Var(choice{&c.to.Preset, clock.PrefillKeys()}, "prefill-preset", "prefill time by tokens: line (8 GB GPU, two points); 8gb and 24gb (fitted, with attention); mocker (Dynamo's, Llama-3.1-8B); h100-qwen3-8b and h100-qwen3-32b-tp2 (derived)")
}

// readConfig takes the shape of --config. custom is a flag of a shape that was
// given beside it.
func (c *costFlags) readConfig(custom string) error {
	if c.fs.Changed("model") {
		custom = "model"
	}
	if custom != "" {
		return conflict("config", custom, "a config.json brings its own shape")
	}
	path := c.to.Config
	own, err := loadAll(nil, asPath(path), func(r io.Reader, _ string) (cost.Model, error) { return cost.ReadConfig(r) })
	if err != nil {
		return configError(path, err)
	}
	own.Name = modelOf(path, own.Name)
	c.to.Model, c.to.Own = "", own
	_, _, err = c.to.Shape()
	return err
}

// asPath keeps "-" from standing for the standard input, where the explorer's
// keys come from.
func asPath(path string) string {
	if path == "-" {
		return "./-"
	}
	return path
}

// configError names the file where the error does not do so itself.
func configError(path string, err error) error {
	if strings.HasPrefix(err.Error(), errtext.Name(asPath(path))) {
		return err
	}
	if inner := errors.Unwrap(err); inner != nil { // the system's word for what went wrong with the file
		return fileError(path, inner)
	}
	return fmt.Errorf("%s: %w", errtext.Name(path), err)
}

// modelOf names a model by its file, or by the directory of one that is called
// config.json as all are; kind is for where neither says anything.
func modelOf(path, kind string) string {
	base := strings.TrimSuffix(filepath.Base(path), ".json")
	if base == "config" {
		base = filepath.Base(filepath.Dir(path))
	}
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, base)
	if strings.Trim(name, "./-") == "" || len(name) > maxModelName {
		return kind
	}
	return name
}

// maxModelName is the longest name that a screen has room for.
const maxModelName = 40
