package hdl_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// badParameters are values that a module must refuse when it is elaborated.
var badParameters = map[string][]string{
	"ll_uart_rx":                   {"Divider=3"},
	"ll_uart_tx":                   {"Divider=3"},
	"ll_line_rx":                   {"MaxLength=0"},
	"ll_line_tx":                   {"CrLf=2"},
	"ll_serial_shell":              {"Baud=4000000", "Baud=2300000", "MaxLength=0", "CrLf=2"},
	"ll_board":                     {"Baud=4000000", "LogSize=2", "LogSize=9", "ListDepth=3", "BudgetCycles=0", "TeamCode=0"},
	"ll_player":                    {"LogSize=2", "LogSize=9", "TeamCode=11600"},
	"ll_line_decode":               {"LogSize=2", "LogSize=9"},
	"ll_chooser":                   {"LogSize=2", "LogSize=9", "ListDepth=3", "ListDepth=13", "BudgetCycles=0"},
	"ll_lfsr":                      {"Width=0", "Width=17"},
	"ll_move_decode":               {"LogSize=2", "LogSize=9"},
	"ll_move_encode":               {"LogSize=2", "LogSize=9"},
	"ll_core":                      {"LogSize=2", "LogSize=9"},
	"ll_turn":                      {"LogSize=2", "LogSize=9"},
	"ll_bbox":                      {"LogSize=2", "LogSize=9"},
	"ll_undo_stack":                {"Width=0", "Depth=0"},
	"ll_board_ram":                 {"Width=0", "Depth=0"},
	"ll_movegen":                   {"LogSize=1", "LogSize=9"},
	"ll_ram":                       {"Width=0", "Depth=0"},
	"ll_spram":                     {"Width=0", "Depth=0"},
	"ll_rim_windows":               {"LogSize=2", "LogSize=6"},
	"ll_rim":                       {"LogSize=2", "LogSize=6", "Beyond=-1", "Beyond=16"},
	"ll_pseudolegal":               {"LogSize=2", "LogSize=6"},
	"ll_flash_loader":              {"Address=-1", "Address=16777216", "RestDepth=3", "RestDepth=17", "WindowDepth=1", "WindowDepth=17", "TrackDepth=0", "TrackDepth=16"},
	"ll_flood":                     {"Width=2", "Width=65", "Height=2", "Height=65", "Neighbours=6"},
	"ll_view":                      {"Width=2", "Width=32", "Height=2", "Height=32"},
	"ll_chaser_board":              {"Baud=4000000"},
	"ll_chaser_player":             {}, // any name, any seed
	"ll_battle2048_board":          {"Baud=4000000"},
	"ll_battle2048_player":         {"TickCycles=0"},
	"ll_battle2048_search":         {"TickCycles=0", "TickCycles=65536"},
	"ll_leds":                      {"Count=0", "Depth=0", "Depth=31"},
	"ll_reset":                     {"Depth=0", "Depth=25"},
	"ll_pll":                       {"Multiply=-1", "Multiply=128", "Divide=0", "Divide=7"},
	"ll_search":                    {"LogSize=2", "LogSize=6", "ListDepth=4", "ListDepth=13", "PlyDepth=1", "PlyDepth=5", "Depth=0", "Depth=16", "BudgetCycles=0", "HistoryLog=0", "HistoryLog=6"},
	"ll_search_core":               {"LogSize=2", "Depth=0"},
	"ll_eval":                      {"LogSize=2", "LogSize=6", "ValueWidth=10", "ValueWidth=17"},
	"ll_chooser_core":              {"LogSize=2", "ListDepth=3", "BudgetCycles=0"},
	"ll_board_search":              {"Baud=4000000", "LogSize=2", "LogSize=6", "TeamCode=0", "BudgetCycles=0"},
	"ll_top_hx8k":                  {"LogSize=9"},
	"ll_top_icebreaker":            {"LogSize=9"},
	"ll_top_icebreaker_windows":    {"LogSize=9"},
	"ll_top_hx8k_battle2048":       {"Baud=4000000"},
	"ll_top_icebreaker_battle2048": {"Baud=4000000"},
	"ll_dpt_board":                 {"Baud=4000000"},
	"ll_top_hx8k_dpt":              {"Baud=4000000"},
	"ll_top_icebreaker_dpt":        {"Baud=4000000"},
	"ll_kakomimasu_board":          {"Baud=4000000"},
	"ll_top_hx8k_kakomimasu":       {"Baud=4000000"},
	"ll_top_icebreaker_kakomimasu": {"Baud=4000000"},
}

// declared finds the parameters of a module.
var declared = regexp.MustCompile(`(?m)^\s*parameter (?:int|logic \[15:0\]) (\w+)`)

// TestParameters has every module refuse what its first comment does not allow,
// by an error that names the parameter.
func TestParameters(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: scripts/setup")
	}
	var files []string
	library := []string{"-F", "rtl/files.f"}
	for _, pattern := range []string{"rtl/*/*.sv", "boards/*.sv", "boards/*/*.sv"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, found...)
	}
	for _, f := range files {
		if !strings.HasPrefix(filepath.ToSlash(f), "rtl/") {
			library = append(library, f)
		}
	}
	for _, file := range files {
		if isPackage(file) {
			continue
		}
		module := strings.TrimSuffix(filepath.Base(file), ".sv")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if declared.Match(text) {
			require.Contains(t, badParameters, module, "%s has parameters", file)
		}
		require.NotRegexp(t, `_must_be_\w+ (?:refused|error) `, string(text), "%s: the instance is u_error", file)
		for _, bad := range badParameters[module] {
			args := append([]string{"--lint-only", "--top-module", module, "-G" + bad}, library...)
			out, err := exec.CommandContext(t.Context(), "verilator", args...).CombinedOutput()
			require.Error(t, err, "%s takes %s", module, bad)
			require.Regexp(t, fmt.Sprintf(`\w+_%s_must_be_`, refusedName(bad)), string(out), "%s with %s", module, bad)
		}
	}
}

// refusedName is the parameter that the error names. A clock rate that does not
// suit is that of the pair.
func refusedName(bad string) string {
	name, _, _ := strings.Cut(bad, "=")
	if name == "Baud" {
		return "(?:ClockHz|Baud)"
	}
	return name
}
