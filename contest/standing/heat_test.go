package standing_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// Places give points, those who are equal share them, and scores give theirs.
func TestHeatPoints(t *testing.T) {
	for _, c := range []struct {
		keys, want string
		score      func(e int) int
	}{
		{"", "1 E4 [6 2 8]; 2 E3 [4 0 6]; 3 E2 [2 0 4]; 4 E1 [0 0 2]", func(e int) int { return e + 1 }},
		{"place-points = [10, 6, 3, 1]", "1 E4 [20 2 6]; 2 E3 [12 0 4]; 3 E1 [4 0 2]; 3 E2 [4 0 2]", func(e int) int { return max(1, e) }},
		{"", "1 E4 [6 2 10]; 2 E1 [2 0 2]; 2 E2 [2 0 2]; 2 E3 [2 0 2]", func(e int) int { return 1 + 4*(e/3) }},
		{"", "1 E1 [3 0 2]; 1 E2 [3 0 2]; 1 E3 [3 0 2]; 1 E4 [3 0 2]", func(int) int { return 1 }},
		{"points-by = \"score\"", "1 E4 [8 2 8]; 2 E3 [6 0 6]; 3 E2 [4 0 4]; 4 E1 [2 0 2]", func(e int) int { return e + 1 }},
	} {
		p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.TablesOf("rounds = 1\n"+c.keys)))
		p.More = tournamenttest.SeatScores(c.score)
		d := p.End()
		require.ElementsMatch(t, strings.Split(c.want, "; "), tournamenttest.TableText(standing.Of(d, d.Stages[0], 0)), c.keys)
	}
}

// The seats of a heat move on by one after each game.
func TestHeatSeats(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.TablesOf("rounds = 1\ngames = 5")))
	m := p.End().Match("heats/1/1")
	for n, g := range m.Games {
		for seat, e := range g.Seats {
			require.Equal(t, m.Entrants[(seat+n)%4], e)
		}
	}
}

// Thirteen in heats of three and four all play in each round; the first two go on.
func TestHeatDay(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 13, tournamenttest.TablesOf("smallest-heat = 3\ngames = 1\nadvance = 2\n")+"[[stage]]\nname = \"end\"\nkind = \"knockout\"\n"))
	p.More = func(d *tournament.Tournament, g *tournament.Game, c *tournament.Decision) {
		if len(g.Seats) > 2 {
			tournamenttest.SeatScores(func(e int) int { return 100 - e })(d, g, c)
		}
	}
	d := p.End()
	s := d.Stages[0]
	require.Len(t, s.Rounds, 6)
	for _, r := range s.Rounds {
		require.Len(t, r.Matches, 4)
		require.Empty(t, r.Byes)
	}
	require.Equal(t, []int{0, 1}, d.Match("end/1/1").Entrants)
	var out strings.Builder
	require.NoError(t, report.WriteTables(d, &out))
	require.Contains(t, out.String(), "rank  entrant  points  wins  score")
	require.NoError(t, report.WriteStatusJSON(d, &out))
	require.Contains(t, out.String(), `"others":["`)
	require.ErrorContains(t, report.WriteTRF(d, &out, "heats"), "has heats")
	out.Reset()
	require.NoError(t, p.Tournament().Config.WriteTimetable(&out, 60_000_000_000))
	require.Contains(t, out.String(), "heats: tables of 13 entrants, 6 rounds, 24 heats, 24 games, about 24m0s\n")
}

// Thirteen in eight rounds of heats of four: five play eight heats and eight play seven. Of those who draw all
// games none gets ahead by playing more, and the organiser learns what would be even.
func TestUnevenHeats(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 13, tournamenttest.TablesOf("rounds = 8\ngames = 2\n")))
	p.More = tournamenttest.SeatScores(func(int) int { return 7 })
	d := p.End()
	games := map[int]int{}
	for _, row := range standing.Of(d, d.Stages[0], 0) {
		require.Equal(t, 1, row.Rank, row.Entrant)
		require.Equal(t, []float64{1.5, 0, 7}, row.TieBreak, "points, wins and score of a game")
		games[row.Games]++
	}
	require.Equal(t, map[int]int{16: 5, 14: 8}, games)
	require.NoError(t, report.WriteTables(d, &strings.Builder{}))
	for keys, text := range map[string]string{
		"rounds = 8":                    "5 play 8 heats and 8 play 7: means of a game rank them; all play as many with rounds = 13 or smallest-heat = 3",
		"":                              "8 play 5 heats and 5 play 4: means of a game rank them; all play as many with rounds = 13 or smallest-heat = 3",
		"rounds = 8\nsmallest-heat = 3": "", "rounds = 13": "", "rounds = 26": "",
		"rounds = 20": "6 play 19 heats and 7 play 18: means of a game rank them; all play as many with rounds = 13 or rounds = 26 or smallest-heat = 3",
	} {
		var out strings.Builder
		require.NoError(t, tournamenttest.PlanOf(t, 13, tournamenttest.TablesOf(keys)).WriteTimetable(&out, 60_000_000_000))
		require.Equal(t, text != "", strings.Contains(out.String(), "heats: "+text+"\n"), out.String())
		require.Equal(t, text != "", strings.Contains(out.String(), "means"), out.String())
	}
}

// A heat goes on without whoever leaves, and the last one wins what is left.
func TestHeatWithdrawn(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.TablesOf("rounds = 1\ngames = 3")))
	p.More = tournamenttest.SeatScores(func(e int) int { return e })
	require.True(t, p.Step(), "paired")
	require.True(t, p.Step(), "started")
	p.Append(tournament.Decision{Type: tournament.Withdrawn, Entrant: "E4"})
	is := p.Tournament().Match("heats/1/1")
	require.Equal(t, tournament.Playing, is.Games[0].State, "the game in play goes on")
	require.True(t, p.Step(), "finished")
	require.Equal(t, 3, is.Games[0].Winner)
	p.Append(tournament.Decision{Type: tournament.Started, Game: "heats/1/1/2/1", Absent: []string{"E4"}})
	require.ElementsMatch(t, []int{0, 1, 2}, is.Games[1].Seats)
	require.True(t, p.Step(), "finished")
	require.Equal(t, 2, is.Games[1].Winner)
	require.Equal(t, []int{3}, is.Games[1].Absent)
	p.Append(tournament.Decision{Type: tournament.Withdrawn, Entrant: "E3"})
	p.Append(tournament.Decision{Type: tournament.Withdrawn, Entrant: "E1"})
	require.Equal(t, 1, is.Games[2].Winner)
	require.Equal(t, tournament.Withdrawn, is.Games[2].By)
	d := p.End()
	require.Equal(t, []string{"1 E2 [6 1 2]", "2 E3 [5 1 4]", "3 E4 [3 1 3]", "4 E1 [1 0 0]"}, tournamenttest.TableText(standing.Of(d, d.Stages[0], 0)))
}

// Decisions that no heat allows are refused.
func TestHeatRefusals(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.TablesOf("rounds = 1")))
	require.True(t, p.Step())
	for absent, want := range map[string]string{"E1,E2,E3": "cannot begin without", "Nobody": "cannot begin without"} {
		_, err := p.Log.Append(func(*tournament.Tournament) (*tournament.Decision, error) {
			return &tournament.Decision{Type: tournament.Started, Game: "heats/1/1/1/1", Absent: strings.Split(absent, ",")}, nil
		})
		require.ErrorContains(t, err, want)
	}
	text, err := os.ReadFile(p.Dir() + "/" + tournament.DecisionsFile)
	require.NoError(t, err)
	require.Contains(t, string(text), fmt.Sprintf(`"others":["%s","%s"]`, p.Tournament().Decisions[1].Pairs[0].Others[0], p.Tournament().Decisions[1].Pairs[0].Others[1]))
}
