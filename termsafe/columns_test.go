package termsafe

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestColumns: what follows names stands in one column of the terminal, whatever their letters.
func TestColumns(t *testing.T) {
	var out strings.Builder
	table := NewColumns(&out)
	fmt.Fprint(table, "entrant\tpoints\t+ = -\n芽室高校\t2.5\t5 0 1\n", "A\t10\t0 0 6\n", "e\u0301\u0301\t1\tx\n")
	require.NoError(t, table.Flush())
	require.Equal(t, "entrant   points  + = -\n芽室高校  2.5     5 0 1\nA         10      0 0 6\ne\u0301\u0301         1       x\n", out.String())
	require.NoError(t, table.Flush())
	require.Equal(t, 4, strings.Count(out.String(), "\n"), "it is written once")
}
