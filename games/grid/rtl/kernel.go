// Package rtl says how the RTL of games on a field is asked: ll_flood, by the
// vectors of its kind.
package rtl

import (
	"encoding/json"

	"github.com/loopline/loopline/games/grid"
	fields "github.com/loopline/loopline/games/grid/vectors"
	"github.com/loopline/loopline/games/kernel"
	"github.com/loopline/loopline/vectors"
)

// Top is the module that floods fields.
const Top = "ll_flood"

// NewKernel makes the module that answers the vectors of a game, whose flood goes
// to those neighbours, on fields of a size unless another is asked for.
func NewKernel(game string, n grid.Neighbours, board vectors.Board) *kernel.Module {
	return &kernel.Module{
		Set: fields.NewSet(game, n, board), Kind: fields.Flood, Top: Top,
		For: func(b vectors.Board) kernel.Wiring {
			bits := b.Columns * b.Rows
			return kernel.Wrap(Top,
				map[string]int{"Width": b.Columns, "Height": b.Rows, "Neighbours": int(n)},
				[]kernel.Port{{Name: "walls_i", Bits: bits}}, []kernel.Port{{Name: "inside_o", Bits: bits}},
				func() kernel.Translator { return translator{b, n} })
		},
	}
}

// translator asks about a field in one word.
type translator struct {
	board vectors.Board
	n     grid.Neighbours
}

// Ask implements kernel.Translator.
func (t translator) Ask(dst []byte, ask json.RawMessage) ([]byte, error) {
	walls, err := fields.ParseAsk(ask, t.board, t.n)
	if err != nil {
		return dst, err
	}
	word := make(kernel.Bits, (t.board.Columns*t.board.Rows+7)/8)
	for y, row := range walls {
		word.Put(y*t.board.Columns, t.board.Columns, row)
	}
	return append(dst, word...), nil
}

// Answer implements kernel.Translator.
func (t translator) Answer(dst, said []byte) []byte {
	inside := grid.NewPlane(t.board.Rows)
	for y := range inside {
		inside[y] = kernel.Bits(said).Get(y*t.board.Columns, t.board.Columns)
	}
	return fields.AppendWant(dst, inside, t.board.Columns)
}
