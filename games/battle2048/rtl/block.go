// Package rtl says how the RTL of 2048 versus is asked: ll_slide, by the vectors
// of its kind.
package rtl

import (
	"encoding/json"
	"sync"

	"github.com/loopline/loopline/games/battle2048"
	set "github.com/loopline/loopline/games/battle2048/vectors"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/vectors"
)

// Top is the module that slides boards.
const Top = "ll_slide"

// The widths of its ports.
const (
	cellBits      = 5
	boardBits     = cellBits * battle2048.Cells
	directionBits = 2
	movedBits     = 1
	mergesBits    = 4
	gainBits      = 36
)

// Block is the module that answers the vectors of the slide. It is made once
// and never changes.
func Block() *rtlblock.Block { return slide() }

var slide = sync.OnceValue(func() *rtlblock.Block {
	w := rtlblock.Wrap(Top, nil,
		[]rtlblock.Port{{Name: "board_i", Bits: boardBits}, {Name: "direction_i", Bits: directionBits}},
		[]rtlblock.Port{
			{Name: "board_o", Bits: boardBits}, {Name: "moved_o", Bits: movedBits},
			{Name: "merges_o", Bits: mergesBits}, {Name: "gain_o", Bits: gainBits},
		}, func() rtlblock.Codec { return codec{} })
	return &rtlblock.Block{
		Set: set.Set(), Kind: set.Slide, Top: Top, For: func(vectors.GridSize) rtlblock.PortMap { return w },
	}
})

// codec asks a slide in one word.
type codec struct{}

// Encode implements rtlblock.Codec.
func (codec) Encode(dst []byte, ask json.RawMessage) ([]byte, error) {
	board, d, err := set.ParseAsk(ask)
	if err != nil {
		return dst, err
	}
	word := make(rtlblock.Bits, (boardBits+directionBits+7)/8)
	for i, e := range board {
		word.Put(cellBits*i, cellBits, uint64(e))
	}
	word.Put(boardBits, directionBits, uint64(d))
	return append(dst, word...), nil
}

// Decode implements rtlblock.Codec.
func (codec) Decode(dst, said []byte) []byte {
	word := rtlblock.Bits(said)
	var board battle2048.Grid
	for i := range board {
		board[i] = uint8(word.Get(cellBits*i, cellBits))
	}
	return set.AppendWant(dst, &board, word.Get(boardBits, movedBits) != 0,
		int(word.Get(boardBits+movedBits, mergesBits)), int64(word.Get(boardBits+movedBits+mergesBits, gainBits)))
}
