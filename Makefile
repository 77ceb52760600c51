# Nothing but Node >= 20, npm and make is assumed. Node 24 comes from npm where the one on the PATH is older.
SHELL := /bin/bash
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

SETUP := node_modules/.pintle-setup
BIN := $(CURDIR)/node_modules/.bin
# The bins of node_modules start with `env node`, so the right Node has to come first on the PATH.
NODE_IS_NEW := $(shell node -e 'console.log(Number(process.versions.node.split(".")[0]) >= 24)' 2>/dev/null)
ifneq ($(NODE_IS_NEW),true)
export PATH := $(BIN):$(PATH)
endif
NODE := node --conditions=pintle-source
CORES := $(shell node -p 'os.availableParallelism()')
# What was compiled once need not be again.
TEST := NODE_COMPILE_CACHE=$(CURDIR)/.build/compiled $(NODE) --test --test-reporter=./test/reporter.ts
UNIT_TESTS := 'packages/!(cli)/src/**/!(hostile-*|*-size|*-scale).test.ts'
TESTS := 'test/*.test.ts' 'test/!(clients|faults|modelbox)/*.test.ts'
# Programs that others wrote, faults, and what takes its time: the command, hostile input, large amounts, long comparisons, and the example.
OWN_TESTS := 'test/{clients,faults,modelbox}/*.test.ts' 'test/*/*.own-test.ts' 'packages/cli/src/**/*.test.ts' 'packages/*/src/**/{hostile-*,*-size,*-scale}.test.ts'

.PHONY: help setup run test test-units test-parts test-own check lint types packaging real test-real soak corpus compatibility compatibility-rows kinds columns openapi structs bootstrap bench record format

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1	\2/' | expand -t 20

setup: $(SETUP) ## install what is needed, once

$(SETUP): package.json package-lock.json $(wildcard packages/*/package.json)
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

run: $(SETUP) ## see an operator at work on a Kubernetes of this machine, and try it with kubectl (ONCE=1, ENABLE_WEBHOOKS=false)
	@mkdir -p .build
	@$(NODE) examples/modelbox/demo.ts .build/kubeconfig

test: $(SETUP) ## run the tests; make check runs the long ones too
	@$(MAKE) -j2 test-units test-parts

# The tests beside the sources share a process: most of them take less time than a process does to start.
test-units: $(SETUP)
	@$(TEST) --test-isolation=none $(UNIT_TESTS)

# Node would leave a core to itself, which on two cores is half of them.
test-parts: $(SETUP)
	@$(TEST) --test-concurrency=$(CORES) $(TESTS)

# One file more than there are cores: many wait for programs, or for time to pass.
test-own: $(SETUP) ## the long ones: chapters and corpus of the real kube-apiserver on our own, faults, hostile input, ModelBox, and kubectl, helm, client-go, client-node
	@$(NODE) test/conformance/run.ts pintle
	@$(TEST) --test-concurrency=$$(($(CORES) + 1)) $(OWN_TESTS)

check: lint types test test-own packaging ## everything that needs no real control plane

lint: $(SETUP) ## check format and lint rules
	@$(BIN)/biome check --error-on-warnings .

types: $(SETUP) ## check the types of sources, tests and benches
	@$(BIN)/tsc -b

packaging: $(SETUP) ## build the packages and look at what would be published
	@rm -rf packages/*/dist .build/*.tsbuildinfo
	@$(BIN)/tsc -b packages/*
	@$(NODE) tools/bundle.ts
	@$(NODE) tools/bundle-libraries.ts
	@$(NODE) test/packaging.ts

real: $(SETUP) ## get the real etcd, kube-apiserver, kube-controller-manager, kubectl and helm: KUBEBUILDER_ASSETS, or built once (needs Go)
	@$(NODE) test/real/binaries.ts

test-real: real ## question the real kube-apiserver: all chapters, the corpus, and whether lies would be caught
	@$(NODE) test/conformance/run.ts real
	@$(NODE) test/corpus/main.ts replay
	@$(NODE) test/real/run-tests.ts

soak: real ## the long versions: thirty virtual days, twenty restarts and compactions, twenty stopped leaders
	@PINTLE_SOAK=1 PINTLE_SOAK_DAYS=30 $(NODE) --test --test-concurrency=1 --test-reporter=./test/reporter.ts 'test/runtime/*soak.test.ts' test/runtime/informers.real-test.ts test/runtime/leader-election.real-test.ts

corpus: real ## record the real kube-apiserver's answers again
	@$(NODE) test/corpus/main.ts record

compatibility: real compatibility-rows ## run all chapters and write their counts to docs/compatibility.md
	@$(NODE) test/conformance/run.ts real --write
	@$(NODE) test/conformance/run.ts pintle --write

compatibility-rows: $(SETUP) ## write to docs/compatibility.md what the tests list as not supported
	@$(NODE) test/compatibility-rows.ts --write

kinds: real ## generate the built-in kinds from what the real kube-apiserver and Go's struct tags say (needs Go)
	@$(NODE) tools/kinds/main.ts

columns: real ## record how the real kube-apiserver describes the columns of its Tables
	@$(NODE) tools/columns/main.ts

openapi: real ## record what the real kube-apiserver publishes for custom resources
	@$(NODE) test/openapi/record.ts

structs: real ## write down how Go prints the structs that messages show
	@$(NODE) tools/structs/main.ts

bootstrap: real ## record the objects that the real kube-apiserver has from its first start on
	@$(NODE) tools/bootstrap/main.ts

bench: $(SETUP) ## measure ratios against peers, each in one run
	@$(NODE) bench/machinery/main.ts
	@$(NODE) bench/cel/main.ts
	@$(NODE) bench/schema/main.ts
	@$(BIN)/tsc -b packages/*
	@$(NODE) bench/kinds/main.ts
	@$(NODE) bench/client/main.ts
	@$(NODE) bench/runtime/main.ts
	@$(NODE) bench/apiserver/main.ts
	@$(NODE) bench/controlplane/main.ts
	@$(NODE) bench/operator/main.ts

record: $(SETUP) ## ask Kubernetes' own libraries again for the expected results of the tables (needs Go)
	@$(NODE) test/oracle/tables.ts

format: $(SETUP) ## format and fix what can be fixed
	@$(BIN)/biome check --write .
