package tournament

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// paper plays a day without players: results are made up.
type paper struct {
	t   *testing.T
	log *DecisionLog

	// result is who wins a game: a seat, or None for a draw.
	result func(d *Tournament, m *Match, g *Game) int

	// more adds to the decision on a game; nil adds nothing.
	more func(d *Tournament, g *Game, c *Decision)
}

// newPaper begins a day in a folder of the test. Who has the first seat wins.
func newPaper(t *testing.T, plan *Config) *paper {
	t.Helper()
	j, err := Open(filepath.Join(t.TempDir(), "day"), plan, 1, "test")
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	j.Now, j.Unsynced = func() time.Time { return time.Unix(0, 0) }, true
	first := func(*Tournament, *Match, *Game) int { return 0 }
	return &paper{t: t, log: j, result: first}
}

// tournament is the day as it is.
func (p *paper) tournament() (d *Tournament) {
	_ = p.log.View(func(is *Tournament) { d = is })
	return d
}

// on is the same with another decision log.
func (p *paper) on(log *DecisionLog) *paper {
	log.Now, log.Unsynced = p.log.Now, true
	return &paper{t: p.t, log: log, result: p.result}
}

// dir is the day's folder.
func (p *paper) dir() string { return p.tournament().Dir }

// append wants a decision to be taken.
func (p *paper) append(c Decision) {
	p.t.Helper()
	_, err := p.log.Append(func(*Tournament) (*Decision, error) { return &c, nil })
	require.NoError(p.t, err)
}

// step takes one decision. It reports false when the day is over.
func (p *paper) step() bool {
	p.t.Helper()
	c, err := p.log.Append(func(d *Tournament) (*Decision, error) {
		if due, ok := d.NextDecision(); ok {
			return &due, nil
		}
		var next *Decision
		d.Matches(func(m *Match) {
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
func (p *paper) play(d *Tournament, m *Match) *Decision {
	if n := m.Next(); n > 0 {
		g := m.game(n)
		if g.State == Waiting {
			next := d.nextGame(m, nil)
			return &Decision{Type: Started, Game: next.id, Versions: next.versions}
		}
		c := &Decision{Type: Finished, Game: g.AttemptID(), Reason: "done", Record: "0123456789abcdef0123456789abcdef"}
		if seat := p.result(d, m, g); seat == None {
			c.Draw = true
		} else {
			c.Winner = d.Entrants[g.Seats[seat]].Name
		}
		if p.more != nil {
			p.more(d, g, c)
		}
		return c
	}
	return nil
}

// end plays the day to its end and returns it, read again from its folder.
func (p *paper) end() *Tournament {
	p.t.Helper()
	for p.step() {
	}
	d, err := Read(p.dir())
	require.NoError(p.t, err)
	require.True(p.t, d.Over())
	return d
}

// byChance lets the results be drawn.
func byChance(seed uint64) func(*Tournament, *Match, *Game) int {
	r := rand.New(rand.NewPCG(seed, 1))
	return func(*Tournament, *Match, *Game) int { return r.IntN(3) - 1 }
}

// tableText writes a table in short.
func tableText(rows []Standing) (lines []string) {
	for _, r := range rows {
		lines = append(lines, fmt.Sprint(r.Rank, " ", r.Entrant, " ", r.TieBreak))
	}
	return lines
}

// scored gives the games of a day scores and measures, by what a game is.
func scored(of func(g *Game) (scores []int, measures Measures)) func(*Tournament, *Game, *Decision) {
	return func(_ *Tournament, g *Game, c *Decision) { c.Scores, c.Measures = of(g) }
}

// allDrawn lets every game be a draw.
func allDrawn(*Tournament, *Match, *Game) int { return None }

// seatScores gives each game of a day the scores that follow from its entrants.
func seatScores(of func(e int) int) func(*Tournament, *Game, *Decision) {
	return func(d *Tournament, g *Game, c *Decision) {
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

// order gives an order to a day.
func (p *paper) order(verb string, args ...string) ([]string, error) {
	given, err := p.log.Apply(Command{Verb: verb, Args: args, By: "Ann", Why: "because"})
	return given.Lines(), err
}

// requireSound wants everybody at one table at a time, and in no match twice but where
// that is meant.
func requireSound(t *testing.T, d *Tournament, s *Stage) {
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
		if s.Kind == RoundRobin && s.Double {
			require.Equal(t, 2, times)
			continue
		}
		require.Equal(t, 1, times)
	}
}
