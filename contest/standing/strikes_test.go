package standing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// late measures one late answer of an entrant in each of its games, and as many in all.
func late(name string) func(*tournament.Tournament, *tournament.Game, *tournament.Decision) {
	return func(d *tournament.Tournament, g *tournament.Game, c *tournament.Decision) {
		for seat, e := range g.Seats {
			if d.Entrants[e].Name == name {
				counts := []int64{0, 0}
				counts[seat] = 1
				c.Measures = tournament.Measures{config.QuantityFaults: counts, config.QuantityOfKind("late"): counts}
			}
		}
	}
}

// struckOut plays a round robin of four in which E1 wins all its games, each with a late answer.
func struckOut(t *testing.T, keys string) *tournamenttest.Paper {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage+keys))
	p.Result = func(d *tournament.Tournament, _ *tournament.Match, g *tournament.Game) int {
		if d.Entrants[g.Seats[1]].Name == "E1" {
			return 1
		}
		return 0
	}
	p.More = late("E1")
	return p
}

// rows are the ranks, points and counted games of a stage by entrant.
func rows(d *tournament.Tournament) map[string]string {
	all := map[string]string{}
	for _, r := range standing.Of(d, d.Stages[0], 0) {
		all[r.Entrant] = fmt.Sprintf("%v points, %d games", r.Points, r.Games)
	}
	return all
}

// TestStrikes puts an entrant out at its last strike, and counts its games as the file says.
func TestStrikes(t *testing.T) {
	for _, c := range []struct {
		keys   string
		played int // games of E1 before it is out; 0 if it never is
		want   map[string]string
	}{
		{"", 0, map[string]string{"E1": "3 points, 6 games"}},
		{"strikes = 7\n", 0, map[string]string{"E1": "3 points, 6 games"}},
		{"strikes = 3\nstrike-reasons = [\"illegal\", \"absent\"]\n", 0, map[string]string{"E1": "3 points, 6 games"}},
		{"strikes = 3\n", 3, map[string]string{"E1": "1.5 points, 6 games"}},
		{"strikes = 3\nstrike-reasons = [\"late\"]\nstruck = \"forfeit\"\n", 3, map[string]string{"E1": "1.5 points, 6 games"}},
		{"strikes = 3\nstruck = \"annul\"\n", 3, map[string]string{"E1": "0 points, 0 games"}},
	} {
		t.Run(strings.ReplaceAll(c.keys, "\n", " "), func(t *testing.T) {
			p := struckOut(t, c.keys)
			for p.Step() {
			}
			require.NoError(t, p.Log.View(func(d *tournament.Tournament) {
				require.True(t, standing.Over(d))
				got := rows(d)
				for name, want := range c.want {
					require.Equal(t, want, got[name])
				}
				if played := 0; c.played > 0 {
					d.Matches(func(m *tournament.Match) {
						for _, g := range m.Games {
							if g.By == tournament.Finished && (g.Seats[0] == 0 || g.Seats[1] == 0) {
								played++
							}
						}
					})
					require.Equal(t, c.played, played)
				}
				require.Equal(t, c.played > 0, d.Entrants[0].Disqualified == "all")
			}))
			v := journal.Verify(p.Dir(), nil)
			for _, err := range v.Differences { // paper has no records
				require.NotContains(t, err.Error(), "disqualified")
			}
		})
	}
}

// TestAnnulledOpponents lets nobody gain or lose by games against who was put out.
func TestAnnulledOpponents(t *testing.T) {
	p := struckOut(t, "strikes = 1\nstruck = \"annul\"\nbest-of = 3\n")
	for p.Step() {
	}
	require.NoError(t, p.Log.View(func(d *tournament.Tournament) {
		got := rows(d)
		require.Equal(t, "0 points, 0 games", got["E1"])
		for _, name := range []string{"E2", "E3", "E4"} {
			require.Regexp(t, `points, [456] games`, got[name], "two matches of two or three games count")
		}
	}))
}

// TestPardoned reinstates an entrant: its played games count again, the others are played, and its
// strikes begin again.
func TestPardoned(t *testing.T) {
	for _, struck := range []string{config.StruckForfeit, config.StruckAnnul} {
		p := struckOut(t, "strikes = 3\nstruck = \""+struck+"\"\n")
		out := func() (is bool) {
			_ = p.Log.View(func(d *tournament.Tournament) { is = d.Entrants[0].Disqualified != "" })
			return is
		}
		for !out() {
			require.True(t, p.Step())
		}
		said, err := p.Order("reinstate", "E1")
		require.NoError(t, err, said)
		require.False(t, out())
		p.More = nil
		for p.Step() {
		}
		require.NoError(t, p.Log.View(func(d *tournament.Tournament) {
			require.False(t, d.Entrants[0].Withdrawn)
			require.Equal(t, "3 points, 6 games", rows(d)["E1"], struck)
			require.Zero(t, d.Strikes(d.Stages[0], 0))
		}))
	}
}

// TestForgedDisqualification refuses one that the games do not give.
func TestForgedDisqualification(t *testing.T) {
	p := struckOut(t, "strikes = 3\n")
	require.True(t, p.Step())
	_, err := p.Log.Append(func(*tournament.Tournament) (*tournament.Decision, error) {
		return &tournament.Decision{Type: tournament.Disqualified, Entrant: "E2", Stage: "all"}, nil
	})
	require.ErrorContains(t, err, "E2 does not have the strikes")
}
