package player

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/sources"
)

// TestMemoryOfModels: the model of a board may hold what a program may, by the opener's limit or by the player's
// own, so that all players together leave the host its part.
func TestMemoryOfModels(t *testing.T) {
	tier.Rest(t)
	i := sandbox.New(sandbox.Require, nil)
	if err := i.Unavailable(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "board.v"), []byte(
		"module board (input clk, input rx, output tx);\n  assign tx = m[a][0];\n  reg [25:0] a = 0; reg [63:0] m [0:(1 << 26) - 1];\n"+
			"  always @(posedge clk) begin a <= a + 1; m[a] <= {38'b0, a}; end\nendmodule\n"), 0o644))
	o := &Opener{
		Connect: time.Minute, Say: func(string) {}, Isolation: i, Quick: true,
		Design: func(a sim.Address) (sim.BoardConfig, error) {
			var err error
			a.Board.Source, err = sources.DirSource(a.Dir)
			return a.Board, err
		},
	}
	for _, c := range []struct{ all, own int64 }{{128 << 20, 0}, {0, 128 << 20}} {
		o.Limits = sandbox.Limits{Total: c.all}
		p, err := o.OpenWithin(t.Context(), "white", "sim:"+dir+"?rst=none&clk=1e6", Means{Memory: rangecheck.Size(c.own)}, io.Discard)
		if err == nil {
			p.Close()
		}
		require.ErrorContains(t, err, "128 MiB", "%+v", c)
	}

	// Without such a limit each of many models at once is held to its share, and all shares together leave the host a
	// quarter of its memory.
	var host syscall.Sysinfo_t
	require.NoError(t, syscall.Sysinfo(&host))
	room := int64(host.Totalram) * int64(host.Unit)
	seats := max(int(room/sandbox.PlayerMemory)*2, 4)
	o.Isolation, o.Limits = sandbox.New(sandbox.Require, nil), sandbox.Limits{}
	o.Isolation.Seats(seats)
	share := o.Isolation.PlayerMemory()
	require.Less(t, share, int64(sandbox.PlayerMemory))
	require.LessOrEqual(t, share*int64(seats), room/4*3)
	errs := make([]error, 3)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			var p *Player
			if p, errs[i] = o.OpenWithin(t.Context(), "white", "sim:"+dir+"?rst=none&clk=1e6", Means{}, io.Discard); errs[i] == nil {
				p.Close()
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		require.ErrorContains(t, err, "more than its "+rangecheck.FormatSize(share))
	}
}
