package game

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/report"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/analysis"
	"github.com/loopline/loopline/trax/playertest"
)

// Bounds of a test of positions.
const (
	deadGames    = 3                      // in a row that end by a foul other than an illegal move
	leastQuiet   = 100 * time.Millisecond // for which a player is listened to after the end of a game
	playedStop   = 24                     // plies of a game that is played for its positions
	goldenByPlay = 2                      // plies before a golden vector's move that play alone may come to
)

// positionTester brings a player of Trax to positions.
type positionTester struct {
	*descriptor.PositionTest
	into     *report.Positions
	harness  *playertest.Harness
	compared *analysis.Comparer
	longest  time.Duration // answer so far
	dead     int           // games in a row that ended otherwise than by a move
}

// comparePositions brings a player to the positions of golden vectors and of the openings of the check where it
// knows the line -O, and to others by play.
func comparePositions(ctx context.Context, t *descriptor.PositionTest, p *report.Positions) error {
	spec, depth, err := analysis.ParseBot(compareBot, 0)
	if err != nil {
		return err
	}
	drill := drillOf(&t.Drill)
	c := &positionTester{PositionTest: t, into: p, harness: newDrill(t.TestSetup, t.Address, &drill)}
	defer c.harness.Close()
	c.compared, err = analysis.New(analysis.Options{
		Subject: t.Address, Seat: analysis.Both, Bot: compareBot, Spec: spec, Depth: depth, Move: t.Drill.Move, JSON: true, OnAnswer: c.answered,
	}, io.Discard)
	if err != nil {
		return err
	}
	defer c.compared.Close()
	err = c.run(ctx)
	total := c.compared.Total()
	p.Bot, p.Compared, p.Same, p.Lost, p.Loss = compareBot, total.Legal, total.Same, total.Lost, total.Loss
	return err
}

func (c *positionTester) run(ctx context.Context) error {
	if err := c.harness.Start(ctx); err != nil {
		return err
	}
	knows, err := c.harness.KnowsOpenings(ctx)
	if err != nil {
		return err
	}
	c.into.NoOpenings = !knows
	for _, o := range c.openings() {
		if !knows && len(o.Moves) > goldenByPlay {
			continue
		}
		if c.into.Reached >= c.Count {
			return nil
		}
		if err := c.opening(ctx, o, knows); err != nil {
			return err
		}
	}
	for n := 0; c.into.Reached < c.Count; n++ {
		before := c.into.Reached
		g := c.harness.Game(n, playertest.Builtin())
		g.Stop = playedStop
		if err := c.game(ctx, g.Opponent, &c.into.Played); err != nil {
			return err
		}
		if c.into.Reached == before {
			return &check.PlayerError{What: say.Word("the player made no move")}
		}
	}
	return nil
}

// openings returns golden vectors and openings of the check, mixed by the seed, so that a few are some of each.
func (c *positionTester) openings() []playertest.Opening {
	all := append(playertest.GoldenOpenings()[:0:0], playertest.GoldenOpenings()...)
	all = append(all, playertest.Openings()...)
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return all
}

// opening plays one opening: behind -O, or from the first move as far as the player follows it.
func (c *positionTester) opening(ctx context.Context, o playertest.Opening, knows bool) error {
	g, count := o.Opponent(playertest.Anywhere), &c.into.Openings
	if !knows {
		g = o.FromStart(playertest.Anywhere)
	}
	if o.For == playertest.Golden {
		count = &c.into.Golden
	}
	if !knows && len(o.Moves) > 0 {
		count = &c.into.Played // corrected below where the player kept to it
	}
	reached := c.into.Reached
	if err := c.game(ctx, g, count); err != nil {
		return err
	}
	if !knows && len(o.Moves) > 0 && !g.LeftScript && c.into.Reached > reached && o.For == playertest.Golden {
		c.into.Played--
		c.into.Golden++
	}
	return nil
}

// game plays one game. Count is the number of positions of its kind.
func (c *positionTester) game(ctx context.Context, g *playertest.Opponent, count *int) error {
	g.Quiet = min(max(leastQuiet, 4*c.longest.Truncate(time.Millisecond)), max(leastQuiet, c.Drill.Move))
	g.OnAnswer = func(_ string, a host.Answer) {
		c.longest = max(c.longest, a.Used)
		c.into.Reached++
		*count++
		c.Tell(c.into.Reached)
	}
	err := c.harness.Play(ctx, g)
	if compared := c.compared.Answers(ctx, "", g); err == nil {
		err = compared
	}
	if err != nil {
		return err
	}
	return c.end(g, count)
}

// end judges the end of a game.
func (c *positionTester) end(g *playertest.Opponent, count *int) error {
	over := g.Position != nil && g.Position.Outcome().Over
	if over && g.Position.Turn() == g.Color { // by our move: the player has to be silent
		c.into.Reached++
		*count++
		c.Tell(c.into.Reached)
	}
	switch f := g.Foul; {
	case f == nil:
		c.dead = 0
		if over && g.Position.Turn() == g.Color {
			c.into.Right++
		}
	case f.Kind == host.Illegal && over:
		c.dead = 0
		c.into.AddWrong(report.Wrong{
			Moves: strings.Join(g.Moves, " "), Board: g.Position.Rows(), Expected: "silence after the end of the game",
			Got: string(f.Bytes), Why: f.Detail,
		})
	case f.Kind == host.Illegal:
		c.dead = 0 // the comparison has the move
	default:
		if c.dead++; c.dead == deadGames {
			return &check.PlayerError{What: say.Raw(fmt.Sprintf("%s (%s): %s", f.Kind, f.Reason, f.Detail))}
		}
	}
	return nil
}

// answered takes in a move that was judged.
func (c *positionTester) answered(a analysis.Answer) {
	if a.Legal {
		c.into.Right++
		return
	}
	c.into.AddWrong(report.Wrong{Moves: a.Moves, Board: a.Board, Expected: "a legal move", Got: a.Move, Why: a.Detail})
}
