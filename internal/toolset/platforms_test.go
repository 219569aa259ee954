package toolset

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRangesOfThePage compares the table of tools in docs/platforms.md with the tools: the versions, the
// ways to get them without apt, and that no tool with versions is left out.
func TestRangesOfThePage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "platforms.md"))
	require.NoError(t, err)
	commands := map[string]string{
		"Verilator": "verilator", "g++ or clang": "g++", "bubblewrap": "bwrap", "Yosys": "yosys", "Icarus Verilog": "iverilog", "GHDL": "ghdl",
		"Z3": "z3", "nextpnr-ice40, with icestorm": "nextpnr-ice40", "Python": "python3", "GNU Make": "make",
	}
	seen := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]+) \| (\d[^|]*) \| \d[^|]* \|([^|]*)\| [^|]+ \|$`).FindAllStringSubmatch(string(page), -1) {
		tool, known := ByName(commands[row[1]])
		require.True(t, known, row[0])
		seen[tool.Name] = true
		versions := tool.Oldest + " to " + tool.Newest
		if tool.Name == "g++" {
			versions += ", " + oldestClang + " to " + newestClang
		}
		assert.Equal(t, versions, row[2], row[1])
		for way, has := range map[string]bool{"PyPI": tool.Python != "", "oss-cad-suite": tool.Suite, "Homebrew": tool.packages[brew] != ""} {
			if has {
				assert.Contains(t, row[3], way, row[1])
			} else {
				assert.NotContains(t, row[3], way, row[1])
			}
		}
	}
	for _, tool := range known {
		assert.Equal(t, tool.Oldest != "", seen[tool.Name], tool.Name)
	}
}
