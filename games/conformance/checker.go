package conformance

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/latency"
	"github.com/loopline/loopline/host/steps"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/phrase"
)

// Player is a player under check, or one of ours.
type Player interface {
	host.Player
	io.Closer
	// Lasting reports whether the player can play another game without being
	// opened again.
	Lasting() bool
	// Healthy reports whether the player is still there.
	Healthy(ctx context.Context) bool
	// Polled reports whether the player's client polls: see host.Seat.
	Polled() bool
}

// Config says how a player is checked.
type Config struct {
	Table
	Address string   // of the player, for the record
	Seats   []string // of a match
	Move    time.Duration
	Open    func(ctx context.Context, seat string) (Player, error)
	// Opponent opens one of ours: the bot with the name, or the usual one.
	Opponent func(ctx context.Context, seat, bot string) (Player, error)
	// Match makes the match of the players at the seats.
	Match func(t Trial, seats ...host.Seat) (*host.Match, error)
	View  func() terminal.View

	Wire    latency.Wire       // that the player is behind
	Endings *steps.LineEndings // told of the bytes that pass, by who opens the player; nil where nobody is
	LineEnd string             // that lines should have
	Games   int                // in the step that repeats them
	Only    int                // the number of the only step to report; 0 is all

	Record   io.Writer                      // gets the record of each match; nil keeps none
	Version  string                         // of the program, for the record
	Beside   *host.Beside                   // takes what the player says beside the wire to the record; may be nil
	Progress func(step string, game, n int) // told of each question, the game's n'th; may be nil
	Again    func(step int) string          // the command that runs a step again; may be nil
}

// Checker runs the steps of a check. It is used by one goroutine.
type Checker struct {
	Config
	report *steps.Report
	player Player // nil while none is open
	fresh  bool   // it has played nothing yet
	polled bool   // its client polls

	step    int
	name    string // of the current step
	games   int    // played in the current step
	absent  string // why the player cannot be opened
	answers latency.Answers
	strays  []string
	noise   []string
	echoes  int
	kept    map[string]int    // by rule
	broken  map[string][]*one // by rule
	fouls   map[host.Kind][]*one
}

// one is one match, as far as its steps need it.
type one struct {
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

// NewChecker makes a checker whose steps go to a report.
func NewChecker(c Config, report *steps.Report) *Checker {
	return &Checker{
		Config: c, report: report, answers: latency.Answers{Wire: c.Wire},
		kept: map[string]int{}, broken: map[string][]*one{}, fouls: map[host.Kind][]*one{},
	}
}

// test is a step that is to be run. The error is ours.
type test struct {
	name  string
	run   func(context.Context) (steps.Step, error)
	plays bool // matches, of which later steps judge
}

// tests are all steps, in order.
func (c *Checker) tests() []test {
	all := []test{{"the player is there", c.there, true}}
	for seat, name := range c.Seats {
		all = append(all, test{"plays a game as " + name, func(ctx context.Context) (steps.Step, error) {
			return c.trial(ctx, Trial{Seat: seat})
		}, true})
	}
	all = append(all, test{"plays game after game", c.again, true})
	for _, t := range c.Trials {
		all = append(all, test{t.Name, func(ctx context.Context) (steps.Step, error) { return c.trial(ctx, t) }, true})
	}
	for _, r := range c.Rules {
		all = append(all, test{r.Name, func(context.Context) (steps.Step, error) { return c.rule(r), nil }, false})
	}
	return append(all,
		test{"answers in time", c.times, false},
		test{"stays to the end", c.stays, false},
		test{"says nothing unasked", c.unasked, false},
		test{c.endingName(), c.endings, false},
	)
}

// Steps are the names of all steps, in order.
func (c *Config) Steps() (names []string) {
	for _, t := range (&Checker{Config: *c}).tests() {
		names = append(names, t.name)
	}
	return names
}

// Run runs all steps and closes the player. Its error says why the check could
// not be done; what the player did wrong is in the report.
func (c *Checker) Run(ctx context.Context) error {
	defer c.close()
	tests := c.tests()
	for i, t := range tests {
		c.step, c.name, c.games = i+1, t.name, 0
		// A step that judges needs the matches of all that play.
		needed := c.Only == 0 || c.Only == c.step || t.plays && c.Only <= len(tests) && c.Only > 0 && !tests[c.Only-1].plays
		if !needed {
			continue
		}
		s, err := t.run(ctx)
		if err != nil {
			return err
		}
		if c.Only != 0 && c.Only != c.step {
			continue
		}
		s.Number, s.Name = c.step, t.name
		if s.Status == steps.Failed && c.Again != nil {
			s.Again = c.Again(c.step)
		}
		c.report.Add(s)
	}
	c.report.Finish()
	return nil
}

// there opens the player.
func (c *Checker) there(ctx context.Context) (steps.Step, error) {
	if err := c.open(ctx, 0); err != nil {
		if ctx.Err() != nil {
			return steps.Step{}, ctx.Err()
		}
		return steps.Step{Status: steps.Failed, Detail: err.Error(), Expected: "a player at the address"}, nil
	}
	return steps.Step{}, nil
}

// open opens the player, unless it is open and can play another game.
func (c *Checker) open(ctx context.Context, seat int) error {
	// Of one that speaks first nothing may be read before its game.
	if c.player != nil && (c.fresh || c.player.Healthy(ctx)) {
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
func (c *Checker) trial(ctx context.Context, t Trial) (steps.Step, error) {
	m, err := c.play(ctx, t)
	if err != nil {
		return steps.Step{}, err
	}
	return c.outcome(m, t), nil
}

// again is the step of several matches, by turns in every seat.
func (c *Checker) again(ctx context.Context) (steps.Step, error) {
	for n := range c.Games {
		t := Trial{Seat: n % len(c.Seats)}
		m, err := c.play(ctx, t)
		if err != nil {
			return steps.Step{}, err
		}
		if s := c.outcome(m, t); s.Status != "" {
			return s, nil
		}
	}
	return steps.Step{Detail: phrase.Plural(c.Games, "game", "games") + c.how()}, nil
}

// how says whether games were played on one connection.
func (c *Checker) how() string {
	if c.player != nil && c.player.Lasting() {
		return " on one connection"
	}
	return ", the player opened anew for each"
}

// outcome is the step of a match.
func (c *Checker) outcome(m *one, t Trial) steps.Step {
	switch {
	case m.absent:
		return steps.Without("the player could not be opened: " + c.absent)
	case m.foul == nil:
		s := steps.Step{Detail: fmt.Sprintf("%s (%s) after %s", c.result(m), m.verdict.Reason, phrase.Plural(m.verdict.Ply, "ply", "plies"))}
		return s
	}
	s := steps.Step{
		Status: steps.Failed, Detail: foulWords(m.foul), Expected: "a game without a fault",
		Got: m.foul.Evidence(), Moves: lastMoves(m.moves), Drawn: m.drawn,
	}
	if t.Advice {
		s.Status = steps.Note
	}
	return s
}

// result says who won.
func (c *Checker) result(m *one) string {
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

func foulWords(f *host.Foul) string {
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
func (c *Checker) rule(r Rule) steps.Step {
	broken, kept := c.broken[r.Name], c.kept[r.Name]
	switch {
	case len(broken) > 0:
		m := broken[0]
		s := steps.Step{
			Status: steps.Failed, Expected: r.Expected, Moves: lastMoves(m.moves), Drawn: m.drawn,
			Detail: fmt.Sprintf("in %s of %d", phrase.Plural(len(broken), "case", "cases"), len(broken)+kept),
		}
		if m.foul != nil && slices.Contains(r.Reasons, m.foul.Reason) {
			s.Detail += "; first " + foulWords(m.foul)
			s.Got = m.foul.Evidence()
		}
		if r.Advice {
			s.Status = steps.Note
		}
		return s
	case kept == 0 && r.Unmet != "":
		return steps.Without(r.Unmet)
	case kept == 0:
		return steps.Without(noAnswer)
	}
	return steps.Step{Detail: fmt.Sprintf("in %s", phrase.Plural(kept, "case", "cases"))}
}

// noAnswer is the reason of the steps that a player misses that never answers.
const noAnswer = "no match got that far"
