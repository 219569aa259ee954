package model

import (
	"os"
	"path/filepath"
	"regexp"
)

// undrivenReset matches where a model of Verilator gives a random power-up state to what a
// module drives on a net: VL_RAND_RESET_I(4), or VL_SCOPED_RAND_RESET_I(4, ...) since 5.036.
var undrivenReset = regexp.MustCompile(`(__strong__\w+ = )VL_(?:SCOPED_)?RAND_RESET_[IQ]\([^;]*\);` +
	`|VL_(?:SCOPED_)?RAND_RESET_W\((\d+, [\w>.-]+__strong__\w+)[^;]*\);`)

// settleUndriven has the bits of a net that a module does not drive begin as not driven. Verilator
// 5.032 draws them with the power-up state, and what it draws stays: a pin that
// nobody drives, and that is pulled low, would be high.
func settleUndriven(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.cpp"))
	if err != nil {
		return err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if !undrivenReset.Match(text) {
			continue
		}
		if err := os.WriteFile(name, settled(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// settled returns the text of a model with such resets to zero.
func settled(text []byte) []byte {
	return undrivenReset.ReplaceAllFunc(text, func(all []byte) []byte {
		m := undrivenReset.FindSubmatch(all)
		if m[2] != nil {
			return []byte("VL_ZERO_RESET_W(" + string(m[2]) + ");")
		}
		return append(m[1], "0;"...)
	})
}
