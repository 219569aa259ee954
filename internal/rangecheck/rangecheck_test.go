package rangecheck_test

import (
	"cmp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/rangecheck"
)

func TestInt(t *testing.T) {
	for n, want := range map[int]string{0: "--n 0 is outside 1 to 3", 1: "", 3: "", 4: "--n 4 is outside 1 to 3"} {
		requireError(t, want, rangecheck.Int("--n", n, 1, 3))
	}
}

func TestLimit(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "--t 0s is outside 1ms to 24h", time.Millisecond: "", 24 * time.Hour: "",
		25 * time.Hour: "--t 25h0m0s is outside 1ms to 24h",
	} {
		requireError(t, want, rangecheck.Limit("--t", d))
	}
}

// TestFirst: of several checks the first that fails counts.
func TestFirst(t *testing.T) {
	requireError(t, "--b 9 is outside 1 to 2", cmp.Or(
		rangecheck.Int("--a", 1, 1, 2), rangecheck.Int("--b", 9, 1, 2), rangecheck.Limit("--c", 0)))
}

func requireError(t *testing.T, want string, err error) {
	if want == "" {
		require.NoError(t, err)
		return
	}
	require.EqualError(t, err, want)
}
