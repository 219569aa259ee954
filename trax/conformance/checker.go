package conformance

import (
	"context"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax/playertest"
	"github.com/loopline/loopline/trax/referee"
)

// Config configures a check: Move and LineEnd of the Session follow from Limits and the
// protocol.
type Config struct {
	check.Session
	Open   playertest.Opener
	Limits playertest.Limits
	Seed   uint64 // of our opponent's moves

	// Quiet is the least time for which a player is listened to after the end of
	// a game; 0 is 100 ms.
	Quiet time.Duration

	// BitError measures the bits of a player; nil where no bot can.
	BitError func(check.PlayerConn) (BitError, bool)
	// PowerUp and Rates are the same player from other states of its memories,
	// and with other bit rates at our end; empty where that is not known.
	PowerUp, Rates []Variant

	// OnStart gets the player before each game, Fails of the player when a
	// game or a step has failed for the first time, nil if it is closed. Both may
	// be nil.
	OnStart, OnFail func(check.PlayerConn)
}

// Variant is another way to open the player under check.
type Variant struct {
	Name string // such as "seed 2"
	Open playertest.Opener
}

// Checker runs the steps of a check. It is not safe for concurrent use.
type Checker struct {
	Config
	harness playertest.Harness
	bits    BitError
	coverage

	failed    bool // a game or a step has
	isVariant bool // another variant of the player is open
	onOpen    int  // games on the connection that is open
	probed    bool // whether opens says something
	opens     bool // the player can begin behind an opening

	white, red *playertest.Opponent // the first games
	overdue    int                  // games that ended with no move in time
}

// NewChecker makes a checker.
func NewChecker(cfg Config) *Checker {
	if cfg.Quiet == 0 {
		cfg.Quiet = quiet
	}
	c := &Checker{Config: cfg}
	c.Move, c.LineEnd, c.Untimed, c.Failed = c.Limits.Move, "\n", []string{referee.AskTeam}, c.fail
	c.harness = playertest.Harness{
		Address: cfg.Address, Open: c.open, Limits: cfg.Limits, Seed: cfg.Seed, OnEvent: c.watch,
		Record: cfg.Record, Version: cfg.Version, StderrLog: cfg.StderrLog,
		OnClose: c.onClose,
	}
	return c
}

// tests are all steps, in order.
func (c *Checker) tests() []check.Task {
	return []check.Task{
		{Name: say.Word("the player is there"), Run: c.openPlayer},
		{Name: say.Word(nameTeam), Run: c.team},
		{Name: say.Word("answers -W with a legal first move"), Run: c.firstMove},
		{Name: say.Word("plays white"), Run: c.asWhite},
		{Name: say.Word("takes -B and waits for white's move"), Run: c.silentFirst},
		{Name: say.Word("plays red"), Run: c.asRed},
		{Name: c.againName(), Run: c.again},
		{Name: say.Word("follows a board that grows left and up"), Run: c.leftAndUp},
		{Name: say.Word("writes columns beyond Z"), Run: c.beyondZ},
		{Name: say.Word("follows long chains of forced tiles"), Run: c.longChains},
		{Name: say.Word("plays no move that forced play forbids"), Run: c.forbidden},
		{Name: say.Word("stops when the game is over, and only then"), Run: c.endings},
		{Name: say.Word("plays from other power-up states"), Run: c.powerUp},
		{Name: say.Word("plays where our bit rate is 2 % off"), Run: c.rates},
		{Name: say.Word("met every rule"), Run: c.everyRule},
		{Name: say.Word("answers in time"), Run: c.answerTimes},
		{Name: say.Word("says nothing unasked"), Run: c.unasked},
		{Name: say.Word("ends its lines with LF and echoes nothing"), Run: c.lineEnds},
		{Name: say.Word("keeps to its bit rate"), Run: c.bitRate},
	}
}

// Run runs all steps and closes the player. Its error says why the check could
// not be done; what the player did wrong is in the report.
func (c *Checker) Run(ctx context.Context) error {
	defer c.harness.Close()
	if err := c.Session.Run(ctx, c.tests()); err != nil {
		return err
	}
	if len(c.Only) == 0 {
		c.Report.Rules = c.rulesMet()
	}
	finish(c.Report, c.table())
	return nil
}

// Steps returns the names of all steps, in order.
func Steps() []say.Text { return check.Names((&Checker{}).tests()) }

// open opens the player.
func (c *Checker) open(ctx context.Context) (check.PlayerConn, error) {
	c.onOpen = 0
	return c.Open(ctx)
}

// onClose looks at a player for the last time.
func (c *Checker) onClose(p check.PlayerConn) {
	if c.BitError == nil || c.isVariant {
		return
	}
	if e, ok := c.BitError(p); ok {
		c.bits.add(e)
	}
}

// play plays one game. The error is ours; a foul of the player is in the game.
func (c *Checker) play(ctx context.Context, g *playertest.Opponent) error {
	return c.playOn(ctx, g, c.harness.Start)
}

// playOn plays one game when the player was opened as open says.
func (c *Checker) playOn(ctx context.Context, g *playertest.Opponent, open func(context.Context) error) error {
	if err := open(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g.Foul = &host.Foul{Kind: host.Gone, Reason: "absent", Detail: err.Error(), Text: say.TextOf(err)}
		return nil
	}
	g.Seed, g.Observe, g.Quiet = c.Seed+uint64(c.Step)<<32+uint64(c.Played), true, c.quiet()
	c.NextGame()
	if c.OnStart != nil && !c.failed {
		c.OnStart(c.harness.Player())
	}
	err := c.harness.PlayOn(ctx, g)
	if g.Foul != nil {
		c.fail()
	}
	if g.Foul != nil && (g.Foul.Kind == host.Late || g.Foul.Kind == host.Silent) {
		c.overdue++
	}
	if c.onOpen++; c.onOpen > 1 && g.Coverage.Rules[playertest.OwnMove] > 0 {
		g.Coverage.Rules[playertest.NewGame]++
	}
	c.coverage.add(c.Step, &g.Coverage)
	return err
}

// fail notes the first game or step that fails.
func (c *Checker) fail() {
	if c.OnFail != nil && !c.failed {
		c.OnFail(c.harness.Player())
	}
	c.failed = true
}

// quiet is the least time for which a player of the real world is listened to.
const quiet = 100 * time.Millisecond

// quiet is the time that a player is listened to after the end of a game: longer
// than it took for any answer so far, in whole milliseconds: the microseconds of stamps are chance,
// and a simulated board would play other games after each other wait.
func (c *Checker) quiet() time.Duration {
	longer := (4*c.Answers.Percentile(100) + time.Millisecond - 1).Truncate(time.Millisecond)
	return min(max(longer, c.Quiet), max(c.Limits.Move, c.Quiet))
}

// watch observes the events of a game. The match calls it.
func (c *Checker) watch(e record.Event) { c.Observe(&e) }

// unable reports whether the player has not got as far as a move.
func (c *Checker) unable() bool { return c.white != nil && c.white.Ply() == 0 }

// without is a step that was skipped since a game did not get that far. Where the step
// that shows the game's foul was not asked for, the reason has it.
func (c *Checker) without(reason string, g *playertest.Opponent) Step {
	if len(c.Only) > 0 && g.Foul != nil {
		return check.Without(say.Format("%s: %s", say.Word(reason), foulText(g)))
	}
	return skipped(reason)
}

// skipped is a step that was skipped, with the reason.
func skipped(reason string) Step { return check.Without(say.Word(reason)) }

// noMove is the reason of the steps that a player misses that makes no move.
const noMove = "the player made no move"
