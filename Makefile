.PHONY: build test bench lint ci

build:
	go build -o kvtui ./cmd/kvtui

test:
	go test ./...

# Prints each budget beside what is measured.
bench:
	scripts/bench

lint:
	go run mvdan.cc/gofumpt@v0.12.0 -l .
	go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./...

ci:
	bash .ci/run
