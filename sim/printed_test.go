package sim

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// heardOf runs a board and returns what it prints, warnings marked.
func heardOf(t *testing.T, body string, more ...string) (said []string) {
	t.Helper()
	var mu sync.Mutex
	c := BoardConfig{
		Source: sourcestest.Files(append([]string{"top.v", "module top(input clk, input rx, output tx);\n" + body + "\nassign tx = rx; endmodule"}, more...)...),
		Clock:  1e6,
		OnDisplay: func(text string, warning bool) {
			mu.Lock()
			defer mu.Unlock()
			if warning {
				text = "warning: " + text
			}
			said = append(said, text)
		},
	}
	m, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.NoError(t, err)
	b, err := m.Start(t.Context())
	require.NoError(t, err)
	_, _, err = b.Run(nil, 100, 0)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	mu.Lock()
	defer mu.Unlock()
	return said
}

// TestDisplay: what a design prints is heard line by line, also the last.
func TestDisplay(t *testing.T) {
	require.Equal(t, []string{"hello 5", "no line feed"},
		heardOf(t, `initial begin $display("hello %0d", 5); $display(""); $write("no line feed"); end`))
}

// TestMissingMemory names the file that $readmemh does not find, where it was
// looked for, and where one of that name is.
func TestMissingMemory(t *testing.T) {
	tier.NoRace(t)
	const body = "reg [7:0] m [0:3]; initial $readmemh(\"rom.hex\", m);"
	require.Equal(t, []string{"warning: $readmem finds no file rom.hex, so the memory is random: tried board/rom.hex; " +
		"names are relative to the directory of the board"}, heardOf(t, body))
	require.Equal(t, []string{"warning: $readmem finds no file rom.hex, so the memory is random: tried board/rom.hex; " +
		"there is data/rom.hex: names are relative to board"}, heardOf(t, body, "data/rom.hex", "00 01 02 03\n"))
	require.Empty(t, heardOf(t, body, "rom.hex", "00 01 02 03\n"))

	// Beside the source, where people keep it, it is found too; what lies at the board's directory goes before.
	const reads = "module rom(input clk); parameter FILE = \"rom.hex\"; reg [7:0] m [0:3]; initial begin $readmemh(FILE, m); $display(\"%h\", m[1]); end endmodule\n"
	require.Equal(t, []string{"5a"}, heardOf(t, "rom r(clk);", "rtl/rom.v", reads, "rtl/rom.hex", "00 5a 02 03\n"))
	require.Equal(t, []string{"a5"}, heardOf(t, "rom r(clk);", "rtl/rom.v", reads, "rtl/rom.hex", "00 5a 02 03\n", "rom.hex", "00 a5 02 03\n"))
}
