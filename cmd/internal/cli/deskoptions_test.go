package cli

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/entrant"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sim/model"
)

// A team may set what its board is, and name files of its own; nothing else, and within the contest's
// bounds.
func TestDeskOptions(t *testing.T) {
	c := contestFile{opener: &player.Opener{Boards: model.DefaultBounds()}}
	check := func(options string) error {
		b, err := entrant.ParseOptions(options)
		if err == nil {
			err = c.checkBoard(b)
		}
		return err
	}
	for _, options := range []string{
		"top=top&clk=12MHz&rst=!button_ni&param.N=3", "package=sg48&high=button_ni", "flash=weights.bin@1M&boot=400ms&sck=a&cs=b",
		"package=sg48&flash=data/w.bin&clk=12e6",
	} {
		require.NoError(t, check(options), options)
	}
	for options, want := range map[string]string{
		"wave=/tmp/x.vcd":  `the option "wave" is not yours to set`,
		"cputime=20us":     `the option "cputime" is not yours to set`,
		"pcf=/etc/passwd":  `the option "pcf" is not yours to set`,
		"boot=2s":          "a boot of 2s is longer than 1s",
		"clk=10GHz":        "a clock of 1e+10 Hz is faster than",
		"flash=w@17M":      "is none below 16M",
		"flash=a&flash=/b": "is given twice",
		"flash=/b":         "is not in what was handed in",
	} {
		require.ErrorContains(t, check(options), want, options)
	}
}
