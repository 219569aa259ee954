package sim

import (
	"math"
	"strings"

	outputs "github.com/loopline/loopline/safefile"
)

// WaveEndings returns the file name endings of the supported waveform formats: FST
// alone.
func WaveEndings() []string { return []string{".fst"} }

// CheckWave refuses the name of a file for a waveform that holds something
// else, unless force is set. A waveform in the format of Verilator's may be
// replaced.
func CheckWave(name string, force bool) error {
	return outputs.Check(name, outputs.FileType{Name: "waveform", Match: isFST}, force)
}

// isFST knows a waveform by the block of its header, and the block's length.
func isFST(start string) bool {
	return strings.HasPrefix(start, "\x00\x00\x00\x00\x00\x00\x00\x01\x49")
}

// resetCycles are the clock cycles of the reset before cycle 0; model/harness/board.cpp has it
// too.
const resetCycles = 16

// halfCycle is half a clock cycle in a board's waveform, in picoseconds: its time axis is that
// of the clock.
func (b *BoardConfig) halfCycle() uint64 { return max(1, uint64(math.Round(5e11/b.Clock))) }

// waveTime returns the time of a clock cycle in a board's waveform, in picoseconds.
func (b *BoardConfig) waveTime(cycle uint64) uint64 { return 2 * b.halfCycle() * (cycle + resetCycles) }
