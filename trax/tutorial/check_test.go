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

// TestStronger: the sequential test decides, not the score of a few games.
func TestStronger(t *testing.T) {
	const score, test = "match: sim:mine/rtl?top=top 6, bot:greedy 4\n", "SPRT 0,150: pairs LL 0, LD 0, LW or DD 4, DW 0, WW 1; LLR 0.3 between -2.9 and 2.9: "
	for out, says := range map[string]string{
		score + test + "the first is better: H1 accepted\n":     "",
		score + test + "the first is not better: H0 accepted\n": "isn't shown to be better",
		score + test + "undecided\n":                            "isn't shown to be better",
		score:                                                   "not played to its end",
		"white wins by loop after 5 plies\n":                    "not played to its end",
	} {
		err := stronger(out)
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
	require.Contains(t, out.String(), "has no file")
	c.Only = 9
	c.Command = func(_ context.Context, args []string, out, _ io.Writer) int {
		_, _ = io.WriteString(out, "the first difference\n")
		return strings.Compare(args[1], "check") // 0 for sim check alone
	}
	failed, err := c.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, 9, failed.Number)
	require.Contains(t, out.String(), "9 lock-step: not yet\nthe first difference\nfrom: loopline sim compare -n 20000")
	require.Contains(t, out.String(), "read docs/tutorial/09-lock-step.md\n")

	c.Command = func(context.Context, []string, io.Writer, io.Writer) int { return 0 }
	failed, err = c.Run(t.Context())
	require.NoError(t, err)
	require.Nil(t, failed)
}

// TestLampTimes names what was measured.
func TestLampTimes(t *testing.T) {
	for want, toggled := range map[string][]uint64{
		"changes of its level in 100 s: 0":                                                                  nil,
		"it toggles every 2 s, should be 0.5 s: 192 clock cycles where CLOCK_HZ / 2 is 48":                  {260, 452, 644},
		"it toggles after 0.5 s to 1.5 s, should be 0.5 s: 48 to 144 clock cycles where CLOCK_HZ / 2 is 48": {260, 308, 452},
	} {
		require.Equal(t, want, lampTimes(toggled).String())
	}
}
