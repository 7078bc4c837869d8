# All actions by name; CI runs the same ones.
#
#   make run       the site at http://localhost:8080, with a private Postgres
#   make dev       the same at http://localhost:1234, reloaded on every change of the client
#   make check     format, lints, types, docs and unit tests, while you work
#   make test      all of that, and tests with a real Postgres and a real browser, before a push
#   make test-all  what a release also needs: conformance suites, long simulations, leaks
#
# It works from any folder: make -C path/to/colibri run

.DEFAULT_GOAL := help
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory

ROOT := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
ifneq ($(words $(MAKEFILE_LIST) $(ROOT)),2)
$(error the path of this repository has a space in it, which make cannot handle; put it elsewhere)
endif
CLIENT := $(ROOT)/client
PEERS := $(ROOT)/load-tests/peers
BENCH ?=
BENCH_API ?=
FUZZ ?=
TARGET := $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),$(ROOT)/target)
export COLIBRI_DATA_DIR ?= $(ROOT)/data

# Huge pages for rustc, whose allocator is jemalloc, save it 8 % of its CPU time.
export MALLOC_CONF ?= thp:always

# The system's libpq if it can be linked. Otherwise libpq and OpenSSL are built from source, which takes minutes.
export CARGO_FLAGS ?= --locked $(if $(shell pkg-config --exists libpq 2>/dev/null && echo yes),,--features api/bundled-libpq)

CLIENT_SOURCES := $(shell find $(CLIENT)/src $(CLIENT)/static $(CLIENT)/scripts -type f 2>/dev/null) \
	$(CLIENT)/openapi/limits.json $(CLIENT)/package.json $(CLIENT)/tsconfig.json

# What builds the client, and the tools of its checks and tests, which `make run` does not install.
CLIENT_PACKAGES := $(CLIENT)/node_modules/.package-lock.json
CLIENT_TOOLS := $(CLIENT)/node_modules/vitest/package.json $(CLIENT)/openapi/node_modules/.package-lock.json

.PHONY: help run dev site build dist client generate release-data check format test test-all fuzz-api bench bench-engine bench-api bench-client load stadium clean

help: ## Lists these actions
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1|\2/p' '$(ROOT)/Makefile' | column -t -s '|'

run: export COLIBRI_PAYMENTS ?= $(if $(PAYPAL_CLIENT_ID),paypal,simulator)
run: site ## Builds and runs the site; Ctrl-C stops it
	@exec '$(TARGET)/site/colibri' serve

dev: export COLIBRI_PAYMENTS ?= simulator
dev: $(CLIENT_PACKAGES) ## Runs the client at http://localhost:1234, reloaded on every change, with api and sockets behind it
	@cd '$(ROOT)' && cargo build $(CARGO_FLAGS)
	@# The server takes images and sounds from there.
	@[ -e '$(CLIENT)/dist/index.html' ] || $(MAKE) client
	@'$(ROOT)/scripts/ensure-postgres' '$(TARGET)/debug/colibri'
	@exec '$(ROOT)/scripts/dev' '$(TARGET)/debug/colibri'

# With a job more than there are cores, `api`, which takes longest, begins before the other last crates have ended.
SITE_BUILD = cargo build --profile site --package colibri --jobs $$(($$(nproc) + 1)) $(CARGO_FLAGS)

site:
	@# In a first build, the client is ready long before the last crate, which embeds it.
	@cd '$(ROOT)' && { [ -e '$(TARGET)/site/colibri' ] || $(SITE_BUILD) & $(MAKE) client; wait $$!; }
	@cd '$(ROOT)' && $(SITE_BUILD)
	@'$(ROOT)/scripts/ensure-postgres' '$(TARGET)/site/colibri'

client: $(CLIENT)/dist/index.html ## Builds the web client if it changed

build: client ## Builds target/release/colibri, which contains the web client
	@cd '$(ROOT)' && cargo build --release $(CARGO_FLAGS)

dist: CARGO_FLAGS := --locked --features api/bundled-libpq
dist: build ## Packs that binary, with libpq inside, as .tar.gz and .deb into target/dist, with checksums and a list of its parts
	@'$(ROOT)/scripts/dist' '$(TARGET)/release/colibri'

generate: $(CLIENT_TOOLS) ## Writes everything that is made from declarations: tables of docs, types of the client, .env.sample, Diesel's tables
	cd '$(CLIENT)' && npm run --silent test -- src/core/settings --update
	cd '$(ROOT)' && cargo test $(CARGO_FLAGS) --no-run --quiet
	@'$(ROOT)/scripts/ensure-postgres' '$(TARGET)/debug/colibri'
	cd '$(ROOT)' && REGENERATE=1 COLIBRI_POSTGRES_BIN="$$('$(TARGET)/debug/colibri' postgres-bin)" \
		cargo test $(CARGO_FLAGS) --quiet --lib --test api -- generated --test-threads=1
	cd '$(CLIENT)/openapi' && npm run --silent generate

release-data: ## Writes what this version leaves behind, on which later versions must start; needs pg_dump
	cd '$(ROOT)' && RELEASE_DATA=1 cargo test $(CARGO_FLAGS) --quiet --lib --test api -- this_version

format: $(CLIENT_TOOLS) ## Formats everything
	cd '$(ROOT)' && cargo fmt --all
	cd '$(CLIENT)' && npm run --silent format
	cd '$(PEERS)/socketioxide' && cargo fmt
	cd '$(ROOT)/load-tests' && '$(CLIENT)/node_modules/.bin/biome' check --write .

check: $(CLIENT_TOOLS) ## Checks format, lints, types and docs, and runs unit tests: no process, no browser
	@'$(ROOT)/scripts/test' check

test: $(CLIENT_TOOLS) ## Runs the checks and all tests that should pass before a push; JOURNEYS=all adds the other journeys
	@'$(ROOT)/scripts/test'

test-all: $(CLIENT_TOOLS) ## Runs all of that, then conformance suites, long simulations, and kills of engines
	@'$(ROOT)/scripts/test' all

fuzz-api: ## Sends the api requests that its document allows and forbids; FUZZ='--max-examples 500' for more
	cd '$(ROOT)' && cargo test $(CARGO_FLAGS) --no-run --quiet
	@'$(ROOT)/scripts/ensure-postgres' '$(TARGET)/debug/colibri'
	@'$(ROOT)/scripts/fuzz-api' '$(TARGET)/debug/colibri' $(FUZZ)

bench: bench-engine bench-api ## Runs bench-engine and bench-api

bench-engine: $(PEERS)/node/node_modules/.package-lock.json ## Compares the engine with other servers under load; BENCH='--rooms 1000' sets options
	cd '$(ROOT)' && cargo build --release $(CARGO_FLAGS) --package bench
	cd '$(ROOT)' && cargo build --release --locked --manifest-path '$(PEERS)/socketioxide/Cargo.toml' --target-dir '$(TARGET)/peers'
	@'$(TARGET)/release/bench' compare --peers '$(PEERS)' --socketioxide '$(TARGET)/peers/release/peer-socketioxide' $(BENCH)

bench-api: ## Measures seats and results per second on a site of a million users; BENCH_API='--users 20000' sets options
	cd '$(ROOT)' && cargo build --release $(CARGO_FLAGS) --package bench --package colibri
	@cd '$(ROOT)' && '$(TARGET)/release/bench' api --colibri '$(TARGET)/release/colibri' $(BENCH_API)

bench-client: client $(CLIENT_TOOLS) ## Measures the time from a keydown to the painted frame, in Chromium on a slowed-down CPU
	cd '$(CLIENT)' && COLIBRI_CHROMIUM=$$('$(ROOT)/scripts/tool' chromium | tail -n 1) npm run --silent bench

load: site ## Runs k6 against a new site, or BASE=https://...; SCRIPT=races RACERS=1000 sets options (docs/load-testing.md)
	@cd '$(ROOT)' && node load-tests/runner/load.mjs '$(TARGET)/site/colibri'

stadium: build ## Measures one race before 100,000 watchers, and kills its engine (docs/stadium.md); WATCHERS=1000 for fewer
	cd '$(ROOT)' && cargo build --release $(CARGO_FLAGS) --package bench
	@'$(ROOT)/scripts/ensure-postgres' '$(TARGET)/release/colibri'
	@cd '$(ROOT)' && node load-tests/runner/stadium.mjs '$(TARGET)/release/colibri' '$(TARGET)/release/bench'

clean: ## Removes all build output, but not data
	rm -rf '$(TARGET)' '$(CLIENT)/dist' '$(CLIENT)/dist-maps' '$(CLIENT)/.parcel-cache' '$(CLIENT)/node_modules' '$(CLIENT)/openapi/node_modules' '$(CLIENT)/openapi/schema.d.ts' '$(PEERS)/node/node_modules'

# Not `npm ci`: it rejects a lock file that was made on a machine where some platform's optional packages were unavailable.
NPM_INSTALL = npm install --no-save --no-audit --no-fund $(NPM_FLAGS)

%/node_modules/.package-lock.json: %/package.json %/package-lock.json
	cd '$*' && $(NPM_INSTALL)
	@touch '$@'

# Tools that are there stay.
$(CLIENT_PACKAGES): NPM_FLAGS = $(if $(wildcard $(CLIENT)/node_modules/vitest),,--omit=dev)

$(CLIENT)/node_modules/vitest/package.json: $(CLIENT)/package.json $(CLIENT)/package-lock.json | $(CLIENT_PACKAGES)
	cd '$(CLIENT)' && $(NPM_INSTALL)
	@touch '$@'

$(CLIENT)/dist/index.html: $(CLIENT)/package-lock.json $(CLIENT_SOURCES) | $(CLIENT_PACKAGES)
	cd '$(CLIENT)' && npm run --silent build
	@touch '$@'
