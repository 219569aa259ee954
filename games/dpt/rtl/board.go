// Package rtl says how the RTL of DPT is simulated and asked: the reference board, and
// ll_dpt_plan, which chooses its actions.
package rtl

import (
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// BoardTop is the module of the reference board.
const BoardTop = "ll_dpt_board"

// ReferenceBoard returns how the reference board is simulated, with the given source; see
// sim.BoardConfig.Reference.
func ReferenceBoard(c sim.BoardConfig, source sources.Source) sim.BoardConfig {
	return c.Reference(source, BoardTop)
}
