// Command collect makes the puzzles that come with Loopline. Bots of levels 3 to 9 play each other;
// of the puzzles in their games it keeps a few of each game and theme, and grades them by how often
// bots of levels 1 to 9 fail. They follow from the seed and the bots alone.
//
//	go run ./trax/puzzle/collect -n 540 -seed 1 >trax/puzzle/shipped/puzzles.txt
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/puzzle"
	"github.com/loopline/loopline/trax/puzzle/shipped"
)

func main() {
	n := flag.Int("n", 540, "how many")
	seed := flag.Uint64("seed", 1, "what they follow from")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := &collector{rng: rand.New(rand.NewPCG(*seed, 0)), seen: map[string]bool{}, themes: map[string]int{}}
	if err := c.collect(ctx, *n); err != nil {
		fmt.Fprintln(os.Stderr, "collect:", err)
		os.Exit(1)
	}
	fmt.Printf("# %d puzzles: theme, turns, grade, answer, moves to the position. Made by\n# go run ./trax/puzzle/collect -n %d -seed %d\n", *n, *n, *seed)
	for _, p := range c.found {
		fmt.Println(p)
	}
}

type collector struct {
	rng    *rand.Rand
	seen   map[string]bool // boards
	themes map[string]int
	found  []shipped.Puzzle
}

// Bounds of what is looked at.
const (
	mostPlies   = 60 // of a game
	mostTiles   = 36 // of a position that is solved in three turns
	randomPlies = 3
)

// collect finds n puzzles, the easiest first. No theme has more than its share, except that
// nothing else turns up.
func (c *collector) collect(ctx context.Context, n int) error {
	share := n / 3 // some themes are rare
	for games := 0; len(c.found) < n; games++ {
		moves, err := c.game(ctx)
		if err != nil {
			return err
		}
		most := share
		if games > 20*n {
			most = n
		}
		if err := c.look(ctx, moves, n, most); err != nil {
			return err
		}
		if games%50 == 0 {
			fmt.Fprintln(os.Stderr, "collect:", games, "games,", len(c.found), "puzzles", c.themes)
		}
	}
	slices.SortStableFunc(c.found, func(a, b shipped.Puzzle) int {
		return cmp.Or(cmp.Compare(a.Grade, b.Grade), cmp.Compare(a.Turns, b.Turns))
	})
	return nil
}

// game plays a game of two bots.
func (c *collector) game(ctx context.Context) (moves []string, err error) {
	var bots [2]engine.Bot
	for i := range bots {
		if bots[i], err = engine.New("level", engine.Options{Level: 3 + c.rng.IntN(7), Seed: c.rng.Uint64()}); err != nil {
			return nil, err
		}
	}
	p := trax.NewPosition()
	for p.Ply() < mostPlies && !p.Outcome().Over {
		legal := p.AppendMoves(nil)
		m := legal[c.rng.IntN(len(legal))]
		if p.Ply() >= randomPlies {
			if m, err = bots[p.Ply()%2].Move(ctx, p, engine.NoLimit); err != nil {
				return nil, err
			}
		}
		if err := p.Play(m); err != nil {
			return nil, err
		}
		moves = append(moves, m.String())
	}
	return moves, ctx.Err()
}

// look keeps the puzzles of a game whose theme has room.
func (c *collector) look(ctx context.Context, moves []string, n, most int) error {
	p := trax.NewPosition()
	for i, m := range moves {
		if err := p.PlayText(m); err != nil {
			return err
		}
		if p.Outcome().Over || len(c.found) == n {
			return nil
		}
		turns := 3
		if p.Tiles() > mostTiles {
			turns = 2
		}
		s, err := puzzle.Solve(ctx, p, turns)
		if err != nil {
			return err
		}
		board := p.Turn().String() + p.String()
		if s.Turns == 0 || len(s.Answers) != 1 || c.seen[board] {
			continue
		}
		theme, err := puzzle.Theme(ctx, p, s.Answers[0], s.Turns)
		if err != nil {
			return err
		}
		if c.themes[theme] >= most {
			continue
		}
		grade, err := c.grade(ctx, p, s.Answers[0])
		if err != nil {
			return err
		}
		c.seen[board] = true
		c.themes[theme]++
		c.found = append(c.found, shipped.Puzzle{
			Moves: strings.Fields(strings.Join(moves[:i+1], " ")), Answer: s.Answers[0].String(), Turns: s.Turns, Grade: grade, Theme: theme,
		})
	}
	return nil
}

// tries is the number of answers taken from each level.
const tries = 3

// grade returns 1 where bots always find the answer, and 10 where they never do.
func (c *collector) grade(ctx context.Context, p *trax.Position, answer trax.Move) (int, error) {
	failed, asked := 0, 0
	for level := 1; level < engine.MaxLevel; level++ {
		for try := range tries {
			bot, err := engine.New("level", engine.Options{Level: level, Seed: uint64(try)})
			if err != nil {
				return 0, err
			}
			m, err := bot.Move(ctx, p, engine.NoLimit)
			if err != nil {
				return 0, err
			}
			asked++
			if m != answer {
				failed++
			}
		}
	}
	return 1 + (9*failed+asked/2)/asked, ctx.Err()
}
