package sandbox

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMissingCPUs: processors that a machine does not have are found in the list of those
// that it has.
func TestMissingCPUs(t *testing.T) {
	for _, c := range []struct {
		list          string
		asked, missed []int
	}{
		{"0-1\n", []int{0, 1}, nil},
		{"0-1\n", []int{5, 1, 2}, []int{5, 2}},
		{"0,2-3,10\n", []int{0, 1, 2, 3, 4, 10}, []int{1, 4}},
		{"0\n", []int{0}, nil},
		{"\n", []int{0}, []int{0}},
	} {
		require.Equal(t, c.missed, without(c.asked, c.list), "%q", c.list)
	}
	require.Equal(t, []int{1023}, MissingCPUs([]int{0, 1023}))
}
