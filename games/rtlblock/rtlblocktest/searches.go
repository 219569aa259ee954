package rtlblocktest

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Searches returns in how many positions a planner and its reference model are compared: 300, or what
// LOOPLINE_SEARCHES says.
func Searches(t *testing.T) int {
	t.Helper()
	text := os.Getenv("LOOPLINE_SEARCHES")
	if text == "" {
		return 300
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}
