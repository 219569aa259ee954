package rtlblock

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/vectors"
)

//go:embed harness/block.cpp
var harness []byte

// Block is RTL that answers the vectors of a kind. Modules are values that
// never change; they may be used concurrently.
type Block struct {
	Set  *vectors.Set
	Kind vectors.Kind
	Top  string // the module

	// For returns the port map for a grid size.
	For func(b vectors.GridSize) PortMap
}

// PortMap maps the words of the harness to the ports of the DUT.
type PortMap struct {
	// Wrapper is SystemVerilog with a module sim.WrapperTop around the top, which
	// has the ports clk_i, rst_i, valid_i, ready_o, in_i, valid_o, ready_i and
	// out_o: a word of In bits passes with valid_i and ready_o high, and its answer
	// of Out bits with valid_o and ready_i. Every word is answered.
	Wrapper string
	In, Out int

	// New returns what turns questions into words.
	New func() Codec
}

// Codec turns questions into words and words into answers. It is for one
// goroutine and one module that was just switched on, and may remember what it
// told the module before.
type Codec interface {
	// Encode appends the words that ask a question, each in as many bytes as its
	// bits need, the lowest first. The answer to the last one is the question's.
	// The error says that it isn't a question of the kind.
	Encode(dst []byte, ask json.RawMessage) ([]byte, error)
	// Decode appends what the answer to the last word says, in the form of a
	// vector's want.
	Decode(dst, word []byte) []byte
}

// inBytes and outBytes are the bytes of a word.
func (w *PortMap) inBytes() int  { return (w.In + 7) / 8 }
func (w *PortMap) outBytes() int { return (w.Out + 7) / 8 }

// config returns the build configuration for a source.
func (w *PortMap) config(source sources.Source, top string) model.ModuleConfig {
	return model.ModuleConfig{
		Source: source, Top: top, Wrapper: w.Wrapper,
		Harness: model.Harness{Name: "block", Text: harness},
		Macros:  []string{fmt.Sprintf("IN_BYTES=%d", w.inBytes()), fmt.Sprintf("OUT_BYTES=%d", w.outBytes())},
	}
}

// Port is a port of a module, with its width in bits.
type Port struct {
	Name string
	Bits int
}

// Wrap wires a module that has clk_i, rst_i, both handshakes and these ports
// besides, which lie in the words in their order from the lowest bit.
func Wrap(top string, params map[string]int, in, out []Port, translator func() Codec) PortMap {
	var b strings.Builder
	joins, inBits := join(in, "in_i")
	more, outBits := join(out, "out_o")
	var settings []string
	for _, name := range slices.Sorted(maps.Keys(params)) {
		settings = append(settings, fmt.Sprintf(".%s(%d)", name, params[name]))
	}
	fmt.Fprintf(&b, "`default_nettype none\nmodule %s (\n"+
		"    input  wire clk_i,\n    input  wire rst_i,\n"+
		"    input  wire valid_i,\n    output wire ready_o,\n    input  wire [%d:0] in_i,\n"+
		"    output wire valid_o,\n    input  wire ready_i,\n    output wire [%d:0] out_o\n);\n"+
		"  %s #(%s) dut (.clk_i(clk_i), .rst_i(rst_i), .valid_i(valid_i), .ready_o(ready_o),\n"+
		"      .valid_o(valid_o), .ready_i(ready_i)%s%s);\nendmodule\n`default_nettype wire\n",
		sources.WrapperTop, inBits-1, outBits-1, top, strings.Join(settings, ", "), joins, more)
	return PortMap{Wrapper: b.String(), In: inBits, Out: outBits, New: translator}
}

// join connects ports to the bits of a word.
func join(ports []Port, word string) (text string, bits int) {
	for _, p := range ports {
		text += fmt.Sprintf(",\n      .%s(%s[%d +: %d])", p.Name, word, bits, p.Bits)
		bits += p.Bits
	}
	return text, bits
}

// Bits is a word as bytes, the lowest first, of which fields are taken or set.
type Bits []byte

// Put sets a field, whose bits are 0 before.
func (b Bits) Put(at, width int, value uint64) {
	for i := range width {
		b[(at+i)/8] |= byte(value>>i&1) << ((at + i) % 8)
	}
}

// Get is a field.
func (b Bits) Get(at, width int) (value uint64) {
	for i := range width {
		value |= uint64(b[(at+i)/8]>>((at+i)%8)&1) << i
	}
	return value
}
