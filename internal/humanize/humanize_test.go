package humanize_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/humanize"
)

func TestPlural(t *testing.T) {
	require.Equal(t, "0 plies", humanize.Plural(0, "ply", "plies"))
	require.Equal(t, "1 ply", humanize.Plural(1, "ply", "plies"))
	require.Equal(t, "2 plies", humanize.Plural(2, "ply", "plies"))
}

func TestBrief(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"0.000 ms": 0, "1.500 ms": 1500 * time.Microsecond, "12.3 ms": 12_340 * time.Microsecond,
		"1.23 s": 1234 * time.Millisecond, "12.3 s": 12_340 * time.Millisecond,
	} {
		require.Equal(t, want, humanize.Duration(d))
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -100: "-100"} {
		require.Equal(t, want, humanize.Comma(n))
	}
}
