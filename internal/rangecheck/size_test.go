package rangecheck_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/rangecheck"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]rangecheck.Size{
		"512MiB": 512 << 20, "2GiB": 2 << 30, "16MiB": 16 << 20, "20480KiB": 20 << 20, "1TiB": 1 << 40, "none": -1,
	} {
		s, err := rangecheck.ParseSize(text)
		require.NoError(t, err, text)
		require.Equal(t, want, s, text)
		again, err := rangecheck.ParseSize(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again, "%s reads back", s)
	}
	for text, want := range map[string]string{
		"": "is not an amount", "512": "is not an amount", "512MB": "is not an amount", "-1GiB": "is outside 16 MiB to 1 TiB",
		"1MiB": "is outside", "99999999999GiB": "is outside", "2TiB": "is outside", "xGiB": "is not an amount", "1.5GiB": "is not an amount", "0MiB": "is outside",
	} {
		_, err := rangecheck.ParseSize(text)
		require.ErrorContains(t, err, want, text)
	}
	require.Equal(t, "16777217 bytes", rangecheck.FormatSize(16<<20+1))
}
