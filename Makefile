# SPDX-License-Identifier: Apache-2.0
#
# The usual jobs by their usual names. Each is a script in Scripts/, which works without make too.

PREFIX ?= /usr/local
SECONDS_EACH ?= 60

.DEFAULT_GOAL := help
.PHONY: help demo test check docs bench prove fuzz install clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

demo: ## Encode a dataset, show the sizes beside gzip and zstd, decode it and compare.
	@Scripts/setup build demo
	@Scripts/demo

test: ## Build, and run the tests.
	@Scripts/setup build
	@Scripts/setup test || echo "test: going on without what is missing"
	@Scripts/test

check: ## Run everything that a change must pass.
	@Scripts/setup build test demo
	@Scripts/check

docs: ## Build the documentation of the libraries, and check its links.
	@Scripts/setup build
	@Scripts/docs

bench: ## Measure sizes and speed beside other libraries.
	@Scripts/setup build
	@Scripts/setup bench || echo "bench: going on without what is missing"
	@Scripts/bench

prove: ## Prove what is promised: faults of every kind, and HTTP; half an hour.
	@Scripts/setup build stream prove
	@Scripts/prove

fuzz: ## Run fuzzers on every layer, 60 seconds each; SECONDS_EACH=600 for longer.
	@Scripts/setup build
	@Scripts/fuzz --seconds $(SECONDS_EACH)

install: ## Install the husk command and libhusk under PREFIX (/usr/local).
	@Scripts/setup build install
	@Scripts/install "$(DESTDIR)$(PREFIX)"

clean: ## Remove everything that was built.
	rm -rf .build Benchmarks/.build Fuzz/.build
