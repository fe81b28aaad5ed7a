# The verbs of this project, for people and for CI. `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# What `gateway version` says it was built from.
export GATEWAY_COMMIT := $(shell git describe --always --dirty --abbrev=12 2>/dev/null)
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

# Release builds have jemalloc, which takes longer to build than all the rest of the demo.
RELEASE := cargo build --locked --release --features jemalloc

# What `make release` builds for, with a target folder of its own: its flags are the program's, not those of its build.
HOST = $(shell rustc --print host-tuple)
PACKAGE = target/package/gateway-$(shell sed -n '/^\[workspace.package\]/,/^$$/s/^version = "\(.*\)"/\1/p' Cargo.toml)-$(HOST)

# `--examples` builds no more, since there are none, but gives the dependencies the features that the tests need. Without
# it they are built once for `make run` and once more for `make test`.
BUILD := cargo build --locked --workspace --examples --bin gateway

CLIENTS := gateway/tests/clients

CLIENT_SOURCES := codegen.yml schema.graphql $(shell find client -path client/node_modules -prune -o -path client/dist -prune -o -path client/test-results -prune -o -path client/playwright-report -prune -o -type f -print 2>/dev/null)

.PHONY: help
help: ## list the verbs
	@sed -nE 's/^([a-z0-9-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

.PHONY: run
run: first-build client/dist/index.html ## build everything and start it; options of the gateway go into ARGS
	@echo 'Building the gateway and the services (cargo).'
	$(BUILD)
	./target/debug/gateway $(ARGS)

.PHONY: test
test: lint unit browser shell ## run the tests, installing what they need
# Side by side: the clients wait most of their time.
	$(MAKE) --jobs=2 clients e2e

.PHONY: lint
lint: client/node_modules/.installed ## formatting, lints and types
	cargo fmt --check
	cargo clippy --locked --workspace --all-targets -- --deny warnings
	cd client && npm run codegen -- --check && npm run lint && npm run format && npm run types && npm run schema

.PHONY: unit
unit: client/dist/index.html redis ## tests of the crates and of the client's parts
	cargo test --locked --workspace
	cd client && npm run unit && npm run size

.PHONY: e2e
e2e: client/dist/index.html browser ## tests in a real browser, against the real gateway
	$(BUILD)
	cd client && npm run e2e

.PHONY: clients
clients: client/dist/index.html $(CLIENTS)/node_modules/.installed shell ## tests by clients that others wrote, random documents, and the examples of docs/tools
	$(BUILD)
	cd $(CLIENTS) && npm test

.PHONY: screens
screens: client/dist/index.html browser ## take the pictures of docs/screens anew
	$(BUILD)
	cd client && npm run gallery

.PHONY: lighthouse
lighthouse: client/dist/index.html browser ## Lighthouse's figures of the screens that people wait for most
	$(BUILD)
	npm install --prefix target/lighthouse --no-save --no-audit --no-fund lighthouse@12.8.2 puppeteer-core@24.43.1
	cd client && LIGHTHOUSE=../target/lighthouse npm run lighthouse

.PHONY: deny
deny: ## licences, sources and known faults of the dependencies
	command -v cargo-deny >/dev/null || cargo install --locked cargo-deny
	cargo deny check
	cd client && npm audit

.PHONY: fix
fix: client/node_modules/.installed ## format, and mend what lints can mend
	cargo fmt
	cargo clippy --workspace --all-targets --fix --allow-dirty
	cd client && npm run fix

.PHONY: codegen
codegen: client/node_modules/.installed ## types and documents of the portal's operations, from schema.graphql
	cd client && npm run codegen

.PHONY: schema-check
schema-check: client/node_modules/.installed ## check that schema.graphql breaks no document of the last release's manifests, nor of the tools in GATEWAY_TOOLS
	cd client && npm run schema

.PHONY: released
released: ## after a release: what the next ones are checked against
	cp schema.graphql docs/released/schema.graphql
	cp client/src/gql/persisted-documents.json docs/released/portal.json

.PHONY: bench
bench: client/dist/index.html ## measure the CPU cost of the gateway, compared with a bare proxy and a plain GraphQL server
	$(RELEASE) --package gateway --package bench
	# With high priority, if permitted: a pause of a millisecond dominates p99.
	nice -n -20 ./target/release/bench ./target/release/gateway

.PHONY: subscriptions
subscriptions: client/dist/index.html ## measure 1,000 open subscriptions of 500 sessions: memory, calls, p99, time from a save to its events
	$(RELEASE) --package gateway --package bench
	./target/release/bench ./target/release/gateway subscriptions

.PHONY: gql
gql: client/dist/index.html ## Python's gql against the gateway's WebSocket; installs it into target/
	$(BUILD)
	python3 -m venv target/gql && target/gql/bin/pip install --quiet 'gql[websockets]==4.4.0'
	./target/gql/bin/python gateway/tests/clients/follow_by_gql.py ./target/debug/gateway

.PHONY: federation
federation: client/dist/index.html ## the graph behind a real federation router, with a second graph; installs them (0.5 GB) into target/
	$(BUILD)
	npm install --prefix target/federation --no-save --no-audit --no-fund @apollo/composition@2.14.4 @apollo/subgraph@2.14.4 @graphql-hive/gateway@2.15.1 @theguild/federation-composition@0.27.0 graphql@16.15.0
	node gateway/tests/clients/federation.mjs target/debug/gateway target/federation

.PHONY: tools
tools: client/dist/index.html $(CLIENTS)/node_modules/.installed ## the examples of docs/tools/ in every language, with packages from the registries in target/tools
	$(BUILD)
	cd $(CLIENTS) && npm run tools

.PHONY: mcp
mcp: client/dist/index.html ## clients of the Model Context Protocol against /mcp; installs them, and a newer Node, into target/
	$(BUILD)
	python3 -m venv target/mcp && target/mcp/bin/pip install --quiet 'mcp==2.3.0'
	npm install --prefix target/mcp --no-save --no-audit --no-fund @modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/inspector@2.12.0 node@24.21.0
	./target/mcp/bin/python gateway/tests/clients/call_by_mcp.py ./target/debug/gateway target/mcp/node_modules

# gateway/deploy/Dockerfile builds the same program: with these flags, features and target.
.PHONY: release
release: client/dist/index.html ## build and pack the program that goes into production: static, with the portal inside
	RUSTFLAGS='-C target-feature=+crt-static' $(RELEASE) --package gateway --target $(HOST)
	rm -rf $(PACKAGE)
	mkdir -p $(PACKAGE)
	strip --strip-debug -o $(PACKAGE)/gateway target/$(HOST)/release/gateway
	cp -r gateway/deploy docs/operations.md docs/mapping.md docs/security.md docs/tools.md docs/tools schema.graphql $(PACKAGE)
	sed --in-place "s|(../gateway/deploy/|(deploy/|g" $(PACKAGE)/operations.md
	tar --create --gzip --file $(PACKAGE).tar.gz --directory $(dir $(PACKAGE)) --owner root --group root $(notdir $(PACKAGE))
	cd $(dir $(PACKAGE)) && sha256sum $(notdir $(PACKAGE)).tar.gz | tee $(notdir $(PACKAGE)).tar.gz.sha256

# What is not a verb.

.PHONY: first-build
first-build:
	@test -x target/debug/gateway || echo 'The first build takes three to six minutes on two cores; later ones take seconds.'

client/node_modules/.installed: client/package.json client/package-lock.json
	@echo "Installing the portal's packages (npm)."
	cd client && npm ci
	touch $@

$(CLIENTS)/node_modules/.installed: $(CLIENTS)/package.json $(CLIENTS)/package-lock.json
	@echo 'Installing the clients of the tests (npm).'
	cd $(CLIENTS) && npm ci
	touch $@

client/dist/index.html: client/node_modules/.installed $(CLIENT_SOURCES)
	@echo 'Building the portal (vite).'
	cd client && npm run build
	touch $@

# Installs packages where a command is missing.
apt = command -v $(1) >/dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install --yes --no-install-recommends $(2); }

# The tests start servers of their own; one that the package may start is not theirs.
.PHONY: redis
redis:
	@$(call apt,redis-server,redis-server)

.PHONY: browser
browser:
	@$(call apt,chromium,chromium)

# For the examples of docs/tools.
.PHONY: shell
shell:
	@$(call apt,curl,curl)
	@$(call apt,jq,jq)
