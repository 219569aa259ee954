package game

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/trax/analysis"
	"github.com/loopline/loopline/trax/conformance"
	"github.com/loopline/loopline/trax/conformance/simulated"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/playertest"
	"github.com/loopline/loopline/trax/replay"
	"github.com/loopline/loopline/trax/svg"
)

// testsOfPlayers tests players of Trax by drills: questions of single moves, which
// bring a player to positions that matches do not reach.
func testsOfPlayers() descriptor.Testing {
	return descriptor.Testing{
		CheckSteps: conformance.Steps,
		Check:      func(c *descriptor.PlayerCheck) descriptor.Checker { return conformance.NewChecker(checkConfig(c)) },
		Time:       newTimer,
		Plain:      plainMove.MatchString,
		Compare:    func(c *descriptor.Comparison) descriptor.Comparer { return &comparer{Comparison: c} },
		Positions:  comparePositions,
	}
}

// plainMove is a move in the column or the row 0.
var plainMove = regexp.MustCompile(`^@\d+[+/\\]$`)

// drilled opens the player at an address for a drill. A connecting client is the
// player: a question of the drill's own asks.
func drilled(t *descriptor.TestSetup, address string) playertest.Opener {
	t.Opener.Handshake = nil
	return func(ctx context.Context) (check.PlayerConn, error) {
		return descriptor.Opened(t.Opener.OpenSilent(ctx, "player", address, t.Stderr))
	}
}

func checkConfig(c *descriptor.PlayerCheck) conformance.Config {
	c.Test.Opener.Handshake = nil
	open := func(address string) playertest.Opener {
		return func(ctx context.Context) (check.PlayerConn, error) {
			c.Tap(address)
			return descriptor.Opened(c.Test.Opener.Open(ctx, "player", address, c.Test.Stderr))
		}
	}
	config := conformance.Config{Session: c.Session, Open: open(c.Test.Address), Limits: limitsOf(&c.Limits, flagsOf(c.Flags)), Seed: c.Test.Seed}
	simulated.Add(&config, c.Test.Address, open)
	return config
}

// newDrill makes a drill of the player at an address.
func newDrill(t *descriptor.TestSetup, address string, s *playertest.Settings) *playertest.Harness {
	return &playertest.Harness{Address: address, Seed: s.Seed, Box: s.Box, Limits: s.Limits, Open: drilled(t, address)}
}

func newTimer(ctx context.Context, t *descriptor.Timing) (*latency.Timer, error) {
	drill := drillOf(&t.Drill)
	suite, err := drill.Parts(ctx, fileOpener(t.Open))
	if err != nil {
		return nil, err
	}
	timing := playertest.Timing{
		Harness: newDrill(t.TestSetup, t.Address, &drill), Suite: suite, Asks: flagsOf(t.Drill.Flags).floor, Clocks: player.ThinkingCycles,
	}
	return timing.NewTimer(t.Wire, drill.Rounds(suite)), nil
}

// fileOpener opens files as those of Trax.
func fileOpener(open func(name string) (descriptor.GameFile, error)) func(name string) (*gamefile.Source, error) {
	return func(name string) (*gamefile.Source, error) {
		f, err := open(name)
		if err != nil {
			return nil, err
		}
		return gamefile.Of(f)
	}
}

// The bot that moves of Trax are compared with, and the name that leaves values
// out.
const (
	compareBot = "search?depth=3"
	noBot      = "none"
)

// comparer compares moves of Trax with those of a bot, and of the reference that the player
// should be.
type comparer struct {
	*descriptor.Comparison
	drill     playertest.Settings
	spec      engine.Spec // of the bot
	depth     int         // plies that moves are valued by; 0 is the bot's
	reference string      // its address; may be empty
}

// Check implements Comparer.
func (c *comparer) Check() (err error) {
	if c.Seat == "" {
		c.Seat = analysis.Both
	}
	flags := flagsOf(c.Drill.Flags)
	if err := cmp.Or(flags.checkRecord(c.Comparison), c.Drill.Check()); err != nil {
		return err
	}
	c.drill, c.depth, c.reference = drillOf(&c.Drill), flags.depth, flags.reference
	if c.reference != "" {
		if err := checkReference(c.reference); err != nil {
			return fmt.Errorf("--reference: %w", err)
		}
	}
	switch c.Bot {
	case noBot:
		c.Bot = ""
		return nil
	case "":
		c.Bot = compareBot
	}
	c.spec, c.depth, err = analysis.ParseBot(c.Bot, c.depth)
	return err
}

// Run implements Comparer. It reports the finished part also after an error.
func (c *comparer) Run(ctx context.Context) (wrong string, err error) {
	compared, err := analysis.New(analysis.Options{
		Subject: c.Subject, Seat: c.Seat, Bot: c.Bot, Spec: c.spec, Depth: c.depth, Move: c.Drill.Move,
		ReferenceAddress: c.reference, Live: c.Live, JSON: c.JSON,
		NewReference: func() *playertest.Harness { return newDrill(c.Test, c.reference, &c.drill) },
	}, c.Out)
	if err != nil {
		return "", err
	}
	defer compared.Close()
	if c.Live {
		err = c.play(ctx, compared)
	} else {
		err = compared.File(ctx, fileOpener(c.Open))
	}
	return compared.End(err, c.Describe)
}

func (c *comparer) play(ctx context.Context, compared *analysis.Comparer) error {
	suite, err := c.drill.Parts(ctx, fileOpener(c.Open))
	if err != nil {
		return err
	}
	d := newDrill(c.Test, c.Test.Address, &c.drill)
	defer d.Close()
	return compared.Play(ctx, d, suite, c.drill.Rounds(suite))
}

// checkReference validates the address of the reference that a player of Trax is
// supposed to be, and refuses what does not play the same again.
func checkReference(address string) error {
	g := Descriptor()
	if err := g.ValidateAddress(address); err != nil {
		return err
	}
	a, err := addr.Parse(address)
	if err != nil {
		return err
	}
	switch a.Scheme {
	case addr.SchemeHuman:
		return errors.New("a person does not play the same again")
	case addr.SchemeBot:
		return analysis.ValidateReference(address, a.Name)
	}
	return nil
}

func drawMoves(w io.Writer, moves string, d descriptor.RenderTarget) error {
	return drawGame(w, gamefile.FromText(moves), &d)
}

func drawFile(ctx context.Context, w io.Writer, f descriptor.GameFile, d descriptor.RenderTarget) error {
	s, err := gamefile.Of(f)
	if err != nil {
		return err
	}
	g, err := s.Nth(ctx, d.Nth)
	if err != nil {
		return err
	}
	return drawGame(w, g, &d)
}

// drawGame draws a game, whole or not at all.
func drawGame(w io.Writer, g *gamefile.Game, d *descriptor.RenderTarget) error {
	if d.Moves > len(g.Moves) {
		return fmt.Errorf("there is no ply %d, the game has %d", d.Moves, len(g.Moves))
	}
	moves := g.Moves
	if d.Moves > 0 {
		moves = moves[:d.Moves]
	}
	p, err := replay.After(moves)
	if err != nil {
		return err
	}
	flags := flagsOf(d.Flags)
	picture := svg.Options{
		Title: d.Picture.Title, Caption: d.Picture.Caption, Step: d.Picture.Step, Hold: d.Picture.Hold,
		NoCoordinates: flags.bare, Cell: flags.cell,
	}
	switch {
	case d.Animate:
		return svg.Game(w, moves, picture)
	case d.SVG:
		return svg.Position(w, p, picture)
	}
	_, err = w.Write(p.AppendText(nil))
	return err
}

const answerBuffer = 256 << 10

// replayFiles replays games of files, in any format of package gamefile, and
// lists of moves given in place of a file.
func replayFiles(ctx context.Context, f *descriptor.Files) error {
	return buffered(f, func(out *bufio.Writer) error {
		for _, name := range f.Names {
			if gamefile.IsMoves(name) {
				if err := replayMoves(name, out, f); err != nil {
					return err
				}
				continue
			}
			if err := eachGame(ctx, f, name, func(s *gamefile.Source) error { return replaySource(ctx, s, out, f) }); err != nil {
				return err
			}
		}
		return nil
	})
}

func replayMoves(moves string, out io.Writer, f *descriptor.Files) error {
	r := replay.New()
	g := gamefile.FromText(moves)
	g.Title = "moves"
	answer, err := newReplayer(r, f.JSON)(nil, g)
	if err != nil {
		return err
	}
	if !f.JSON && r.Illegal() != nil {
		fmt.Fprintf(f.Notices, "loopline: %s\n", r.Illegal())
	}
	_, err = out.Write(answer)
	return err
}

func replaySource(ctx context.Context, s *gamefile.Source, out *bufio.Writer, f *descriptor.Files) error {
	r := replay.New()
	answer := newReplayer(r, f.JSON)
	return s.AnswerAll(ctx, out, func(dst []byte, g *gamefile.Game) ([]byte, error) {
		dst, err := answer(dst, g)
		if ply := r.Position().Ply(); err == nil && !f.JSON && r.Illegal() != nil && ply < len(g.Lines) {
			fmt.Fprintf(f.Notices, "loopline: %s:%d: %s\n", s.Name(), g.Lines[ply], r.Illegal())
		}
		return dst, err
	}, func() gamefile.Handler { return newReplayer(replay.New(), f.JSON) })
}

// newReplayer answers games with how they come out.
func newReplayer(r *replay.Replayer, asJSON bool) gamefile.Handler {
	return func(dst []byte, g *gamefile.Game) ([]byte, error) {
		if err := r.Play(g.Moves); err != nil {
			return dst, err
		}
		if asJSON {
			return r.AppendJSON(dst, g.ID), nil
		}
		return r.AppendText(dst, g.Title), nil
	}
}

// listMoves lists the legal moves after a list of moves, or after each of a
// file.
func listMoves(ctx context.Context, arg string, f *descriptor.Files) error {
	l := replay.NewLister()
	list := newLister(l, f.JSON)
	return buffered(f, func(out *bufio.Writer) error {
		if gamefile.IsFile(arg) {
			return eachGame(ctx, f, arg, func(s *gamefile.Source) error {
				return s.AnswerAll(ctx, out, list, func() gamefile.Handler { return newLister(replay.NewLister(), f.JSON) })
			})
		}
		answer, err := list(nil, gamefile.FromText(arg))
		if err == nil {
			err = l.Illegal()
		}
		if err == nil {
			_, err = out.Write(answer)
		}
		return err
	})
}

// newLister answers games with their legal moves.
func newLister(l *replay.Lister, asJSON bool) gamefile.Handler {
	return func(dst []byte, g *gamefile.Game) ([]byte, error) {
		if asJSON {
			return l.AppendJSON(dst, g.ID, g.Moves)
		}
		return l.AppendText(dst, g.Moves)
	}
}

// buffered writes answers, also those before an error.
func buffered(f *descriptor.Files, write func(*bufio.Writer) error) error {
	out := bufio.NewWriterSize(f.Out, answerBuffer)
	err := write(out)
	if failed := out.Flush(); err == nil {
		return failed
	}
	return err
}

// eachGame opens a file of games for one use.
func eachGame(ctx context.Context, f *descriptor.Files, name string, use func(*gamefile.Source) error) error {
	s, err := gamefile.Open(ctx, name, f.In)
	if err != nil {
		return err
	}
	defer s.Close()
	return use(s)
}
