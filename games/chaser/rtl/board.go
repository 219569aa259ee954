// Package rtl says how the RTL of CHaser is simulated and asked: the reference
// board, and ll_view, by the vectors of its kind.
package rtl

import (
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// BoardTop is the module of the reference board.
const BoardTop = "ll_chaser_board"

// ReferenceBoard returns how the reference board is simulated, with the given source; see
// sim.BoardConfig.Reference.
func ReferenceBoard(c sim.BoardConfig, source sources.Source) sim.BoardConfig {
	return c.Reference(source, BoardTop)
}
