// Command collect makes the puzzles that come with Loopline. Bots of levels 3 to 9 play each other;
// of the puzzles in their games it keeps a few of each game and theme, and grades them by how often
// bots of levels 1 to 9 fail. They follow from the seed and the bots alone. With -caves it adds
// puzzles of that rare theme to those that are shipped, from as many games.
//
//	go run ./trax/puzzle/collect -n 540 -seed 1 >trax/puzzle/shipped/puzzles.txt
//	go run ./trax/puzzle/collect -caves 10000 -seed 2 >more.txt
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

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/puzzle"
	"github.com/loopline/loopline/trax/puzzle/shipped"
)

func main() {
	n := flag.Int("n", 540, "how many")
	caves := flag.Int("caves", 0, "from how many games to add caves to the puzzles that are shipped, in place of collecting others")
	seed := flag.Uint64("seed", 1, "what they follow from")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := &collector{rng: rand.New(rand.NewPCG(*seed, 0)), seen: map[string]bool{}, themes: map[string]int{}}
	made := fmt.Sprintf("-n %d -seed %d", *n, *seed)
	collect := func() error { return c.collect(ctx, *n) }
	if *caves > 0 {
		made = fmt.Sprintf("-caves %d -seed %d, which adds to what it finds there", *caves, *seed)
		collect = func() error { return c.addCaves(ctx, *caves) }
	}
	if err := collect(); err != nil {
		fmt.Fprintln(os.Stderr, "collect:", err)
		os.Exit(1)
	}
	fmt.Printf("# %d puzzles: theme, turns, grade, answer, moves to the position. Made by\n# go run ./trax/puzzle/collect %s\n", len(c.found), made)
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

const mostTiles = 36 // of a position that is solved in three turns

var selfPlay = engine.SelfPlay{Lowest: 3, Highest: 9, LeastRandom: 3, MostPlies: 60}

// collect finds n puzzles, the easiest first. No theme has more than its share, except that
// nothing else turns up.
func (c *collector) collect(ctx context.Context, n int) error {
	share := n / 3 // some themes are rare
	for games := 0; len(c.found) < n; games++ {
		moves, err := selfPlay.Game(ctx, c.rng)
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
		c.progress(games)
	}
	c.sort()
	return nil
}

func (c *collector) progress(games int) {
	if games%50 == 0 {
		fmt.Fprintln(os.Stderr, "collect:", games, "games,", len(c.found), "puzzles", c.themes)
	}
}

// sort puts the easiest first.
func (c *collector) sort() {
	slices.SortStableFunc(c.found, func(a, b shipped.Puzzle) int {
		return cmp.Or(cmp.Compare(a.Grade, b.Grade), cmp.Compare(a.Turns, b.Turns))
	})
}

// addCaves adds the caves of so many games to the puzzles that are shipped.
func (c *collector) addCaves(ctx context.Context, games int) error {
	c.found = slices.Clone(shipped.All())
	for _, z := range c.found {
		p := trax.NewPosition()
		for _, m := range z.Moves {
			if err := p.PlayText(m); err != nil {
				return err
			}
		}
		c.seen[board(p)] = true
		c.themes[z.Theme]++
	}
	for n := range games {
		moves, err := selfPlay.Game(ctx, c.rng)
		if err != nil {
			return err
		}
		if err := c.lookForCaves(ctx, moves); err != nil {
			return err
		}
		c.progress(n)
	}
	c.sort()
	return nil
}

// lookForCaves keeps the caves of a game.
func (c *collector) lookForCaves(ctx context.Context, moves []string) error {
	p := trax.NewPosition()
	for i, m := range moves {
		if err := p.PlayText(m); err != nil {
			return err
		}
		if p.Outcome().Over {
			return nil
		}
		s, err := puzzle.Solve(ctx, p, 2)
		if err != nil {
			return err
		}
		if s.Turns != 2 || len(s.Answers) != 1 || c.seen[board(p)] {
			continue
		}
		theme, err := puzzle.Theme(ctx, p, s.Answers[0], s.Turns)
		if err != nil {
			return err
		}
		if theme == puzzle.Cave {
			if err := c.keep(ctx, p, moves[:i+1], s, theme); err != nil {
				return err
			}
		}
	}
	return nil
}

// board names a position: whose turn it is, and what lies on the board.
func board(p *trax.Position) string { return p.Turn().String() + p.String() }

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
		if s.Turns == 0 || len(s.Answers) != 1 || c.seen[board(p)] {
			continue
		}
		theme, err := puzzle.Theme(ctx, p, s.Answers[0], s.Turns)
		if err != nil {
			return err
		}
		if c.themes[theme] >= most {
			continue
		}
		if err := c.keep(ctx, p, moves[:i+1], s, theme); err != nil {
			return err
		}
	}
	return nil
}

// keep grades the puzzle in p, to which moves lead, and keeps it.
func (c *collector) keep(ctx context.Context, p *trax.Position, moves []string, s puzzle.Solution, theme string) error {
	grade, err := c.grade(ctx, p, s.Answers[0])
	if err != nil {
		return err
	}
	c.seen[board(p)] = true
	c.themes[theme]++
	c.found = append(c.found, shipped.Puzzle{
		Moves: slices.Clone(moves), Answer: s.Answers[0].String(), Turns: s.Turns, Grade: grade, Theme: theme,
	})
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
