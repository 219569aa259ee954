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
.PHONY: help setup build farm farm-build remote play contest quick test test-rest cross portable release lint-most test-systems test-plain test-race lint generate train-small profile vectors waves bench benchmarks fuzz formal bitstream resources readback browser site verify-long clean

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
	@$(GO) build -tags "farm $(TAGS)" -o loopline-farm ./cmd/loopline

farm: farm-build build ## games on three workers of which one is killed; the result is complete
	@scripts/farm $(BUILD)/farm

remote: farm-build build ## a contest day of four, two of them elsewhere behind a slow network, derived again
	@scripts/remote $(BUILD)/remote

lint: setup ## gofmt, vet and staticcheck
	@scripts/lint $(STATICCHECK)

lint-most: setup ## lint without what the farm is made of, the server above all
	@WITHOUT=/farm scripts/lint $(STATICCHECK)

# What make quick leaves out: RTL and its tools, QEMU, attacks on isolation, what
# computes or waits for seconds, vet, and what debuggers want in a program.
SLOW         = /(hdl|sim|trax/rtl|games/.*/rtl|games/kernel|trax/conformance|bridge/qemubench|isolation)(/|$$)
SLOW_TESTS   = TestScripts/(sim|play_isolation|play_wires|latency_bad|.*_sim|compare|check|doc|large|replay_large)|Every|Killed|Farmed|Stopped|Hostile|MemoryFollowsTiles|LargeBoards|TooLarge|Strength|TooManyEvents|LargeRecord|AgainstNaive|TextOfLarge|LongChains|ThreadsChange|OracleAgrees|StderrIsLimited|OverEveryWire|OverHTTP|ClientOfThePage|DrawAndFouls|ForcedEndsAreProven|TestWires

quick: setup ## the tests that answer in a minute: no race detector, no QEMU, no RTL
	@$(GO) test -short -vet=off -pgo=off -ldflags=-w -p 4 -skip '$(SLOW_TESTS)' $$($(GO) list ./... | grep -vE '$(SLOW)')

# Tests that run without the race detector: of whole programs that play for long,
# and of what computes for long in one goroutine.
WHOLE        = TestScripts|TestEveryPlayerOnEveryWire|TestTutorial|TestHostileRecord|TestCommandsOfTheFirstPages|TestBrokenRules|TestFarmedStalls
ALONE        = TestFaultyBoards|TestJudges|TestLargeRecord|TestFloodIsTerritory|TestPerftWays|TestPerftOutgrowsTheTorus|TestEndings|TestForcedEndsAreProven|TestLongChainsForeseen|TestTextOfLargeBoards|TestAgainstNaive|TestFrontierAfterUndo|TestMemoryFollowsTiles|TestGoldenTurns|TestEveryClassIsMet|TestEveryClassOfOtherKindsIsMet|TestOpeningsFollowFromTheSeed|TestOracleAgrees|TestWholeRules|TestIgnoredContradictions|TestStrength|TestTooLarge|TestTooManyEvents|TestBrokenCores|TestEveryStatusInEveryRound|TestEverythingInTheDefaultRun|TestWideLines|TestPerfectIsLeast|TestPerfectLarger|TestSwissCompletes|TestSwissComingAndGoing|TestSwissIsLeast|TestTrainAgain|TestVerifyEveryByte|TestFlippedBit|TestCutAtAnyByte|TestCutStallsAtAnyByte
# Of simulation, what is about reading, refusing and building designs.
BUILDS       = TestForeignBoard|TestFoundPins|TestBuildErrors|TestMissingTool|TestLint|TestLintBoard|TestInputsOfModules|TestMute|TestCapitalPins|TestMissingMemory|TestRemedies|TestVerilog2005|TestWhatWouldRunProgramsIsRefused|TestWhatLooksLikeARequestIsNone|TestATestbenchBesideIsNotTheDesign|TestAListOfFilesRunsNothing|TestABoardTellsWhatItAsksFor|TestAModelCannotLeaveItsIsolation|TestTheCacheIsNotWritableByAModel|TestFilesOutsideAreNotRead|TestANameOfAFileIsNoCommand|TestClockStubs|TestPassedClock|TestStrangeTexts|TestOddPorts|TestStudentBoards|TestHeldLow|TestUnnamedInput|TestTrouble|TestVHDLBoard|TestVHDLMeansTheSame|TestVHDLWarnings|TestVHDLNames|TestVHDLErrors|TestVHDLLibrary|TestVHDLAsOthersWriteIt|TestVHDLReadsNoFilesOutside|TestVHDLLint|TestBehaviourWarnings|TestNoFalseConflicts|TestModuleTwice|TestCoreTwice|TestModulesAnywhere
PLAIN        = ^($(WHOLE)|$(ALONE)|$(BUILDS))$$

# Packages in which nothing runs beside anything else: rules, bots, pictures, vectors, RTL and its
# tools. Who starts goroutines around them is tested with the detector, and so are the threads of the bot and of lock-step.
SINGLE       = /(hdl(/.*)?|internal/(bounds|commandline|crossvet|phrase|query|release|repotest)|host/(audit|latency|rating|tournament/pairing)|vectors|trax(/(rtl|vectors|svg|term|replay|engine(/.*)?|puzzle|analysis|tutorial))?|games/(grid|kernel|jsonvalue|animation|advice)(/.*)?|games/(battle2048|chaser|dpt|kakomimasu)(/(rtl|vectors|svg|term|bots|conformance))?)$$

# What make test-rest has: proofs and netlists, a whole emulated machine, and the farm, whose
# server alone takes as long to compile as the rest of us. And that testbenches of the RTL and
# vectors find seeded bugs, and what says the same of the RTL once more.
REST         = /(hdl/tools|farm|bridge/qemubench)(/|$$)
REST_TESTS   = Finds?Mutants$$|^(TestCoreVerilator|TestNotationOfLargeBoards|TestUARTAgain)$$

# The systems are vetted from sources; make cross builds for them too.
test: setup ## vet for six systems, and the tests, most with the race detector
	@$(MAKE) --no-print-directory -j2 --output-sync=target test-plain test-race

test-rest: setup ## the tests that make test leaves out: proofs, netlists, seeded bugs, emulated hardware, the farm
	@scripts/setup hardware && scripts/bench-hw --fetch || echo "the bench of emulated hardware is left out" >&2
	@$(GO) test -vet=off -ldflags=-w -tags "$(TAGS)" -timeout 30m -parallel 4 $$($(GO) list ./... | grep -E '$(REST)')
	@$(GO) test -vet=off -ldflags=-w -timeout 30m -parallel 4 -run '$(REST_TESTS)' ./hdl ./trax/rtl

test-systems:
	@$(GO) run ./internal/crossvet $(TARGETS)

# What is vetted need not be vetted again by the tests.
test-plain: test-systems
	@$(GO) test -vet=off -ldflags=-w -tags "$(TAGS)" -timeout 30m -parallel 4 -run '$(PLAIN)' ./cmd/loopline ./games ./host ./host/tournament ./sim ./trax/conformance ./trax/contest
	@$(GO) test -vet=off -ldflags=-w -tags "$(TAGS)" -timeout 30m -parallel 4 -skip '$(REST_TESTS)' $$($(GO) list ./... | grep -E '$(SINGLE)' | grep -vE '$(REST)')

# What attacks the machine comes behind what has a clock. The profile makes everything be compiled
# once more for the program alone.
test-race:
	@$(GO) test -vet=off -pgo=off -ldflags=-w -race -p 4 -tags "$(TAGS)" -timeout 30m -skip '$(PLAIN)' $$($(GO) list ./... | grep -vE '$(SINGLE)|$(REST)|/isolation$$')
	@$(GO) test -vet=off -ldflags=-w -race ./isolation
	@$(GO) test -vet=off -ldflags=-w -race -run Threads ./trax/engine ./trax/rtl

cross: ## build and vet everything for Linux, Windows and macOS, without cgo
	@scripts/cross

portable: ## the tests that hold on every system, on this one
	@bash scripts/portable

release: setup ## archives for six systems, Debian packages, licences, bill of materials, sums into build/release
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
