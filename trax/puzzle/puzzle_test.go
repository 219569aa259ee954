package puzzle_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	. "github.com/loopline/loopline/trax/puzzle"
)

// plainWins tells by trying everything whether the side to move wins within so many
// turns, and by which moves.
func plainWins(p *trax.Position, turns int) (answers []trax.Move) {
	for _, m := range p.AppendMoves(nil) {
		if plainTries(p, m, turns) {
			answers = append(answers, m)
		}
	}
	return answers
}

func plainTries(p *trax.Position, m trax.Move, turns int) bool {
	mover := p.Turn()
	_ = p.Play(m)
	defer p.Undo()
	if o := p.Outcome(); o.Over || turns == 1 {
		return o.Over && o.Winner == mover
	}
	for _, r := range p.AppendMoves(nil) {
		_ = p.Play(r)
		o := p.Outcome()
		lost := o.Over && o.Winner == mover || !o.Over && len(plainWins(p, turns-1)) > 0
		p.Undo()
		if !lost {
			return false
		}
	}
	return true
}

// TestSolve compares with trying everything, in games that nobody wants to end.
func TestSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	met := [4]int{}
	for met[1] < 8 || met[2] < 4 || met[0] < 8 {
		p := trax.NewPosition()
		for range 4 + rng.IntN(8) {
			moves := p.AppendMoves(nil)
			_ = p.Play(moves[rng.IntN(len(moves))])
			if p.Outcome().Over {
				p.Undo()
			}
		}
		before := p.String()
		s, err := Solve(t.Context(), p, 2)
		require.NoError(t, err)
		require.Equal(t, before, p.String())
		for turns := 1; turns < s.Turns; turns++ {
			require.Empty(t, plainWins(p, turns), "\n%s", p)
		}
		require.Equal(t, plainWins(p, max(s.Turns, 1)), s.Answers, "\n%s", p)
		if s.Turns == 0 {
			require.Empty(t, plainWins(p, 2), "\n%s", p)
		}
		met[s.Turns]++
	}
}

// randomGame returns the moves of a game that nobody ends, or lets the other end.
func randomGame(rng *rand.Rand) (moves []string) {
	p := trax.NewPosition()
	for range 40 {
		legal := p.AppendMoves(nil)
		m := legal[rng.IntN(len(legal))]
		_ = p.Play(m)
		if _, _, lost := p.Tactics().Threats(nil); p.Outcome().Over || lost {
			p.Undo()
			continue
		}
		moves = append(moves, m.String())
	}
	return moves
}

// TestFind checks puzzles of random games: the answer wins in so many turns and no
// sooner, and no other move does.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	deep := map[int]int{}
	for range 3 {
		moves := randomGame(rng)
		found, err := Find(t.Context(), moves, 2, 2)
		require.NoError(t, err)
		for _, z := range found {
			require.Equal(t, moves[:len(z.Moves)], z.Moves)
			require.True(t, z.Difficulty >= 1 && z.Difficulty <= 10)
			p := trax.NewPosition()
			for _, m := range z.Moves {
				require.NoError(t, p.PlayText(m))
			}
			require.Equal(t, z.Side, p.Turn())
			require.Empty(t, plainWins(p, 1))
			if deep[z.Turns]++; deep[z.Turns] <= 3 {
				require.Equal(t, []trax.Move{z.Answer}, plainWins(p, 2))
			}
		}
	}
	require.Positive(t, deep[2])
	_, err := Find(t.Context(), []string{"@0/", "Z9+"}, 2, 2)
	require.ErrorContains(t, err, "Z9+")
}

// TestWinsAtOnce finds the puzzles of one turn in random games that somebody may end:
// where one move alone wins at once, and nowhere else.
func TestWinsAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	met := map[int]int{}
	for len(met) < 3 {
		var moves, want []string
		p := trax.NewPosition()
		for p.Ply() < 30 {
			legal := p.AppendMoves(nil)
			m := legal[rng.IntN(len(legal))]
			_ = p.Play(m)
			if p.Outcome().Over {
				p.Undo()
				continue
			}
			moves = append(moves, m.String())
			if wins := plainWins(p, 1); len(wins) == 1 {
				want = append(want, fmt.Sprint(p.Ply(), wins[0]))
			}
		}
		found, err := Find(t.Context(), moves, 1, 1)
		require.NoError(t, err)
		var got []string
		for _, z := range found {
			require.Equal(t, 1, z.Turns)
			got = append(got, fmt.Sprint(len(z.Moves), z.Answer))
			met[z.Difficulty]++
		}
		require.Equal(t, want, got)
		both, err := Find(t.Context(), moves, 1, 2)
		require.NoError(t, err)
		later, err := Find(t.Context(), moves, 2, 2)
		require.NoError(t, err)
		require.Len(t, both, len(found)+len(later))
	}
	require.Positive(t, met[1])
}

// TestSolveThree finds wins in three turns, five plies, that the search finds too.
func TestSolveThree(t *testing.T) {
	for moves, answer := range map[string]string{
		`@0+ A2/ B1\ @2\ C3/ B3/`: "@3/",
		`@0/ A2+ @1/ A0+ C3\`:     `D3\`,
	} {
		p := trax.NewPosition()
		for m := range strings.FieldsSeq(moves) {
			require.NoError(t, p.PlayText(m))
		}
		s, err := Solve(t.Context(), p, 3)
		require.NoError(t, err)
		require.Equal(t, 3, s.Turns)
		require.Len(t, s.Answers, 1)
		require.Equal(t, answer, s.Answers[0].String())
		var last engine.Info
		b, err := engine.New("search", engine.Options{Depth: 5, OnInfo: func(t engine.Info) { last = t }})
		require.NoError(t, err)
		m, err := b.Move(t.Context(), p, time.Hour)
		require.NoError(t, err)
		require.Equal(t, s.Answers[0], m)
		plies, won, forced := engine.DecisivePlies(last.Value)
		require.True(t, forced && won && plies == 5, "%s", last)
	}
}

func TestStops(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Find(gone, []string{"@0/"}, 2, 4)
	require.ErrorIs(t, err, context.Canceled)
}

// TestProofsAgree compares wins by attacks that the engine proves with those that playing
// everything finds, in positions of random games.
func TestProofsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	one, two, three, missed := 0, 0, 0, 0
	for one < 10 || two < 10 || three < 3 {
		p := trax.NewPosition()
		for range 6 + rng.IntN(8) {
			moves := p.AppendMoves(nil)
			if _ = p.Play(moves[rng.IntN(len(moves))]); p.Outcome().Over {
				p.Undo()
			}
		}
		m, plies, err := engine.FindThreatWin(t.Context(), p, 2000)
		require.NoError(t, err)
		_, _, won := p.Tactics().Threats(nil)
		require.Equal(t, won, plies == 1)
		if won {
			one++
			require.True(t, p.Tactics().WinsBy(m), "%s\n%s", m, p)
			continue
		}
		s, err := SolveByThreats(t.Context(), p, max((plies+1)/2, 2))
		require.NoError(t, err)
		switch {
		case plies == 0 && s.Turns > 0:
			missed++
		case plies > 0:
			require.Positive(t, s.Turns, "%s\n%s", m, p)
			require.LessOrEqual(t, s.Turns, (plies+1)/2)
			if s.Turns == (plies+1)/2 {
				require.Contains(t, s.Answers, m, "\n%s", p)
			}
		}
		switch plies {
		case 3:
			two++
		case 5:
			three++
		}
	}
	require.LessOrEqual(t, missed, two/10, "a proof may miss few")
}

// endsLater is a context that ends when it has been asked so many times.
type endsLater struct {
	context.Context
	left int
}

func (c *endsLater) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestStopsWhereItBegan ends the context at each point of a solution.
func TestStopsWhereItBegan(t *testing.T) {
	p := trax.NewPosition()
	for m := range strings.FieldsSeq(`@0/ @1\ B0+ C2/ B0\ A2\`) {
		require.NoError(t, p.PlayText(m))
	}
	before := p.String()
	for left := range 60 {
		_, err := SolveByThreats(&endsLater{t.Context(), left}, p, 4)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 6, p.Ply())
		require.Equal(t, before, p.String())
	}
	s, err := SolveByThreats(t.Context(), p, 4)
	require.NoError(t, err)
	require.Equal(t, 4, s.Turns)
}

func TestWords(t *testing.T) {
	z := Puzzle{
		Moves: []string{"@0/", `A2\`}, Side: trax.White, Turns: 2, Difficulty: 3,
		Answer: trax.Move{Cell: trax.Cell{Col: 2, Row: 1}, Shape: trax.Backslash},
	}
	require.Equal(t, `white wins in 2, difficulty 3: B1\ after @0/ A2\`, z.String())
	var read map[string]any
	require.NoError(t, json.Unmarshal(z.AppendJSON(nil, []byte(`7`)), &read))
	require.Equal(t, map[string]any{
		"id": 7.0, "moves": `@0/ A2\`, "side": "white", "turns": 2.0, "answer": `B1\`, "difficulty": 3.0,
	}, read)
}
