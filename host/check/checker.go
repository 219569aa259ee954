package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/phrase"
)

// Config configures the steps that every game has, and
// those of a Table.
type Config struct {
	Session
	GameSteps
	Seats []string // of a match
	Open  func(ctx context.Context, seat string) (PlayerConn, error)
	// Opponent opens one of ours: the bot with the name, or the usual one.
	Opponent func(ctx context.Context, seat, bot string) (PlayerConn, error)
	// Match makes the match of the players at the seats.
	Match func(t Scenario, seats ...host.Seat) (*host.Game, error)
	View  func() terminal.View
}

// Checker runs the steps of a check. It is used by one goroutine.
type Checker struct {
	Config
	player PlayerConn // nil while none is open
	fresh  bool       // it has played nothing yet
	polled bool       // its client polls

	absent   string                // why the player cannot be opened
	passed   map[string]int        // by rule
	violated map[string][]*gameRun // by rule
	fouls    map[host.Kind][]*gameRun
}

// gameRun is one match, as far as its steps need it.
type gameRun struct {
	game     int
	seat     int
	verdict  host.Verdict
	foul     *host.Foul // the player's that ended it, or the first with which it went on
	ended    bool       // by that foul
	absent   bool       // the player could not be opened
	answered int        // by the player
	moves    []string
	drawn    string
}

// NewChecker makes a checker.
func NewChecker(c Config) *Checker {
	return &Checker{
		Config: c,
		passed: map[string]int{}, violated: map[string][]*gameRun{}, fouls: map[host.Kind][]*gameRun{},
	}
}

// tests are all steps, in order.
func (c *Checker) tests() []Task {
	all := []Task{{"the player is there", c.openPlayer, true}}
	for seat, name := range c.Seats {
		all = append(all, Task{"plays a game as " + name, func(ctx context.Context) (Step, error) {
			return c.trial(ctx, Scenario{Seat: seat})
		}, true})
	}
	all = append(all, Task{"plays game after game", c.again, true})
	for _, t := range c.Trials {
		all = append(all, Task{t.Name, func(ctx context.Context) (Step, error) { return c.trial(ctx, t) }, true})
	}
	for _, r := range c.Rules {
		all = append(all, Task{r.Name, func(context.Context) (Step, error) { return c.rule(r), nil }, false})
	}
	return append(all,
		Task{"answers in time", c.times, false},
		Task{"stays to the end", c.stays, false},
		Task{"says nothing unasked", c.unasked, false},
		Task{c.endingName(), c.endings, false},
	)
}

// Steps are the names of all steps, in order.
func (c *Config) Steps() []string { return Names((&Checker{Config: *c}).tests()) }

// Run runs all steps and closes the player. Its error says why the check could
// not be done; what the player did wrong is in the report.
func (c *Checker) Run(ctx context.Context) error {
	defer c.close()
	if err := c.Session.Run(ctx, c.tests()); err != nil {
		return err
	}
	c.Report.Finish()
	return nil
}

// openPlayer opens the player.
func (c *Checker) openPlayer(ctx context.Context) (Step, error) {
	if err := c.open(ctx, 0); err != nil {
		if ctx.Err() != nil {
			return Step{}, ctx.Err()
		}
		return Step{Status: Failed, Detail: err.Error(), Expected: "a player at the address"}, nil
	}
	return Step{}, nil
}

// open opens the player, unless it is open and can play another game.
func (c *Checker) open(ctx context.Context, seat int) error {
	// Of one that speaks first nothing may be read before its game.
	if c.player != nil && (c.fresh || c.player.Alive(ctx)) {
		return nil
	}
	c.close()
	p, err := c.Open(ctx, c.Seats[seat])
	if err != nil {
		c.absent = err.Error()
		return err
	}
	c.player, c.fresh = p, true
	return nil
}

func (c *Checker) close() {
	if c.player != nil {
		_ = c.player.Close()
		c.player = nil
	}
}

// trial is the step of one match.
func (c *Checker) trial(ctx context.Context, t Scenario) (Step, error) {
	m, err := c.play(ctx, t)
	if err != nil {
		return Step{}, err
	}
	return c.outcome(m, t), nil
}

// again is the step of several matches, by turns in every seat.
func (c *Checker) again(ctx context.Context) (Step, error) {
	for n := range c.Games {
		t := Scenario{Seat: n % len(c.Seats)}
		m, err := c.play(ctx, t)
		if err != nil {
			return Step{}, err
		}
		if s := c.outcome(m, t); s.Status != "" {
			return s, nil
		}
	}
	return Step{Detail: phrase.Plural(c.Games, "game", "games") + c.how()}, nil
}

// how reports whether games were played on one connection.
func (c *Checker) how() string {
	if c.player != nil && c.player.Reusable() {
		return " on one connection"
	}
	return ", the player opened anew for each"
}

// outcome is the step of a match.
func (c *Checker) outcome(m *gameRun, t Scenario) Step {
	switch {
	case m.absent:
		return Without("the player could not be opened: " + c.absent)
	case m.foul == nil:
		s := Step{Detail: fmt.Sprintf("%s (%s) after %s", c.result(m), m.verdict.Reason, phrase.Plural(m.verdict.Ply, "ply", "plies"))}
		return s
	}
	s := Step{
		Status: Failed, Detail: FoulText(m.foul), Expected: "a game without a fault",
		Got: m.foul.Evidence(), Moves: lastMoves(m.moves), Drawn: m.drawn,
	}
	if t.Advice {
		s.Status = Note
	}
	return s
}

func (c *Checker) result(m *gameRun) string {
	switch v := m.verdict; {
	case v.Void:
		return "void"
	case v.Winner == m.seat:
		return "wins"
	case v.Winner >= 0 && v.Winner < len(c.Seats):
		return "loses"
	}
	return "nobody wins"
}

// FoulText says which foul it is and how it came about.
func FoulText(f *host.Foul) string {
	return fmt.Sprintf("%s (%s): %s", f.Kind, f.Reason, f.Detail)
}

// lastMoves are moves in one line, without most of them.
func lastMoves(moves []string) string {
	const most = 6
	text := ""
	if len(moves) > most {
		text = "… "
		moves = moves[len(moves)-most:]
	}
	for i, m := range moves {
		if i > 0 {
			text += "; "
		}
		text += m
	}
	return text
}

// rule is the step of a rule of the game.
func (c *Checker) rule(r Rule) Step {
	broken, kept := c.violated[r.Name], c.passed[r.Name]
	switch {
	case len(broken) > 0:
		m := broken[0]
		s := Step{
			Status: Failed, Expected: r.Expected, Moves: lastMoves(m.moves), Drawn: m.drawn,
			Detail: fmt.Sprintf("in %s of %d", phrase.Plural(len(broken), "case", "cases"), len(broken)+kept),
		}
		if m.foul != nil && slices.Contains(r.Reasons, m.foul.Reason) {
			s.Detail += "; first " + FoulText(m.foul)
			s.Got = m.foul.Evidence()
		}
		if r.Advice {
			s.Status = Note
		}
		return s
	case kept == 0 && r.NotExercised != "":
		return Without(r.NotExercised)
	case kept == 0:
		return Without(noAnswer)
	}
	return Step{Detail: fmt.Sprintf("in %s", phrase.Plural(kept, "case", "cases"))}
}

// noAnswer is the reason of the steps that a player misses that never answers.
const noAnswer = "no match got that far"
