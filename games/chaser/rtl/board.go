// Package rtl says how the RTL of CHaser is simulated and asked: the reference
// board, and ll_view, by the vectors of its kind.
package rtl

import (
	"maps"
	"strconv"

	"github.com/loopline/loopline/sim"
)

// BoardTop is the module of the reference board.
const BoardTop = "ll_chaser_board"

// ReferenceBoard returns how the reference board is simulated: c with the given
// source, its top, and the parameters that follow from its clock and baud rate,
// unless c sets them.
func ReferenceBoard(c sim.BoardConfig, source sim.Source) sim.BoardConfig {
	params := map[string]string{
		"ClockHz": strconv.FormatFloat(c.Clock, 'f', 0, 64),
		"Baud":    strconv.FormatFloat(c.Baud, 'f', 0, 64),
	}
	maps.Copy(params, c.Params)
	c.Source, c.Top, c.Params = source, BoardTop, params
	return c
}
