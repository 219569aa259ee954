// Package openings makes positions from which games tell which of two players is
// the stronger.
//
// From the empty board, or behind a few random moves, one side is soon ahead, and
// both games of a pair are won from the same side: they tell nothing. An opening
// here is 3 to 6 random moves after which neither side wins at once, and from which the
// searching bot has played itself: four short games under four bounds, of which
// each side has won two. Of 150 such, the side to move still won 21 by a row of attacks,
// found by many times more moves: neither an attack of that kind nor a search may find
// an opening decided. What was tried instead: a bound on the value that a search
// finds, which says little about who wins, so that more pairs split.
//
// Openings follow from a seed and the bot alone, whatever the machine: a bot that
// plays otherwise makes others. A record names its opening.
package openings

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// The random moves of an opening.
const (
	fewestPlies = 3
	mostPlies   = 6
)

// longestTrial bounds a trial game in plies. A longer one counts for neither side.
const longestTrial = 80

// trialNodes bounds the bot in each trial game.
var trialNodes = [...]int64{100, 150, 200, 250}

// Source makes openings, one after the other and none twice. It is not safe for
// concurrent use.
type Source struct {
	rng      *rand.Rand
	seen     map[string]bool
	evaluate engine.Evaluator // by tracks: learned weights change
}

// New returns the source of a seed. Equal seeds make equal openings.
func New(seed uint64) *Source {
	return &Source{rng: rand.New(rand.NewPCG(seed, 0)), seen: map[string]bool{}, evaluate: engine.Tracks()}
}

// Next returns the next opening: the position, which is undecided, and the
// moves to it. It returns an error only if ctx ends.
func (s *Source) Next(ctx context.Context) (*trax.Position, []trax.Move, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		p, moves := s.random()
		if board := p.String(); s.seen[board] {
			continue
		} else if s.seen[board] = true; !quiet(p) {
			continue
		}
		even, err := s.even(ctx, p)
		if even {
			even, err = s.open(ctx, p)
		}
		if err != nil || even {
			return p, moves, err
		}
	}
}

// random plays random moves, none of which ends the game.
func (s *Source) random() (*trax.Position, []trax.Move) {
	p, plies := trax.NewPosition(), fewestPlies+s.rng.IntN(mostPlies-fewestPlies+1)
	var moves []trax.Move
	for len(moves) < plies {
		legal := p.AppendMoves(nil)
		m := legal[s.rng.IntN(len(legal))]
		if p.Play(m) != nil {
			continue
		}
		if p.Outcome().Over {
			p.Undo()
			continue
		}
		moves = append(moves, m)
	}
	return p, moves
}

// quiet reports whether neither side wins at once.
func quiet(p *trax.Position) bool {
	threats, _, won := p.Tactics().Threats(nil)
	return !won && len(threats) == 0
}

// even reports whether each side wins half of the trial games.
func (s *Source) even(ctx context.Context, p *trax.Position) (bool, error) {
	balance := 0
	for i, nodes := range trialNodes {
		won, err := trial(ctx, p.Clone(), engine.Options{Nodes: nodes, Seed: s.rng.Uint64(), Evaluate: s.evaluate})
		if err != nil {
			return false, err
		}
		balance += won
		if left := len(trialNodes) - 1 - i; max(balance, -balance) > left {
			return false, nil
		}
	}
	return balance == 0, nil
}

// How many moves are tried to find out that an opening is decided: by attacks of the
// side to move alone, and by a search for either side.
const (
	attackMoves = 50_000
	searchMoves = 40_000
)

// open reports whether no forced win is found for either side.
func (s *Source) open(ctx context.Context, p *trax.Position) (bool, error) {
	if _, plies, err := engine.FindThreatWin(ctx, p, attackMoves); plies > 0 || err != nil {
		return false, err
	}
	value := 0
	bot, err := engine.New(engine.DefaultName, engine.Options{Nodes: searchMoves, Evaluate: s.evaluate,
		OnInfo: func(t engine.Info) { value = t.Value }})
	if err != nil {
		return false, err
	}
	if _, err := bot.Move(ctx, p, engine.NoLimit); err != nil {
		return false, err
	}
	_, _, forced := engine.DecisivePlies(value)
	return !forced, nil
}

// trial plays p out and returns 1 if white wins, -1 if red does.
func trial(ctx context.Context, p *trax.Position, o engine.Options) (int, error) {
	bot, err := engine.New(engine.DefaultName, o)
	if err != nil {
		return 0, err
	}
	for range longestTrial {
		m, err := bot.Move(ctx, p, engine.NoLimit)
		if err == nil {
			err = p.Play(m)
		}
		if err != nil {
			return 0, fmt.Errorf("a trial game: %w", err)
		}
		if o := p.Outcome(); o.Over && o.Winner == trax.White {
			return 1, nil
		} else if o.Over {
			return -1, nil
		}
	}
	return 0, nil
}
