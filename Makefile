# Loopline: type "make help" for the menu.

GO          ?= go
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.7.0
FUZZTIME    ?= 1m
BUILD       := build
TARGETS      = linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64

# What libusb=1 in an address asks for is built in where libusb is: looked up when a
# recipe runs, after setup. Raw USB itself needs neither.
TAGS         = $(shell pkg-config --exists libusb-1.0 2>/dev/null && echo usb)

.DEFAULT_GOAL := help
.PHONY: help setup build farm farm-build remote play contest quick test test-rest tiers cross portable release lint-most test-systems test-plain test-race lint generate train-small profile vectors waves bench benchmarks fuzz formal bitstream resources readback browser site verify-long clean

help: ## show this menu
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing, silent when nothing is
	@scripts/setup

build: setup ## build ./loopline
	@$(GO) build -tags "$(TAGS)" -ldflags='-s -w' -o loopline ./cmd/loopline

play: build ## referee a match against the simulated board on a PTY, then verify its record
	@scripts/play $(BUILD)

contest: build ## play a small contest day of eight entrants, derive it again, publish it
	@scripts/contest $(BUILD)/contest

farm-build: setup ## build ./loopline-farm, which also does work on many machines
	@$(GO) build -tags "$(TAGS)" -o loopline-farm ./cmd/loopline-farm

farm: farm-build build ## games on three workers of which one is killed; the result is complete
	@scripts/farm $(BUILD)/farm

remote: farm-build build ## a contest day of four, two of them elsewhere behind a slow network, derived again
	@scripts/remote $(BUILD)/remote

lint: setup ## gofmt, vet and staticcheck
	@scripts/lint $(STATICCHECK)

lint-most: setup ## lint without what the farm is made of, the server above all
	@WITHOUT=/farm scripts/lint $(STATICCHECK)

# A test says itself whether it is slow, is nothing for the race detector, or takes minutes: internal/tier.
QUICK = $(GO) test -short -vet=off -pgo=off -ldflags=-w -p 4 ./...
FLAGS = -vet=off -ldflags=-w -tags "$(TAGS)" -timeout 30m
PLAIN = $(GO) test $(FLAGS) -parallel 4 $$($(GO) list ./... | grep -vE "/(farm|isolation)(/|$$)")
RACE  = $(GO) test $(FLAGS) -race -pgo=off -p 4 $(RACED)
REST  = LOOPLINE_REST=1 $(GO) test $(FLAGS) -parallel 4 ./hdl/... ./bridge/qemubench ./trax/rtl ./farm/...

# Folders in which goroutines run beside each other.
RACED = ./bridge/... ./cmd/... ./games ./games/api ./games/*/referee ./games/*/procon30 ./games/*/web ./host/... ./internal/... \
        ./output ./player ./printable ./sim ./starter ./trax/conformance/... ./trax/referee ./trax/playertest ./trax/gamefile

quick: setup ## go test -short ./...: the tests that answer in a minute
	@$(QUICK)

# The systems are vetted from sources; make cross builds for them too.
test: setup ## go test ./... and -race but for the farm, whose server alone is as large as the rest; vet for six systems
	@$(MAKE) --no-print-directory test-plain test-race

test-rest: setup ## what takes minutes: proofs, netlists, seeded bugs, emulated hardware, the farm
	@scripts/setup hardware && scripts/bench-hw --fetch || echo "the bench of emulated hardware is left out" >&2
	@$(REST)

tiers: setup ## a table of what quick, test and test-rest run: how many tests, how many seconds
	@scripts/tiers quick '$(QUICK)' test '$(PLAIN)' 'test, raced' '$(RACE)' test-rest '$(REST)'

test-systems:
	@$(GO) run ./internal/crossvet $(TARGETS)

# What is vetted need not be vetted again by the tests.
test-plain: test-systems
	@$(PLAIN)

# What attacks the machine comes behind what has a clock. The profile makes everything be compiled
# once more for the program alone.
test-race:
	@$(RACE)
	@$(GO) test $(FLAGS) -race ./isolation
	@$(GO) test $(FLAGS) -race -run Threads ./trax/engine ./trax/rtl

cross: ## build and vet everything for Linux, Windows and macOS, without cgo
	@scripts/cross

portable: ## the tests that hold on every system, on this one
	@bash scripts/portable

release: setup ## archives for six systems, .deb and .rpm, licences, bill of materials, sums into build/release
	@$(GO) run ./internal/release -out $(BUILD)/release

generate: build ## rebuild the generated files; the tree must stay clean
	@scripts/generate

train-small: setup ## make small weights of the learned evaluation, twice: they must be equal bit by bit
	@scripts/train-small $(BUILD)/train-small

profile: setup ## measure what search, perft and replay spend their time on, for the compiler: cmd/loopline/default.pgo
	@scripts/profile $(BUILD)/profile

vectors: build ## generate a large set of golden vectors into build/vectors, and run the RTL on it
	@scripts/vectors $(BUILD)/vectors

waves: build ## play a game on the simulated board and keep its waveform in build/waves
	@scripts/waves $(BUILD)/waves

bench: setup ## every scenario of the bench of emulated hardware, under QEMU
	@scripts/setup hardware
	@GO="$(GO)" scripts/bench-hw $(BUILD)/bench-hw

benchmarks: setup ## run the benchmarks, no tests
	@$(GO) test -run '^$$' -bench . -benchmem ./...

fuzz: setup ## run every fuzz target for FUZZTIME (1m)
	@scripts/fuzz $(FUZZTIME)

formal: setup ## prove the RTL: every proof, and that each catches its seeded bugs
	@$(GO) run ./hdl/tools/prove -build $(BUILD)/formal

bitstream: ## bitstreams for the iCE40 boards into build/bitstream, with manifests
	@scripts/setup bitstream
	@$(GO) run ./hdl/tools/synth bitstream -out $(BUILD)/bitstream

resources: ## measure what the RTL costs on FPGAs, where it changed, and write the tables
	@scripts/setup bitstream
	@$(GO) run ./hdl/tools/synth resources

readback: ## the golden turns on the core as RTL, as netlist and as read back from a bitstream
	@scripts/setup bitstream
	@$(GO) run ./hdl/tools/synth readback

site: setup ## the documentation as pages with search, for a browser without a network: build/site
	@scripts/site $(BUILD)/site

browser: ## look at the pages of games and contests in a real browser, and keep pictures in build/pages
	@scripts/setup browser || echo "no browser can be installed: its tests are skipped" >&2
	@cd browsertest && SCREENSHOTS=$(abspath $(BUILD))/pages $(GO) test -count 1 -timeout 40m .

verify-long: build ## the long checks, or STEPS of them: 10 million turns in lock-step, all mutants, ...
	@scripts/verify-long $(BUILD)/verify-long $(STEPS)

clean: ## remove what was built
	@rm -rf loopline loopline-farm $(BUILD)
