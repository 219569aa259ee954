package command

import (
	"io"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/model"
)

// TestHallBoundsBoards: a simulated board in another hall is bounded as in the contest's own.
func TestHallBoundsBoards(t *testing.T) {
	for _, c := range []struct{ keys, clock, want string }{
		{"", "10GHz", "is faster than 200000000"},
		{"[boards]\nclock = \"25MHz\"\n", "100MHz", "is faster than 25000000"},
	} {
		plan, err := config.Parse("cup.toml", "name = \"cup\"\ngame = \"trax\"\n"+c.keys+
			"[[entrant]]\nname = \"A\"\naddress = \"sim:reference?clk="+c.clock+"\"\n[[entrant]]\nname = \"B\"\naddress = \"bot\"\n"+
			"[[stage]]\nname = \"all\"\nkind = \"round-robin\"\n")
		require.NoError(t, err)
		o := &hallOptions{name: "east", dir: t.TempDir(), mode: sandbox.Auto}
		d, stop, err := o.director(plan, func(string) {}, func(string, record.Event) {})
		require.NoError(t, err)
		_, err = d.Open(t.Context(), "A", 0, plan.Entrants[0].Address, io.Discard)
		stop()
		require.ErrorContains(t, err, c.want)
	}
}

// TestOfferBoundsBoards: a simulated board that is offered to hosts elsewhere has the usual bounds of a contest.
func TestOfferBoundsBoards(t *testing.T) {
	o := offerOptions{name: "lab", at: "tls://localhost:1", key: "agent-lab.access", game: games.Default, mode: sandbox.Auto}
	for address, want := range map[string]string{
		"sim:reference?clk=10GHz": "is faster than 200000000", "sim:reference?boot=30s": "is longer than 1s", "sim:reference?clk=100MHz": "",
	} {
		opener, err := o.opener(&cobra.Command{}, address)
		if want == "" {
			require.NoError(t, err)
			require.Equal(t, model.DefaultBounds(), opener.Boards)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}
