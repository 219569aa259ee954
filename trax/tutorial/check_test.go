package tutorial

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWonMost: a match is won with more games than the other.
func TestWonMost(t *testing.T) {
	for out, says := range map[string]string{
		"match: sim:mine/rtl?top=top 6, bot:greedy 4\n":  "",
		"match: sim:mine/rtl?top=top 5, bot:greedy 5\n":  "has to win more games",
		"match: sim:mine/rtl?top=top 4, bot:greedy 6\n":  "has to win more games",
		"match: sim:mine/rtl?top=top 12, bot:greedy 4\n": "",
		"white wins by loop after 5 plies\n":             "not played to its end",
	} {
		err := wonMost(out)
		if says == "" {
			require.NoError(t, err, out)
		} else {
			require.ErrorContains(t, err, says, out)
		}
	}
}

// TestRun stops at the first step that is not passed, and tells the command that
// says so and the page.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	c := &Check{Dir: dir, Out: io.Discard}
	_, err := c.Run(t.Context())
	require.ErrorContains(t, err, "a project begins with: loopline new board")
	c.Dir = filepath.Join(dir, "a b")
	_, err = c.Run(t.Context())
	require.ErrorContains(t, err, "a b' --board icebreaker")
	c.Dir = filepath.Join(dir, "mine?")
	_, err = c.Run(t.Context())
	require.ErrorContains(t, err, "change into the directory and type \"loopline tutorial .\"")
	c.Dir = dir
	makefile := filepath.Join(dir, "Makefile")
	require.NoError(t, os.WriteFile(makefile, []byte("all:\n"), 0o600))
	_, err = c.Run(t.Context())
	require.ErrorContains(t, err, "has no line BOARD")
	require.NoError(t, os.WriteFile(makefile, []byte("BOARD := rtl?top=top&clk=1843200&param.CLOCK_HZ=1843200&tx=tx\n"), 0o600))

	var out bytes.Buffer
	c.Out, c.Only = &out, 1
	_, err = c.Run(t.Context())
	require.NoError(t, err)
	require.Contains(t, out.String(), "the tutorial is in Verilog")
	c.Only = 9
	c.Command = func(_ context.Context, args []string, out io.Writer) int {
		_, _ = io.WriteString(out, "the first difference\n")
		return strings.Compare(args[1], "check") // 0 for sim check alone
	}
	failed, err := c.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, 9, failed.Number)
	require.Contains(t, out.String(), "9 lock-step: not yet\nthe first difference\nfrom: loopline sim compare -n 20000")
	require.Contains(t, out.String(), "read docs/tutorial/09-lock-step.md\n")

	c.Command = func(context.Context, []string, io.Writer) int { return 0 }
	failed, err = c.Run(t.Context())
	require.NoError(t, err)
	require.Nil(t, failed)
}
