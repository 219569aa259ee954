package model

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// orHarness answers each byte with the output of a module.
const orHarness = `#include "model.h"
int main(int argc, char** argv) {
  loopline::Model m(argc, argv);
  uint8_t c;
  while (loopline::read_all(&c, 1)) {
    m.settle();
    m.rise();
    c = m.dut->o;
    loopline::write_all(&c, 1);
  }
}
`

// TestInputsOfModules that a harness does not drive are low in every power-up
// state, whatever they are.
func TestInputsOfModules(t *testing.T) {
	tier.NoRace(t)
	m, err := quick().BuildModule(t.Context(), ModuleConfig{
		Source: sourcestest.Files("top.sv", "module top(input clk_i, input a, input [8:0] b, input [40:0] c, input [99:0] d, input [3:0] e [2][3], "+
			"inout f, input \\odd-g , output o);\nassign o = a | |b | |c | |d | |e[1][2] | f | \\odd-g ; endmodule\n"),
		Top: "top", Harness: Harness{Name: "or", Text: []byte(orHarness)},
	})
	require.NoError(t, err)
	for seed := range uint32(8) {
		p, err := m.Start(t.Context(), seed+1)
		require.NoError(t, err)
		require.NoError(t, p.Send([]byte{1}))
		var got [1]byte
		require.NoError(t, p.Receive(got[:]))
		require.Zero(t, got[0], "seed %d", seed+1)
		require.NoError(t, p.Close())
	}
}
