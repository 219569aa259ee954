package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// selfPlay configures self-play. Equal values make equal games, whatever the machine and the
// number of threads.
type selfPlay struct {
	bot     string // the bot, bound by nodes or depth
	games   int
	seed    uint64
	threads int
}

// What is random in a game: the first plies, so many that few games come to the same
// positions. What comes of a game says something only of the positions behind them.
const (
	fewestRandom = 3
	mostRandom   = 12
	longestGame  = 150
)

// game is a game that was played out.
type game struct {
	winner trax.Color
	random int // its first plies that are
	moves  []trax.Move
}

// String is the game as a line of text: the winner, the random plies, the moves.
func (g *game) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d", g.winner, g.random)
	for _, m := range g.moves {
		b.WriteByte(' ')
		b.WriteString(m.String())
	}
	return b.String()
}

// make plays all games, in the order of their numbers.
func (s selfPlay) make(ctx context.Context) ([]game, error) {
	played := make([]*game, s.games)
	errs := make([]error, s.games)
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range s.threads {
		workers.Go(func() {
			for n := range numbers {
				played[n], errs[n] = s.play(ctx, n)
			}
		})
	}
	for n := range s.games {
		numbers <- n
	}
	close(numbers)
	workers.Wait()
	var games []game
	for n, g := range played {
		if errs[n] != nil {
			return nil, fmt.Errorf("game %d: %w", n, errs[n])
		}
		if g != nil {
			games = append(games, *g)
		}
	}
	return games, nil
}

// play plays one game; nil is one that came to no end.
func (s selfPlay) play(ctx context.Context, number int) (*game, error) {
	rng := rand.New(rand.NewPCG(s.seed, uint64(number)))
	spec, err := engine.ParseSpec(s.bot)
	if err != nil {
		return nil, err
	}
	spec.Options.Seed = rng.Uint64()
	bot, err := spec.New()
	if err != nil {
		return nil, err
	}
	opening := fewestRandom + rng.IntN(mostRandom-fewestRandom+1)
	g := &game{}
	p := trax.NewPosition()
	for !p.Outcome().Over {
		if p.Ply() == longestGame {
			return nil, nil
		}
		var m trax.Move
		if p.Ply() < opening {
			m, g.random = randomMove(p, rng), p.Ply()+1
		} else if m, err = bot.Move(ctx, p, engine.NoLimit); err != nil {
			return nil, err
		}
		if err := p.Play(m); err != nil {
			return nil, err
		}
		g.moves = append(g.moves, m)
	}
	g.winner = p.Outcome().Winner
	return g, nil
}

// randomMove is a legal move that does not end the game, nor lets the other win at
// once, if there is one.
func randomMove(p *trax.Position, rng *rand.Rand) trax.Move {
	legal := p.AppendMoves(nil)
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	for _, m := range legal {
		if p.Play(m) != nil {
			continue
		}
		over := p.Outcome().Over
		if !over {
			_, _, over = p.Tactics().Threats(nil)
		}
		p.Undo()
		if !over {
			return m
		}
	}
	return legal[0]
}

// read is the inverse of written.
func read(text []byte) (games []game, err error) {
	for line := range strings.Lines(string(text)) {
		g, err := parseGame(strings.Fields(line))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(games)+1, err)
		}
		games = append(games, g)
	}
	return games, nil
}

// parseGame reads the words of a line.
func parseGame(words []string) (g game, err error) {
	if len(words) < 3 {
		return g, fmt.Errorf("invalid game of %d words", len(words))
	}
	switch words[0] {
	case trax.White.String():
		g.winner = trax.White
	case trax.Red.String():
		g.winner = trax.Red
	default:
		return g, fmt.Errorf("winner %.40q", words[0])
	}
	if g.random, err = strconv.Atoi(words[1]); err != nil {
		return g, fmt.Errorf("random plies: %w", err)
	}
	for _, word := range words[2:] {
		m, err := trax.ParseMove(word)
		if err != nil {
			return g, err
		}
		g.moves = append(g.moves, m)
	}
	return g, nil
}
