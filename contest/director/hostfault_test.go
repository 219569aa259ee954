package director

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
)

// notStopped is the error of a player that the host ended because it could not stop it.
type notStopped struct{}

func (notStopped) Error() string    { return "the host could not stop it" }
func (notStopped) HostFailed() bool { return true }

// TestGamesThatTheHostFailed: such a game is played again whatever the file says of void games, and no entrant
// loses or draws by it.
func TestGamesThatTheHostFailed(t *testing.T) {
	for _, c := range []struct {
		name, head string
		failures   int64
		attempts   int
		void       bool
	}{
		{"once", "", 1, 2, false},
		{"as often as it may", "", series.MaxHostVoids, series.MaxHostVoids + 1, false},
		{"where a void game is a draw", "void = \"draw\"\n", 3, 4, false},
		{"where a void game is nothing", "void = \"nothing\"\n", 3, 4, false},
		{"always", "", 100, series.MaxHostVoids + 2, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := config.Parse("t", c.head+tournamenttest.PlanText(2, tournamenttest.OneStage))
			require.NoError(t, err)
			h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
			var failed atomic.Int64
			h.Open = func(ctx context.Context, entrant string, seat int, address string, out io.Writer) (series.PlayerConn, error) {
				if entrant == "E2" && failed.Add(1) <= c.failures {
					p := hosttest.New(func(p *hosttest.FakePlayer, _ string) { p.Fail(0, notStopped{}) })
					return hosttest.Seated{FakePlayer: p}, nil
				}
				return h.opened(ctx, entrant, seat, address, out)
			}
			require.NoError(t, h.Run(t.Context()))
			d := h.day()
			g := d.Match("all/1/1").Games[0]
			require.Equal(t, c.attempts, g.Attempt)
			require.Equal(t, c.void, g.Void)
			require.False(t, g.Draw)
			if c.void {
				require.Equal(t, host.ReasonHost, g.Reason)
				require.Equal(t, tournament.None, g.Winner)
			}
			require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)
		})
	}
}

// TestSlowStart: a program that a busy machine starts late is not absent, and one that is not there is.
func TestSlowStart(t *testing.T) {
	for _, there := range []bool{true, false} {
		plan, err := config.Parse("t", "wait = \"50ms\"\n"+strings.ReplaceAll(tournamenttest.PlanText(2, tournamenttest.OneStage), "bot:", "exec:"))
		require.NoError(t, err)
		h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
		h.Again = 10 * time.Millisecond
		h.Open = func(ctx context.Context, entrant string, seat int, address string, out io.Writer) (series.PlayerConn, error) {
			if entrant == "E2" {
				time.Sleep(400 * time.Millisecond)
				if !there {
					return nil, errors.New("no such file")
				}
			}
			return h.opened(ctx, entrant, seat, address, out)
		}
		require.NoError(t, h.Run(t.Context()))
		for _, g := range h.day().Match("all/1/1").Games {
			require.Equal(t, there, len(g.Absent) == 0, "%+v", g)
		}
		require.Equal(t, !there, slices.Contains(h.said, "all/1/1: E2 was not there"), "%q", h.said)
	}
}
