package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClosure(t *testing.T) {
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
	of := func(text string) string { return digest([]source{{"hdl/rtl/ll_a.sv", codeOf(text)}}) }
	require.Equal(t, of("module ll_a; // one\nendmodule"), of("module  ll_a;\n\nendmodule"))
	require.NotEqual(t, of("module ll_a; endmodule"), of("module ll_a; wire w; endmodule"))
}

// TestBoardsAreWhole wants every design's module and every board's pins in
// the repository.
func TestBoardsAreWhole(t *testing.T) {
	root, err := findRoot()
	require.NoError(t, err)
	lib, err := readLibrary(root)
	require.NoError(t, err)
	for _, d := range designs() {
		_, err := keyOf(lib, d, nil, root)
		require.NoError(t, err, d.name)
	}
}
