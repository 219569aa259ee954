package waves

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/internal/pinout"
)

// A view is a save file and a command file, with the marks and each signal in its form. It
// replaces an older one, and nothing else.
func TestWaveView(t *testing.T) {
	wave := filepath.Join(t.TempDir(), "a b.fst")
	v := View{
		Signals: append(Texts[:1:1], Signal{Name: "clk_i", Bits: 1}, Signal{Name: "rx_i", Bits: 1}, Signal{Name: "op", Bits: 3}),
		Marks:   []Mark{{"command", 120}, {"answer", 180}},
	}
	for range 2 {
		names, err := v.Write(wave)
		require.NoError(t, err)
		require.Len(t, names, 2)
		save, err := os.ReadFile(names[0])
		require.NoError(t, err)
		require.Equal(t, `[*] Loopline wrote this
[dumpfile] "a b.fst"
[size] 1000 650
[timestart] 99
*-5 120 120 180`+strings.Repeat(" -1", 24)+`
[markername] Acommand
[markername] Banswer
@820
TOP.asked[127:0]
@28
TOP.clk_i
TOP.rx_i
@22
TOP.op[2:0]
`, string(save))
		commands, err := os.ReadFile(names[1])
		require.NoError(t, err)
		require.Equal(t, `# Loopline wrote this
variable_add TOP.asked
item_focus a_TOP.asked
item_set_format ASCII
item_unfocus
variable_add TOP.clk_i
variable_add TOP.rx_i
variable_add TOP.op
cursor_set 120
marker_set command 120
marker_set answer 180
zoom_fit
`, string(commands))
	}
	names, err := v.Write(wave)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(names[0], []byte("[*] GTKWave Analyzer\n"), 0o644))
	_, err = v.Write(wave)
	require.ErrorContains(t, err, "it holds something else")
}

// A wrapper has the ports of the module; of one with an array there is none.
func TestWrapAll(t *testing.T) {
	ports := []pinout.Port{{Name: "clk_i", Input: true, Width: 1}, {Name: "op", Input: true, Width: 3}, {Name: "q"}}
	text := WithTexts(WrapAll("ll_core", map[string]string{"LogSize": "5"}, ports))
	for _, part := range []string{
		"module ll_sim_top (\n    input  wire [127:0] asked,\n    input  wire [127:0] answered,\n    input  wire clk_i,\n",
		"    input  wire [2:0] op,\n    output wire q\n);", `\ll_core  #(.\LogSize (5)) dut (.clk_i(clk_i), .op(op), .q(q));`,
	} {
		require.Contains(t, text, part)
	}
	require.Empty(t, WrapAll("a", nil, append(ports, pinout.Port{Name: "many", Dims: 1})))
	require.Empty(t, WrapAll("a", nil, append(ports, pinout.Port{Name: "asked", Input: true})))
	require.Empty(t, WrapAll("a", nil, append(ports, pinout.Port{Name: "z", Inout: true})))
}
