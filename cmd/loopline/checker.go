package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
)

// checker runs the steps of a check.
type checker struct {
	o       *checkOptions
	address string
	opener  opener
	report  checkReport
	player  *entrant // nil while none is open
	ear     ear
	tapFile *os.File
	sum     summary
	strays  []string // lines that nobody asked for
	noise   []string // lines before the first answer
	echoes  int
	overdue int // games that ended with no move in time
	games   int
	unable  bool // the player does not get as far as a move
}

func newChecker(o *checkOptions, address string, out, stderr io.Writer) (*checker, error) {
	c := &checker{o: o, address: address, report: checkReport{out: out, asJSON: o.asJSON}}
	var quiet sync.Mutex
	c.opener = opener{
		connect: o.connect, move: min(o.move, o.first), wrap: c.listen,
		say: func(text string) {
			quiet.Lock()
			defer quiet.Unlock()
			fmt.Fprintln(stderr, "loopline:", text)
		},
	}
	if o.tap != "" {
		var err error
		c.tapFile, err = os.OpenFile(o.tap, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// run runs all steps. Its error is that the check could not be done; what the
// player did wrong is in the report.
func (c *checker) run(ctx context.Context) error {
	if err := c.open(ctx); err != nil {
		return err
	}
	c.report.add(checkStep{Name: "the player is there", Detail: c.address})
	for _, step := range []func(context.Context) error{
		c.asWhite, c.asRed, c.again, c.leftAndUp, c.beyondZ, c.longChains,
	} {
		if err := step(ctx); err != nil {
			return err
		}
		if c.unable {
			break
		}
	}
	c.dismiss() // so that the ear has heard everything
	c.answerTimes()
	c.unasked()
	c.lineEnds()
	c.report.finish()
	return nil
}

// play plays one game, on the connection there is if again is set. The error
// is ours; a foul of the player is in the game.
func (c *checker) play(ctx context.Context, g *sparring, again bool) error {
	if c.player != nil && !again && !c.player.lasting || c.player != nil && !c.player.healthy(ctx) {
		c.dismiss()
	}
	if err := c.open(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g.foul = &host.Foul{Kind: host.Gone, Reason: "absent", Detail: err.Error()}
		return nil
	}
	g.o, g.seed = c.o, c.o.seed+uint64(c.games)
	c.games++
	m := &host.Match{
		Game: g.play, Name: "check", Watch: c.watch,
		Seats: []host.Seat{{Name: "player", Address: c.address, Player: c.player}},
	}
	strays := len(c.strays)
	v, err := m.Run(ctx)
	g.foul, g.strays = v.Foul, c.strays[strays:]
	if g.foul != nil {
		if k := g.foul.Kind; k == host.Late || k == host.Silent {
			c.overdue++
		}
		c.dismiss()
	}
	if errors.Is(err, host.ErrInterrupted) {
		return context.Canceled
	}
	return err
}

// watch counts what is not as it should be. The match calls it.
func (c *checker) watch(e host.Event) {
	c.sum.add(e, c.address)
	switch e.Type {
	case host.EventStray:
		c.strays = append(c.strays, e.Received())
	case host.EventNoise:
		c.noise = append(c.noise, e.Received())
	case host.EventEcho:
		c.echoes++
	}
}

// dismiss closes the player.
func (c *checker) dismiss() {
	if c.player != nil {
		_ = c.player.Close()
		c.player = nil
	}
}

func (c *checker) close() error {
	c.dismiss()
	if c.tapFile != nil {
		return c.tapFile.Close()
	}
	return nil
}

// asWhite is the first game, and three steps: how far it came tells which of
// them failed.
func (c *checker) asWhite(ctx context.Context) error {
	g := &sparring{color: trax.White, policy: anywhere}
	if err := c.play(ctx, g, false); err != nil {
		return err
	}
	if c.o.noTeam {
		c.report.add(checkStep{Name: nameTeam, Status: stepSkipped, Detail: "--no-team"})
	} else {
		c.report.add(g.step(nameTeam, g.team != "", "team code "+g.team,
			"two printable characters and a line end"))
	}
	if c.unable = g.ply() == 0; g.team == "" && !c.o.noTeam {
		return nil
	}
	c.report.add(g.step("answers -W with a legal first move", g.ply() > 0,
		g.firstMove, "@0+ or @0/ within the limit"))
	if g.ply() > 0 {
		c.report.add(g.whole("plays white"))
	}
	return nil
}

// asRed is the game in which the player has to wait.
func (c *checker) asRed(ctx context.Context) error {
	g := &sparring{color: trax.Red, policy: anywhere}
	if err := c.play(ctx, g, false); err != nil {
		return err
	}
	silent := g.step("takes -B and waits for white's move", g.waited && len(g.strays) == 0,
		"not a line", "no line before the opponent's first move")
	if len(g.strays) > 0 {
		silent.Detail, silent.Got = "a line came at once", fmt.Sprintf("%q", g.strays[0])
	}
	c.report.add(silent)
	if g.waited {
		c.report.add(g.whole("plays red"))
	}
	return nil
}

// again is game after game without opening the player anew.
func (c *checker) again(ctx context.Context) error {
	name := fmt.Sprintf("plays %s in a row without being opened again", plural(c.o.games, "game", "games"))
	for i := range c.o.games {
		g := &sparring{color: trax.Color(i % 2), policy: anywhere}
		if err := c.play(ctx, g, true); err != nil {
			return err
		}
		if g.foul == nil {
			continue
		}
		s := g.whole(name)
		s.Detail = fmt.Sprintf("game %d: %s", i+1, s.Detail)
		c.report.add(s)
		return nil
	}
	c.report.add(checkStep{Name: name})
	return nil
}

func (c *checker) leftAndUp(ctx context.Context) error {
	return c.grow(ctx, "follows a board that grows left and up", trax.White, leftAndUp,
		func(g *sparring) (int, bool, string) {
			return g.shifts, g.shifts > 0, fmt.Sprintf("it grew so %d times", g.shifts)
		})
}

func (c *checker) beyondZ(ctx context.Context) error {
	return c.grow(ctx, "writes columns beyond Z", trax.Red, rightwards,
		func(g *sparring) (int, bool, string) {
			return g.width, g.width > 26, plural(g.width, "column", "columns")
		})
}

func (c *checker) longChains(ctx context.Context) error {
	return c.grow(ctx, "follows long chains of forced tiles", trax.White, forcing,
		func(g *sparring) (int, bool, string) {
			return g.forced, g.forced > 2, fmt.Sprintf("at most %s in a turn", plural(g.forced, "forced tile", "forced tiles"))
		})
}

// growTries is how many games may be played to bring the board somewhere. A
// player that ends games early is not brought there at the first.
const growTries = 6

// grow is a step whose opponent drives the board somewhere. It is reached if
// a game came there; reached tells how far one came.
func (c *checker) grow(
	ctx context.Context, name string, color trax.Color, p policy,
	reached func(*sparring) (far int, there bool, detail string),
) error {
	var s checkStep
	farthest := -1
	for range growTries {
		g := &sparring{color: color, policy: p}
		if err := c.play(ctx, g, false); err != nil {
			return err
		}
		if g.foul != nil {
			s = g.whole(name)
			break
		}
		far, there, detail := reached(g)
		if far > farthest {
			farthest, s = far, g.whole(name)
			s.Detail = detail + ", " + s.Detail
			if !there {
				s.Status = stepSkipped
				s.Detail = fmt.Sprintf("not reached in %d games: %s", growTries, s.Detail)
			}
		}
		if there {
			break
		}
	}
	c.report.add(s)
	return nil
}
