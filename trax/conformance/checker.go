package conformance

import (
	"context"
	"io"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/steps"
	"github.com/loopline/loopline/trax/contest"
	"github.com/loopline/loopline/trax/drill"
)

// Config says how a player is checked.
type Config struct {
	Address string // of the player, for the report
	Open    drill.Opener
	Wire    latency.Wire       // that the player is behind
	Endings *steps.LineEndings // told of the bytes that pass, by who opens the player
	Limits  drill.Limits
	Games   int    // in the step that repeats them
	Seed    uint64 // of our opponent's moves
	Only    int    // the number of the only step to run; 0 runs all

	// Quiet is the least time for which a player is listened to after the end of
	// a game; 0 is 100 ms.
	Quiet time.Duration

	// BitError measures the bits of a player; nil where nobody can.
	BitError func(drill.Player) (BitError, bool)
	// PowerUp and Rates are the same player from other states of its memories,
	// and with other bit rates at our end; empty where that is not known.
	PowerUp, Rates []Variant

	// Begins is told of the player before each game, Fails of the player when a
	// game or a step has failed for the first time, nil if it is closed. Both may
	// be nil.
	Begins, Fails func(drill.Player)

	Record   io.Writer                      // gets the record of each game; nil keeps none
	Version  string                         // of the program, for the record
	Beside   *host.Beside                   // takes what the player says beside the wire to the record; may be nil
	Progress func(step string, game, n int) // told of each question, the game's n'th; may be nil
	Again    func(step int) string          // the command that runs a step again; may be nil
}

// Variant is another way to open the player under check.
type Variant struct {
	Name string // such as "seed 2"
	Open drill.Opener
}

// Checker runs the steps of a check. It is used by one goroutine.
type Checker struct {
	Config
	drill   drill.Drill
	report  *Report
	answers latency.Answers
	bits    BitError
	coverage

	step   int    // the number of the current one
	name   string // of the current step
	games  int    // played in the current step
	asked  int    // questions of the current game
	failed bool   // a game or a step has
	varied bool   // another variant of the player is open
	played int    // games on the connection that is open

	white, red *drill.Opponent // the first games
	limit      time.Duration   // of the last question
	strays     []string        // lines that nobody asked for
	noise      []string        // lines before the first answer
	echoes     int
	overdue    int // games that ended with no move in time
}

// NewChecker makes a checker whose steps go to a report.
func NewChecker(cfg Config, report *Report) *Checker {
	if cfg.Quiet == 0 {
		cfg.Quiet = quiet
	}
	c := &Checker{Config: cfg, report: report, answers: latency.Answers{Wire: cfg.Wire}}
	c.drill = drill.Drill{
		Address: cfg.Address, Open: c.open, Limits: cfg.Limits, Seed: cfg.Seed, Watch: c.watch,
		Record: cfg.Record, Version: cfg.Version, Beside: cfg.Beside,
		Closing: c.closing,
	}
	return c
}

// test is a step that is to be run. It returns its outcome; the error is ours.
type test struct {
	name string
	run  func(context.Context) (Step, error)
}

// tests are all steps, in order.
func (c *Checker) tests() []test {
	return []test{
		{"the player is there", c.there},
		{nameTeam, c.team},
		{"answers -W with a legal first move", c.firstMove},
		{"plays white", c.asWhite},
		{"takes -B and waits for white's move", c.silentFirst},
		{"plays red", c.asRed},
		{c.againName(), c.again},
		{"follows a board that grows left and up", c.leftAndUp},
		{"writes columns beyond Z", c.beyondZ},
		{"follows long chains of forced tiles", c.longChains},
		{"plays no move that forced play forbids", c.forbidden},
		{"stops when the game is over, and only then", c.endings},
		{"plays from other power-up states", c.powerUp},
		{"plays where our bit rate is 2 % off", c.rates},
		{"met every rule", c.everyRule},
		{"answers in time", c.answerTimes},
		{"says nothing unasked", c.unasked},
		{"ends its lines with LF and echoes nothing", c.lineEnds},
		{"keeps to its bit rate", c.bitRate},
	}
}

// Run runs all steps and closes the player. Its error says why the check could
// not be done; what the player did wrong is in the report.
func (c *Checker) Run(ctx context.Context) error {
	defer c.drill.Close()
	tests := c.tests()
	for i, t := range tests {
		c.step, c.name, c.games = i+1, t.name, 0
		if c.Only != 0 && c.Only != c.step {
			continue
		}
		s, err := t.run(ctx)
		if err != nil {
			return err
		}
		s.Number, s.Name = c.step, t.name
		if s.Status == Failed {
			c.fail()
		}
		if s.Status == Failed && c.Again != nil {
			s.Again = c.Again(c.step)
		}
		c.report.Add(s)
	}
	c.report.finish(c.table())
	return nil
}

// Steps returns the names of all steps, in order.
func Steps() []string {
	var names []string
	for _, t := range (&Checker{}).tests() {
		names = append(names, t.name)
	}
	return names
}

// open opens the player.
func (c *Checker) open(ctx context.Context) (drill.Player, error) {
	c.played = 0
	return c.Open(ctx)
}

// closing looks at a player for the last time.
func (c *Checker) closing(p drill.Player) {
	if c.BitError == nil || c.varied {
		return
	}
	if e, ok := c.BitError(p); ok {
		c.bits.add(e)
	}
}

// play plays one game. The error is ours; a foul of the player is in the game.
func (c *Checker) play(ctx context.Context, g *drill.Opponent) error {
	return c.playOn(ctx, g, c.drill.Start)
}

// playOn plays one game when the player was opened as open says.
func (c *Checker) playOn(ctx context.Context, g *drill.Opponent, open func(context.Context) error) error {
	if err := open(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g.Foul = &host.Foul{Kind: host.Gone, Reason: "absent", Detail: err.Error()}
		return nil
	}
	g.Seed, g.Observe, g.Quiet = c.Seed+uint64(c.step)<<32+uint64(c.games), true, c.quiet()
	c.games++
	c.asked = 0
	if c.Begins != nil && !c.failed {
		c.Begins(c.drill.Player())
	}
	err := c.drill.PlayOn(ctx, g)
	if g.Foul != nil {
		c.fail()
	}
	if g.Foul != nil && (g.Foul.Kind == host.Late || g.Foul.Kind == host.Silent) {
		c.overdue++
	}
	if c.played++; c.played > 1 && g.Seen.Met[drill.OwnMove] > 0 {
		g.Seen.Met[drill.NewGame]++
	}
	c.coverage.add(c.step, &g.Seen)
	return err
}

// fail notes the first game or step that fails.
func (c *Checker) fail() {
	if c.Fails != nil && !c.failed {
		c.Fails(c.drill.Player())
	}
	c.failed = true
}

// quiet is the least time for which a player of the real world is listened to.
const quiet = 100 * time.Millisecond

// quiet is how long a player is listened to after the end of a game: longer
// than it took for any answer so far.
func (c *Checker) quiet() time.Duration {
	return min(max(4*c.answers.Percentile(100), c.Quiet), max(c.Limits.Move, c.Quiet))
}

// watch counts what is not as it should be. The match calls it.
func (c *Checker) watch(e host.Event) {
	switch e.Type {
	case host.EventAsk:
		c.limit = e.Limit.Duration()
		if c.asked++; c.Progress != nil {
			c.Progress(c.name, c.games, c.asked)
		}
	case host.EventAnswer:
		if e.Question != contest.AskTeam {
			c.answers.Add(e.Used.Duration(), c.limit, len(e.Received())+1)
		}
	case host.EventStray:
		c.strays = append(c.strays, e.Received())
	case host.EventNoise:
		c.noise = append(c.noise, e.Received())
	case host.EventEcho:
		c.echoes++
	}
}

// unable reports whether the player has not got as far as a move.
func (c *Checker) unable() bool { return c.white != nil && c.white.Ply() == 0 }

// without is a step that was skipped, with the reason.
func without(reason string) Step { return steps.Without(reason) }

// noMove is the reason of the steps that a player misses that makes no move.
const noMove = "the player made no move"
