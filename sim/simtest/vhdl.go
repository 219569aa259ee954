package simtest

import (
	"testing"

	"github.com/loopline/loopline/sim/tooling"
)

// NeedGHDL skips a test where VHDL cannot be converted.
func NeedGHDL(t *testing.T) {
	t.Helper()
	if _, err := tooling.FindTool("ghdl"); err != nil {
		t.Skip(err)
	}
}
