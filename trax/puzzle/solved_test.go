package puzzle_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	. "github.com/loopline/loopline/trax/puzzle"
)

// secondsNodes is fewer moves than search tries in a second on a busy machine.
const secondsNodes = 200_000

// TestSolvedBySearch has search find the wins by force of its own games: positions
// that are won in two turns or more, whatever the other plays. LOOPLINE_PUZZLES is
// how many, in up to four turns, of which there must be some of each kind; without it a
// few, in two.
func TestSolvedBySearch(t *testing.T) {
	asked, wanted, most := os.Getenv("LOOPLINE_PUZZLES"), 5, 2
	if asked != "" {
		n, err := strconv.Atoi(asked)
		require.NoError(t, err)
		wanted, most = n, 4
	}
	rng := rand.New(rand.NewPCG(20, 26))
	found, solved, byTurns := 0, 0, [5]int{}
	for found < wanted {
		p := ownGame(t, rng)
		winner := p.Outcome().Winner
		for range 2*most - 1 {
			p.Undo()
			if p.Turn() != winner || p.Ply() == 0 || found == wanted {
				continue
			}
			s := forced(t, p, most)
			if s.Turns < 2 {
				continue
			}
			found++
			byTurns[s.Turns]++
			if solves(t, p, s) {
				solved++
			} else {
				t.Logf("not solved, win in %d:\n%s", s.Turns, p)
			}
		}
	}
	t.Logf("%d of %d solved; wins in 2, 3 and 4 turns: %v", solved, found, byTurns[2:])
	require.GreaterOrEqual(t, 100*solved, 95*found)
	for turns := 2; turns <= most; turns++ {
		require.Positive(t, byTurns[turns], "wins in %d turns", turns)
	}
}

// forced is how the side to move wins in the least number of turns. Wins in four are
// found where attacks alone do it: looking at all moves takes minutes a position.
func forced(t *testing.T, p *trax.Position, most int) Solution {
	t.Helper()
	s, err := Solve(t.Context(), p, min(most, 2))
	if err == nil && s.Turns == 0 && most > 2 {
		s, err = SolveByThreats(t.Context(), p, most)
	}
	if err == nil && s.Turns > 3 {
		var quicker Solution
		if quicker, err = Solve(t.Context(), p, 3); quicker.Turns > 0 {
			s = quicker
		}
	}
	require.NoError(t, err)
	return s
}

// ownGame is a game of search against itself, behind three random moves.
func ownGame(t *testing.T, rng *rand.Rand) *trax.Position {
	t.Helper()
	b, err := engine.New("search", engine.Options{Nodes: 300, Seed: rng.Uint64()})
	require.NoError(t, err)
	for {
		p := trax.NewPosition()
		for p.Ply() < 60 && !p.Outcome().Over {
			moves := p.AppendMoves(nil)
			m := moves[rng.IntN(len(moves))]
			if p.Ply() >= 3 {
				m, err = b.Move(t.Context(), p, time.Hour)
				require.NoError(t, err)
			}
			require.NoError(t, p.Play(m))
		}
		if p.Outcome().Over {
			return p
		}
	}
}

// solves reports whether search finds a win by force, and checks that it is one.
func solves(t *testing.T, p *trax.Position, s Solution) bool {
	t.Helper()
	var last engine.Info
	b, err := engine.New("search", engine.Options{
		Nodes: secondsNodes, OnInfo: func(t engine.Info) { last = t },
	})
	require.NoError(t, err)
	m, err := b.Move(t.Context(), p, time.Hour)
	require.NoError(t, err)
	plies, won, forced := engine.DecisivePlies(last.Value)
	if !forced {
		return false
	}
	require.True(t, won, "\n%s", p)
	require.GreaterOrEqual(t, plies, 2*s.Turns-1, "\n%s", p)
	if plies == 2*s.Turns-1 && s.Turns <= 2 { // of longer ones, only the answers by attacks are known
		require.Contains(t, s.Answers, m, "\n%s", p)
	}
	return true
}
