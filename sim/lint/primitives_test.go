package lint

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// TestPrimitives: all tools read the modules that stand for vendors'.
func TestPrimitives(t *testing.T) {
	tier.NoRace(t)
	text, err := os.ReadFile("../internal/vhdl/vendor/primitives.v")
	require.NoError(t, err)
	all := strings.ReplaceAll(string(text), "\nmodule ", "\nmodule v_")
	report, err := Sources(t.Context(), simtest.Quick(), sourcestest.Files("all.v", all), false)
	require.NoError(t, err)
	require.Greater(t, len(report.Modules), 10)
	for _, f := range report.Findings {
		require.Greater(t, f.Kind, finding.ChangesBehaviour, f.Text)
	}
}
