package commandline

import (
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// TestRenamedFlags gives flags by both names. Usage shows the present names alone.
func TestRenamedFlags(t *testing.T) {
	for _, args := range [][]string{
		{"--new-depth", "3", "--new-name=x"}, {"--old-depth", "3", "--old-name=x"}, {"--old-depth=3", "--new-name", "x"},
	} {
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		depth, name := f.Int("new-depth", 1, ""), f.String("new-name", "", "")
		RenamedFlags(f, map[string]string{"old-depth": "new-depth"})
		RenamedFlags(f, map[string]string{"old-name": "new-name"})
		require.NoError(t, f.Parse(args))
		require.Equal(t, 3, *depth)
		require.Equal(t, "x", *name)
		require.True(t, f.Changed("new-depth"))
		require.True(t, f.Changed("old-name"))
		require.NotContains(t, f.FlagUsages(), "old")
		require.Error(t, f.Parse([]string{"--other"}))
	}
}
