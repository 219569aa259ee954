package tournamenttest

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
)

// Paper plays a day without players: results are made up.
type Paper struct {
	t   *testing.T
	Log *journal.DecisionLog

	// result is who wins a game: a seat, or None for a draw.
	Result func(d *tournament.Tournament, m *tournament.Match, g *tournament.Game) int

	// more adds to the decision on a game; nil adds nothing.
	More func(d *tournament.Tournament, g *tournament.Game, c *tournament.Decision)
}

// NewPaper begins a day in a folder of the test. Who has the first seat wins.
func NewPaper(t *testing.T, plan *config.Config) *Paper {
	t.Helper()
	j, err := journal.Open(filepath.Join(t.TempDir(), "day"), plan, 1, "test")
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	j.Now, j.Unsynced = func() time.Time { return time.Unix(0, 0) }, true
	first := func(*tournament.Tournament, *tournament.Match, *tournament.Game) int { return 0 }
	return &Paper{t: t, Log: j, Result: first}
}

// Tournament is the day as it is.
func (p *Paper) Tournament() (d *tournament.Tournament) {
	_ = p.Log.View(func(is *tournament.Tournament) { d = is })
	return d
}

// On is the same with another decision log.
func (p *Paper) On(log *journal.DecisionLog) *Paper {
	log.Now, log.Unsynced = p.Log.Now, true
	return &Paper{t: p.t, Log: log, Result: p.Result}
}

// Dir is the day's folder.
func (p *Paper) Dir() string { return p.Tournament().Dir }

// Append wants a decision to be taken.
func (p *Paper) Append(c tournament.Decision) {
	p.t.Helper()
	_, err := p.Log.Append(func(*tournament.Tournament) (*tournament.Decision, error) { return &c, nil })
	require.NoError(p.t, err)
}

// Step takes one decision. It reports false when the day is over.
func (p *Paper) Step() bool {
	p.t.Helper()
	c, err := p.Log.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
		if due, ok := standing.NextDecision(d); ok {
			return &due, nil
		}
		var next *tournament.Decision
		d.Matches(func(m *tournament.Match) {
			if next == nil {
				next = p.play(d, m)
			}
		})
		return next, nil
	})
	require.NoError(p.t, err)
	return c != nil
}

// play starts a game, or ends the one that is played.
func (p *Paper) play(d *tournament.Tournament, m *tournament.Match) *tournament.Decision {
	if n := m.Next(); n > 0 {
		g := m.Game(n)
		if g.State == tournament.Waiting {
			next := d.NextGame(m, nil)
			return &tournament.Decision{Type: tournament.Started, Game: next.ID, Versions: next.Versions}
		}
		c := &tournament.Decision{Type: tournament.Finished, Game: g.AttemptID(), Reason: "done", Record: "0123456789abcdef0123456789abcdef"}
		if seat := p.Result(d, m, g); seat == tournament.None {
			c.Draw = true
		} else {
			c.Winner = d.Entrants[g.Seats[seat]].Name
		}
		if p.More != nil {
			p.More(d, g, c)
		}
		return c
	}
	return nil
}

// End plays the day to its end and returns it, read again from its folder.
func (p *Paper) End() *tournament.Tournament {
	p.t.Helper()
	for p.Step() {
	}
	d, err := tournament.Read(p.Dir())
	require.NoError(p.t, err)
	require.True(p.t, standing.Over(d))
	return d
}

// ByChance lets the results be drawn.
func ByChance(seed uint64) func(*tournament.Tournament, *tournament.Match, *tournament.Game) int {
	r := rand.New(rand.NewPCG(seed, 1))
	return func(*tournament.Tournament, *tournament.Match, *tournament.Game) int { return r.IntN(3) - 1 }
}

// TableText writes a table in short.
func TableText(rows []standing.Standing) (lines []string) {
	for _, r := range rows {
		lines = append(lines, fmt.Sprint(r.Rank, " ", r.Entrant, " ", r.TieBreak))
	}
	return lines
}

// Scored gives the games of a day scores and measures, by what a game is.
func Scored(of func(g *tournament.Game) (scores []int, measures tournament.Measures)) func(*tournament.Tournament, *tournament.Game, *tournament.Decision) {
	return func(_ *tournament.Tournament, g *tournament.Game, c *tournament.Decision) {
		c.Scores, c.Measures = of(g)
	}
}

// AllDrawn lets every game be a draw.
func AllDrawn(*tournament.Tournament, *tournament.Match, *tournament.Game) int {
	return tournament.None
}

// SeatScores gives each game of a day the scores that follow from its entrants.
func SeatScores(of func(e int) int) func(*tournament.Tournament, *tournament.Game, *tournament.Decision) {
	return func(d *tournament.Tournament, g *tournament.Game, c *tournament.Decision) {
		c.Draw, c.Winner = true, ""
		best := -1
		for _, e := range g.Seats {
			score := of(e)
			c.Scores = append(c.Scores, score)
			switch {
			case score > best:
				best, c.Draw, c.Winner = score, false, d.Entrants[e].Name
			case score == best:
				c.Draw, c.Winner = true, ""
			}
		}
	}
}

// Order gives an order to a day.
func (p *Paper) Order(verb string, args ...string) ([]string, error) {
	given, err := command.ApplyTo(p.Log, command.Command{Verb: verb, Args: args, By: "Ann", Why: "because"})
	return given.Lines(), err
}

// RequireSound wants everybody at one table at a time, and in no match twice but where
// that is meant.
func RequireSound(t *testing.T, d *tournament.Tournament, s *tournament.Stage) {
	t.Helper()
	met := map[[2]int]int{}
	for _, r := range s.Rounds {
		busy := map[int]bool{}
		for _, m := range r.Matches {
			require.True(t, m.Over(), m.ID)
			for _, e := range m.Entrants {
				require.False(t, busy[e])
				busy[e] = true
			}
			if !r.PlayOff {
				met[[2]int{min(m.Entrants[0], m.Entrants[1]), max(m.Entrants[0], m.Entrants[1])}]++
			}
		}
	}
	for _, times := range met {
		if s.Kind == config.RoundRobin && s.Double {
			require.Equal(t, 2, times)
			continue
		}
		require.Equal(t, 1, times)
	}
}
