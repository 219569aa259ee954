// Package rtl says how the RTL of games on a field is asked: ll_flood, by the
// vectors of its kind.
package rtl

import (
	"encoding/json"

	"github.com/loopline/loopline/games/grid"
	fields "github.com/loopline/loopline/games/grid/vectors"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/vectors"
)

// Top is the module that floods fields.
const Top = "ll_flood"

// NewBlock makes the module that answers the vectors of a game, whose flood goes
// to those neighbours, on fields of a size unless another is asked for.
func NewBlock(game string, n grid.Neighbours, board vectors.GridSize) *rtlblock.Block {
	return &rtlblock.Block{
		Set: fields.NewSet(game, n, board), Kind: fields.Flood, Top: Top,
		For: func(b vectors.GridSize) rtlblock.PortMap {
			bits := b.Columns * b.Rows
			return rtlblock.Wrap(Top,
				map[string]int{"Width": b.Columns, "Height": b.Rows, "Neighbours": int(n)},
				[]rtlblock.Port{{Name: "walls_i", Bits: bits}}, []rtlblock.Port{{Name: "inside_o", Bits: bits}},
				func() rtlblock.Codec { return codec{b, n} })
		},
	}
}

// codec asks about a field in one word.
type codec struct {
	board vectors.GridSize
	n     grid.Neighbours
}

// Encode implements rtlblock.Codec.
func (t codec) Encode(dst []byte, ask json.RawMessage) ([]byte, error) {
	walls, err := fields.ParseAsk(ask, t.board, t.n)
	if err != nil {
		return dst, err
	}
	word := make(rtlblock.Bits, (t.board.Columns*t.board.Rows+7)/8)
	for y, row := range walls {
		word.Put(y*t.board.Columns, t.board.Columns, row)
	}
	return append(dst, word...), nil
}

// Decode implements rtlblock.Codec.
func (t codec) Decode(dst, said []byte) []byte {
	inside := grid.NewBitboard(t.board.Rows)
	for y := range inside {
		inside[y] = rtlblock.Bits(said).Get(y*t.board.Columns, t.board.Columns)
	}
	return fields.AppendWant(dst, inside, t.board.Columns)
}
