package standing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// The check of the tie-breaks: six in Berger's table, white wins but 1-6.
func TestTieBreaks(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 6, tournamenttest.OneStage+"games = 1\ntie-breaks = [\"points\", \"direct\", \"games\", \"sonneborn-berger\"]\n"))
	p.Result = func(d *tournament.Tournament, m *tournament.Match, g *tournament.Game) int {
		if m.ID == "all/1/1" {
			return 1
		}
		return 0
	}
	d := p.End()
	require.Equal(t, []string{
		"1 E2 [3 2 3 8]", "2 E3 [3 1 3 7]", "3 E6 [3 0 3 6]",
	}, tournamenttest.TableText(standing.Of(d, d.Stages[0], 0))[:3])
	for _, row := range standing.Of(d, d.Stages[0], 0)[3:] {
		require.Equal(t, 4, row.Rank)
		require.Equal(t, 2.0, row.Points)
		require.Contains(t, []string{"E1", "E4", "E5"}, row.Entrant)
	}
}

// Days of all kinds end, and give the same again from their folder.
func TestDaysEnd(t *testing.T) {
	for name, stages := range map[string]string{
		"round robin":  tournamenttest.OneStage + "double = true\n",
		"groups":       tournamenttest.OneStage + "groups = 2\nadvance = 2\ndraw = \"lots\"\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nthird-place = true\n",
		"swiss":        "[[stage]]\nname = \"s\"\nkind = \"swiss\"\nadvance = 3\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nbest-of = 3\n",
		"gauntlet":     "[[stage]]\nname = \"g\"\nkind = \"gauntlet\"\none = \"E2\"\n",
		"play-off":     tournamenttest.OneStage + "games = 1\ntie-breaks = [\"points\", \"play-off\"]\nadvance = 2\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nplay-off = [\"seed\"]\n",
		"two in a row": "[[stage]]\nname = \"a\"\nkind = \"swiss\"\n" + tournamenttest.OneStage + "[[stage]]\nname = \"k\"\nkind = \"knockout\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			for n := 4; n <= 12; n++ {
				p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, n, stages))
				p.Result = tournamenttest.ByChance(uint64(n))
				d := p.End()
				for _, s := range d.Stages {
					require.NotEmpty(t, s.Rounds)
					tournamenttest.RequireSound(t, d, s)
				}
			}
		})
	}
}

// A knockout in which seeds win: the order is that of the seeds.
func TestKnockoutOrder(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 8, "[[stage]]\nname = \"k\"\nkind = \"knockout\"\nthird-place = true\n"))
	p.Result = func(d *tournament.Tournament, m *tournament.Match, g *tournament.Game) int {
		if g.Seats[0] < g.Seats[1] {
			return 0
		}
		return 1
	}
	d := p.End()
	var ranks []string
	for _, row := range standing.Of(d, d.Stages[0], 0) {
		ranks = append(ranks, fmt.Sprint(row.Rank, row.Entrant))
	}
	require.Equal(t, []string{"1E1", "2E2", "3E3", "4E4"}, ranks[:4])
	require.True(t, strings.HasPrefix(ranks[7], "5"))
}

// A match that ends even goes on with a pair of faster games, then lots decide.
func TestDrawnMatch(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 2, "[[stage]]\nname = \"k\"\nkind = \"knockout\"\n"))
	d := p.End()
	m := d.Match("k/1/1")
	require.Len(t, m.Games, 4)
	require.True(t, m.Games[2].Fast)
	require.False(t, m.Games[1].Fast)
	require.Equal(t, "lots", m.Rule)
	require.Equal(t, m.Drawn, m.Winner())
}

// Whoever withdraws loses what is left, and is paired no more.
func TestWithdrawn(t *testing.T) {
	for _, kind := range []string{config.RoundRobin, config.Swiss, config.Knockout, config.Gauntlet} {
		for n := 3; n <= 9; n++ {
			p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, n, "[[stage]]\nname = \"a\"\nkind = \""+kind+"\"\n"))
			p.Result = tournamenttest.ByChance(uint64(n))
			for range 7 {
				p.Step()
			}
			p.Append(tournament.Decision{Type: tournament.Withdrawn, Entrant: "E2", By: "x", Why: "ill"})
			d := p.End()
			require.True(t, d.Entrants[1].Withdrawn)
			tournamenttest.RequireSound(t, d, d.Stages[0])
		}
	}
}

func TestEverybodyWithdrawn(t *testing.T) {
	for _, kind := range []string{config.RoundRobin, config.Swiss, config.Knockout, config.Gauntlet} {
		p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 5, "[[stage]]\nname = \"a\"\nkind = \""+kind+"\"\n[[stage]]\nname = \"b\"\nkind = \"knockout\"\n"))
		for range 4 {
			p.Step()
		}
		for i := range 5 {
			p.Append(tournament.Decision{Type: tournament.Withdrawn, Entrant: fmt.Sprint("E", i+1)})
		}
		p.End()
	}
}

// A knockout's final is taken back with the result that led to it, and comes back as it
// was when the same two reach it again.
func TestCascade(t *testing.T) {
	stages := "[[stage]]\nname = \"k\"\nkind = \"knockout\"\ngames = 1\n"
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, stages))
	d := p.End()
	final := d.Match("k/2/1")
	require.Equal(t, []int{0, 1}, final.Entrants)
	p.Append(tournament.Decision{Type: tournament.Amended, Game: "k/1/2/1/1", Winner: "E3", Cascade: true, By: "x", Why: "y"})
	require.Nil(t, p.Tournament().Match("k/2/1"))
	p.Step() // paired again
	require.Equal(t, []int{0, 2}, p.Tournament().Match("k/2/1").Entrants)
	require.Empty(t, p.Tournament().Match("k/2/1").Games)
	d = p.End()
	require.Equal(t, 2, d.Attempts("k/2/1", 1), "no attempt is overwritten")

	p = tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, stages))
	p.End()
	p.Append(tournament.Decision{Type: tournament.Amended, Game: "k/1/2/1/1", Winner: "E2", Cascade: true})
	p.Step()
	require.Equal(t, tournament.Settled, p.Tournament().Match("k/2/1").Games[0].State)

	p = tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, stages))
	p.End()
	for _, winner := range []string{"E3", "E2"} { // and back
		p.Append(tournament.Decision{Type: tournament.Amended, Game: "k/1/2/1/1", Winner: winner, Cascade: true})
		p.Step()
	}
	require.Equal(t, []int{0, 1}, p.Tournament().Match("k/2/1").Entrants)
	require.Equal(t, tournament.Settled, p.Tournament().Match("k/2/1").Games[0].State)

	p = tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, stages))
	p.End()
	p.Append(tournament.Decision{Type: tournament.Amended, Game: "k/1/2/1/1", Winner: "E3"})
	require.Equal(t, []int{0, 1}, p.End().Match("k/2/1").Entrants, "kept")
}
