package repotest

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pageNumbers are limits and times that pages state, and the lines of the program that set them.
// A change of one is a change of the other.
var pageNumbers = []struct{ page, claim, file, source string }{
	{"docs/protocol.md", "more than 16,384 after one line", "bridge/lines/framer.go", "maxEmpty = 16 << 10"},
	{"docs/protocol.md", "4096 bytes", "bridge/lines/line.go", "DefaultMaxLine = 4096"},
	{"docs/protocol.md", "after 15 ms of silence", "bridge/lines/line.go", "DefaultIdle = 15 * time.Millisecond"},
	{"docs/protocol.md", "up to 256 lines or 16 KiB", "host/discards.go", "maxDiscards = 256 maxDiscardBytes = 16 << 10"},
	{"docs/protocol.md", "8,192 lines of noise and strays", "host/discards.go", "maxDiscardsSeat = 8192"},
	{"docs/protocol.md", "waits 30 ms longer", "host/clock.go", "grace = 30 * time.Millisecond"},
	{"docs/protocol.md", "stalls of more than 20 ms", "host/stalls/detector.go", "stallMin = 20 * time.Millisecond"},
	{"docs/protocol.md", "delays of more than 5 ms", "host/stalls/detector.go", "waitMin = 5 * time.Millisecond"},
	{"docs/protocol.md", "more than 1 s (`--stall-credit`", "contest/config/config.go", "DefaultCredit = time.Second"},
	{"docs/protocol.md", "in reads of one byte 2,000 a second", "bridge/lines/ratelimit.go", "newRateLimiter(2000, 256"},
	{"docs/protocol.md", "keeps 64 KiB and about 500 lines a second", "bridge/exec/exec_stderr.go", "maxStderrRate = 64 * 1024"},
	{"docs/protocol.md", "`/tmp` is its own: 64 MiB", "sandbox/limits.go", "defaultScratch = 64 << 20"},
	{"docs/protocol.md", "up to 1024 with their threads", "sandbox/limits.go", "defaultProcesses = 1024"},
	{"docs/protocol.md", "512 MiB (`--memory`)", "sandbox/limits.go", "PlayerMemory = 512 << 20"},
	{"docs/simulation.md", "| a clock cycle, on average | 20 µs |", "sim/model/budget.go", "DefaultCycleTime = 20 * time.Microsecond"},
	{"docs/simulation.md", "| burst beyond the average | 5 s |", "sim/model/budget.go", "burstTime = 5 * time.Second"},
	{"docs/simulation.md", "| one clock cycle | 200 ms |", "sim/model/budget.go", "longestCycle = 200 * time.Millisecond"},
	{"docs/simulation.md", "more than 65,536 rounds", "sim/finding/loops.go", "maxRounds = 1 << 16"},
	{"docs/simulation.md", "before the next question for 20 bytes", "sim/player.go", "settleBytes = 20"},
	{"docs/adopt.md", "right within 0.5 %", "sim/adopt/adopt.go", "near = 1.005"},
	{"docs/simulation.md", "| power-up, before the first question | 20 s |", "sim/model/budget.go", "powerUpTime = 20 * time.Second"},
}

// TestNumbersOfThePages wants the numbers of a page to be those of the program.
func TestNumbersOfThePages(t *testing.T) {
	atRoot(t)
	spaces := regexp.MustCompile(`\s+`)
	read := func(name string) string {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return spaces.ReplaceAllString(regexp.MustCompile(` *//.*`).ReplaceAllString(string(text), ""), " ")
	}
	for _, n := range pageNumbers {
		assert.Contains(t, spaces.ReplaceAllString(read(n.page), " "), n.claim, n.page)
		assert.Contains(t, read(n.file), strings.TrimSpace(n.source), "%s says %q of it", n.page, n.claim)
	}
}
