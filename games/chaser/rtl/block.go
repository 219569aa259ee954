package rtl

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"sync"

	"github.com/loopline/loopline/games/chaser"
	windows "github.com/loopline/loopline/games/chaser/vectors"
	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/vectors"
)

// WindowTop is the module that sees nine cells of a map.
const WindowTop = "ll_view"

// The fields of a word: a cell to write, or a question.
const (
	writeAt = iota
	cellAt
	xAt      = cellAt + 2
	yAt      = xAt + placeBits
	otherXAt = yAt + placeBits
	otherYAt = otherXAt + placeBits
	actionAt = otherYAt + placeBits
	wayAt    = actionAt + 2
	inBits   = wayAt + 2

	placeBits = 6
	outBits   = 18
)

// Block is the module that answers the vectors of the window. It is made once
// and never changes.
func Block() *rtlblock.Block { return window() }

var window = sync.OnceValue(func() *rtlblock.Block {
	return &rtlblock.Block{
		Set: windows.Set(), Kind: windows.Window, Top: WindowTop,
		For: func(b vectors.GridSize) rtlblock.PortMap {
			return rtlblock.PortMap{
				Wrapper: wrapper(b), In: inBits, Out: outBits,
				New: func() rtlblock.Codec { return &codec{board: b} },
			}
		},
	}
})

// wrapper has a word write a cell, or ask.
func wrapper(b vectors.GridSize) string {
	// As the module's parameters say.
	xBits, yBits := bits.Len(uint(b.Columns))+1, bits.Len(uint(b.Rows))+1
	return fmt.Sprintf("`default_nettype none\nmodule %s (\n"+
		"    input  wire clk_i,\n    input  wire rst_i,\n"+
		"    input  wire valid_i,\n    output wire ready_o,\n    input  wire [%d:0] in_i,\n"+
		"    output wire valid_o,\n    input  wire ready_i,\n    output wire [%d:0] out_o\n);\n"+
		"  reg wrote;\n  wire ready, valid;\n  wire writes = in_i[%d];\n"+
		"  assign ready_o = ready && !wrote;\n  assign valid_o = valid || wrote;\n"+
		"  always @(posedge clk_i) wrote <= !rst_i && (wrote ? !ready_i : valid_i && ready_o && writes);\n"+
		"  ll_view #(.Width(%d), .Height(%d)) dut (.clk_i(clk_i), .rst_i(rst_i),\n"+
		"      .write_i(valid_i && ready_o && writes), .write_x_i(in_i[%d +: %d]), .write_y_i(in_i[%d +: %d]),\n"+
		"      .write_cell_i(in_i[%d +: 2]), .valid_i(valid_i && !writes && !wrote), .ready_o(ready),\n"+
		"      .action_i(in_i[%d +: 2]), .direction_i(in_i[%d +: 2]), .x_i(in_i[%d +: %d]), .y_i(in_i[%d +: %d]),\n"+
		"      .other_x_i(in_i[%d +: %d]), .other_y_i(in_i[%d +: %d]),\n"+
		"      .valid_o(valid), .ready_i(ready_i), .window_o(out_o));\nendmodule\n`default_nettype wire\n",
		sources.WrapperTop, inBits-1, outBits-1, writeAt, b.Columns, b.Rows, xAt, xBits-1, yAt, yBits-1, cellAt,
		actionAt, wayAt, xAt, xBits, yAt, yBits, otherXAt, xBits, otherYAt, yBits)
}

// codec writes the cells that differ from the map in the module, then asks.
type codec struct {
	board vectors.GridSize
	known map[chaser.Point]chaser.Cell
}

// Encode implements rtlblock.Codec.
func (t *codec) Encode(dst []byte, ask json.RawMessage) ([]byte, error) {
	q, err := windows.ParseAsk(ask, t.board)
	if err != nil {
		return dst, err
	}
	if t.known == nil {
		t.known = map[chaser.Point]chaser.Cell{}
	}
	for y, row := range q.Rows {
		for x, cell := range row {
			p := chaser.Point{X: x, Y: y}
			if was, ok := t.known[p]; ok && was == cell {
				continue
			}
			t.known[p] = cell
			word := newWord(p, chaser.Point{})
			word.Put(writeAt, 1, 1)
			word.Put(cellAt, 2, uint64(cell))
			dst = append(dst, word...)
		}
	}
	word := newWord(q.Player, q.Other)
	word.Put(actionAt, 2, uint64(q.Action))
	word.Put(wayAt, 2, uint64(q.Direction))
	return append(dst, word...), nil
}

// newWord is a word with two places.
func newWord(p, other chaser.Point) rtlblock.Bits {
	word := make(rtlblock.Bits, (inBits+7)/8)
	for at, v := range map[int]int{xAt: p.X, yAt: p.Y, otherXAt: other.X, otherYAt: other.Y} {
		word.Put(at, placeBits, uint64(v))
	}
	return word
}

// Decode implements rtlblock.Codec.
func (t *codec) Decode(dst, said []byte) []byte {
	var seen chaser.Window
	for i := range seen {
		seen[i] = uint8(rtlblock.Bits(said).Get(2*i, 2))
	}
	return windows.AppendWant(dst, seen)
}
