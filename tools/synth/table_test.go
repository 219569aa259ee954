package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

func TestPage(t *testing.T) {
	tier.Rest(t)
	p := &project{
		root: t.TempDir(), All: "README.md", Pages: "docs/rtl/*.md",
		Designs: []design{{Name: "ll_turn", Page: "core"}, {Name: "ll_tile_fit", Page: "other"}},
	}
	name := p.at("docs/rtl/core.md")
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	r := results{Seeds: 2, Command: "c", Tools: map[string]string{yosys: "1.2", nextpnr: "3.4"}}
	r.put(p, measurement{Design: "ll_tile_fit"})
	r.put(p, measurement{
		Design: "ll_turn",
		Cells:  map[string]cells{"ice40": {5, 6, 1.5, 4}},
		Clock:  map[string]clockTrials{"hx8k": {MHz: []float64{60, 50}}},
	})
	require.NoError(t, os.WriteFile(name, []byte("a\n<!-- resources -->\nold\n<!-- end -->\nb\n"), 0o644))
	_, now, err := page(p, "docs/rtl/core.md", r)
	require.NoError(t, err)
	require.Equal(t, `a
<!-- resources -->
| module | LUT4 | FF | EBR | HX8K, MHz | UP5K, MHz |
| --- | --- | --- | --- | --- | --- |
| `+"`ll_turn`"+` | 5 | 6 | 1.5, 4 SPRAM | 50.0, 55.0 | – |

MHz: the worst and the median of 2 seeds. `+"`c`"+`, Yosys 1.2, nextpnr 3.4.
<!-- end -->
b
`, string(now))
	require.NoError(t, os.WriteFile(name, []byte("<!-- resources -->\n"), 0o644))
	_, _, err = page(p, "docs/rtl/core.md", r)
	require.ErrorContains(t, err, "no <!-- end -->")
	require.Equal(t, []string{"README.md", "docs/rtl/core.md"}, pages(p))
}

// TestCount wants the longest prefix to decide.
func TestCount(t *testing.T) {
	tier.Rest(t)
	n := netlist{cells: map[string]int{"LUT4": 3, "LUTX": 5, "FF": 7}}
	require.InDelta(t, 3+10, n.count(map[string]float64{"LUT": 2, "LUT4": 1}), 0)
}

func TestFrame(t *testing.T) {
	tier.Rest(t)
	d := design{Top: "ll_x", Parameters: map[string]string{"LogSize": "6"}}
	text := string(appendFrame(nil, d, []port{{"a_i", true, 3}, {"clk_i", true, 1}, {"b_o", false, 2}, {"c_o", false, 1}}))
	require.Contains(t, text, "ll_x #(.LogSize(6)) dut (.a_i(in_q[0 +: 3]), .clk_i(clk_i), .b_o(out[0 +: 2]), .c_o(out[2 +: 1]))")
	require.Contains(t, text, "assign out_o = fold_q[2];")
}
