package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

func TestClosure(t *testing.T) {
	tier.Rest(t)
	lib := library{
		"ll_a": {"hdl/rtl/ll_a.sv", codeOf("module ll_a; ll_b b (); endmodule // ll_d")},
		"ll_b": {"hdl/rtl/ll_b.sv", codeOf("module ll_b;\n  /* ll_d */ ll_c c (); endmodule")},
		"ll_c": {"hdl/rtl/ll_c.sv", codeOf("module ll_c; endmodule")},
		"ll_d": {"hdl/rtl/ll_d.sv", codeOf("module ll_d; endmodule")},
	}
	sources, err := lib.closure("ll_a")
	require.NoError(t, err)
	require.Equal(t, []string{"hdl/rtl/ll_a.sv", "hdl/rtl/ll_b.sv", "hdl/rtl/ll_c.sv"}, paths(sources))
	_, err = lib.closure("ll_e")
	require.ErrorContains(t, err, "no module ll_e")
}

func TestDigestIsOfTheCode(t *testing.T) {
	tier.Rest(t)
	of := func(text string) string { return digest([]source{{"hdl/rtl/ll_a.sv", codeOf(text)}}) }
	require.Equal(t, of("module ll_a; // one\nendmodule"), of("module  ll_a;\n\nendmodule"))
	require.NotEqual(t, of("module ll_a; endmodule"), of("module ll_a; wire w; endmodule"))
}

// TestBoardsAreWhole wants every design's module and every board's pins in
// the repository.
func TestBoardsAreWhole(t *testing.T) {
	tier.Rest(t)
	p := ours(t)
	lib, err := readLibrary(p)
	require.NoError(t, err)
	// Two, each with the players of Trax that choose by chance and that search, and those of 2048 versus, DPT and
	// Kakomimasu; one that searches with windows; and two that search behind a PLL.
	require.Len(t, p.Boards, 13)
	for _, b := range p.Boards {
		_, err := lib.closure(b.Top)
		require.NoError(t, err, b.Name)
		require.FileExists(t, filepath.Join(p.root, b.Pins))
	}
	for _, d := range p.Designs {
		_, err := keyOf(lib, d, nil, p)
		require.NoError(t, err, d.Name)
	}
}

// ours is the project of this repository.
func ours(t *testing.T) *project {
	t.Helper()
	root, err := findRoot()
	require.NoError(t, err)
	p, err := readProject(root, "hdl/boards/designs.json")
	require.NoError(t, err)
	return p
}

func TestProjectRefuses(t *testing.T) {
	tier.Rest(t)
	dir := t.TempDir()
	_, err := readProject(dir, "none.json")
	require.ErrorContains(t, err, "-designs names the file")
	whole := `{"sources": ["*.sv"], "results": "r.json", "all": "p.md", "designs": [{"name": "a"}]`
	for text, says := range map[string]string{
		"{":          "unexpected EOF",
		"{}":         "are needed",
		`{"tea": 1}`: "unknown field",
		whole + `, "boards": [{"name": "b", "top": "t", "pins": "p", "chip": "z80", "clock_mhz": 1}]}`:         "hx8k or up5k",
		whole + `, "boards": [{"name": "b", "top": "a", "pins": "p", "chip": "hx8k", "clock_mhz": 1}]}`:        "a name of its own",
		`{"sources": ["*.sv"], "results": "r.json", "all": "p.md", "designs": [{"name": "a"}, {"name": "a"}]}`: "a name of its own",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "d.json"), []byte(text), 0o600))
		_, err := readProject(dir, "d.json")
		require.ErrorContains(t, err, says, text)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "d.json"), []byte(whole+"}"), 0o600))
	p, err := readProject(dir, "d.json")
	require.NoError(t, err)
	require.Equal(t, "a", p.Designs[0].Top)
}
