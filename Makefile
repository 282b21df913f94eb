.PHONY: build test bench lint ci accuracy

build:
	go build -o kvtui ./cmd/kvtui

test:
	go test ./...

# Prints each budget beside what is measured.
bench:
	scripts/bench

# Rebuilds the page that sets the model beside every published figure.
accuracy:
	go run ./cmd/kvtui accuracy > docs/accuracy.tmp && mv docs/accuracy.tmp docs/accuracy.md

lint:
	go run mvdan.cc/gofumpt@v0.12.0 -l .
	go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./...

ci:
	bash .ci/run
