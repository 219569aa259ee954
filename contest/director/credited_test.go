package director

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
)

// heldUp is a player whose program, the kernel says, waits for a processor all the time.
type heldUp struct{ hosttest.Seated }

func (heldUp) Waits() func(bool) stalls.Waits {
	start := time.Now()
	return func(bool) stalls.Waits {
		return stalls.Waits{Held: time.Since(start), Others: 10 * time.Since(start)}
	}
}

// soon is higher with a limit that a player can miss in a test.
func soon(ctx context.Context, t *host.Session) (host.Verdict, error) {
	for seat := range 2 {
		if _, err := t.Ask(ctx, seat, "how strong", 20*time.Millisecond); err != nil {
			return host.Verdict{Ply: seat}, err
		}
	}
	return host.Verdict{Reason: "higher", Ply: 2, Winner: 1}, nil
}

// TestContestsTellOfCredit: decisions, tables and status say which answers live by credit and whether the result
// hangs on one, and the record gives the same. With replay the game is played once more.
func TestContestsTellOfCredit(t *testing.T) {
	for head, attempts := range map[string]int{"": 1, "stall-credit = \"replay\"\n": 2, "stall-credit = \"replay\"\nvoid = \"draw\"\n": 2} {
		t.Run(head, func(t *testing.T) {
			plan, err := config.Parse("t", head+tournamenttest.PlanText(2, tournamenttest.OneStage))
			require.NoError(t, err)
			h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
			match := h.Match
			h.Match = func(s tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
				m, err := match(s, seats...)
				m.Referee = soon
				return m, err
			}
			var asked atomic.Int32
			late := heldUp{hosttest.Seated{FakePlayer: hosttest.New(func(p *hosttest.FakePlayer, _ string) {
				after := time.Duration(0)
				if asked.Add(1) == 1 {
					after = 40 * time.Millisecond
				}
				p.Say(after, "1\n")
			})}}
			h.Open = func(ctx context.Context, entrant string, seat int, address string, out io.Writer) (series.PlayerConn, error) {
				if entrant == "E2" {
					return late, nil
				}
				return heldUp{hosttest.Seated{FakePlayer: hosttest.Answering("2", 0)}}, nil
			}
			require.NoError(t, h.Run(t.Context()))
			d := h.day()
			verify := func(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, soon) }
			require.Empty(t, journal.Verify(d.Dir, verify).Differences)
			g := d.Match("all/1/1").Games[0]
			require.Equal(t, attempts, g.Attempt)
			if attempts > 1 {
				require.Contains(t, strings.Join(h.said, "\n"), "all/1/1/1/1: void (credit)")
				require.False(t, g.HangsOnCredit)
				return
			}
			require.False(t, g.Void)
			require.Len(t, report.CreditNotes(d, d.Stages[0]), 1)
			var tables, status strings.Builder
			require.NoError(t, report.WriteTables(d, &tables))
			require.NoError(t, report.WriteStatus(d, &status))
			for _, text := range []string{tables.String(), status.String(), strings.Join(h.said, "\n")} {
				require.Contains(t, text, "all/1/1/1/1: E2: 1 in time by credit, by ")
				require.Contains(t, text, "; the verdict hangs on it")
			}
			forged := filepath.Join(t.TempDir(), "day")
			require.NoError(t, os.CopyFS(forged, os.DirFS(d.Dir)))
			tournamenttest.Forge(t, forged, `"answers":1,"longest"`, `"answers":2,"longest"`)
			require.NotEmpty(t, journal.Verify(forged, verify).Differences)
		})
	}
}
