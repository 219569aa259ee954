package sim

import (
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

// resetCycles are the clock cycles of the reset before cycle 0; harness/board.cpp has it
// too.
const resetCycles = 16

// waveTime is the time of a clock cycle of a board in its waveform, in the units of that:
// two a cycle.
func waveTime(cycle uint64) uint64 { return 2 * (cycle + resetCycles) }
