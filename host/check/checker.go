package check

import (
	"cmp"
	"context"
	"slices"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
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

// Checker runs the steps of a check. It is not safe for concurrent use.
type Checker struct {
	Config
	player PlayerConn // nil while none is open
	fresh  bool       // it has played nothing yet
	opened int        // how often it was opened
	polled bool       // its client polls

	absent   error                 // why the player cannot be opened
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
	why      say.Text   // its detail
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
	all := []Task{{say.Word("the player is there"), c.openPlayer, true}}
	for seat, name := range c.Seats {
		all = append(all, Task{say.Format("plays a game as %s", say.Word(name)), func(ctx context.Context) (Step, error) {
			return c.trial(ctx, Scenario{Seat: seat})
		}, true})
	}
	all = append(all, Task{say.Word("plays game after game"), c.again, true})
	for _, t := range c.Trials {
		all = append(all, Task{say.Word(t.Name), func(ctx context.Context) (Step, error) { return c.trial(ctx, t) }, true})
	}
	for _, r := range c.Rules {
		all = append(all, Task{say.Word(r.Name), func(context.Context) (Step, error) { return c.rule(r), nil }, false})
	}
	return append(all,
		Task{say.Word("answers in time"), c.times, false},
		Task{say.Word("stays to the end"), c.stays, false},
		Task{say.Word("says nothing unasked"), c.unasked, false},
		Task{c.endingName(), c.endings, false},
	)
}

// Steps are the names of all steps, in order.
func (c *Config) Steps() []say.Text { return Names((&Checker{Config: *c}).tests()) }

// Run runs all steps and closes the player. Its error says why the check could
// not be done; what the player did wrong is in the report.
func (c *Checker) Run(ctx context.Context) error {
	defer c.close()
	if err := c.Session.Run(ctx, c.tests()); err != nil {
		return err
	}
	c.Report.Rules = c.rulesMet()
	c.Report.Finish()
	return nil
}

// rulesMet counts the rules that a match has shown, kept or broken.
func (c *Checker) rulesMet() (m RulesMet) {
	if len(c.Only) > 0 {
		return m
	}
	var missing []say.Text
	for _, r := range c.Rules {
		if m.Of++; c.passed[r.Name]+len(c.violated[r.Name]) > 0 {
			m.Met++
			continue
		}
		missing = append(missing, say.Format("%s (%s)", say.Word(r.Name), say.Word(cmp.Or(r.NotExercised, noAnswer))))
	}
	m.Missing = say.Join("; ", missing...)
	return m
}

// openPlayer opens the player. Where no other step asks it, a game shows whether it answers: what never says a word is
// not there, as boards are that are wired wrongly.
func (c *Checker) openPlayer(ctx context.Context) (Step, error) {
	if err := c.open(ctx, 0); err != nil {
		if ctx.Err() != nil {
			return Step{}, ctx.Err()
		}
		return Step{Status: Failed, Detail: say.TextOf(err), Expected: say.Word("a player at the address")}, nil
	}
	if !c.Only.FirstAlone() {
		return Step{}, nil
	}
	m, err := c.play(ctx, Scenario{})
	if err != nil {
		return Step{}, err
	}
	if m.foul != nil && m.foul.Kind != host.Gone && m.foul.Mute() && m.answered == 0 {
		s := c.outcome(m, Scenario{})
		s.Expected = say.Word("an answer")
		return s, nil
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
		c.absent = err
		return err
	}
	c.player, c.fresh = p, true
	c.opened++
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
	step := c.outcome(m, t)
	if t.Strict && step.Status == "" && c.Endings != nil {
		// Lines are taken at their ends, so a game goes on in which these are wrong.
		if notes := c.Endings.Notes(c.LineEnd); len(notes) > 0 {
			step.Status, step.Detail = Note, say.Format("%s; but %s", step.Detail, say.Join(", ", notes...))
		}
	}
	return step, nil
}

// again is the step of several matches, by turns in every seat.
func (c *Checker) again(ctx context.Context) (Step, error) {
	if c.player != nil && !c.fresh && !c.player.Alive(ctx) {
		c.close() // it hung up after an earlier game
	}
	first := c.opened
	if c.player != nil {
		first--
	}
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
	games := say.Plural(c.Games, "%d game", "%d games")
	switch n := c.opened - first; {
	case n == 1:
		return Step{Detail: say.Format("%s on one connection", games)}, nil
	case n < c.Games:
		return Step{Detail: say.Format("%s, for which the player was opened %d times", games, n)}, nil
	}
	return Step{Detail: say.Format("%s, the player reopened for each", games)}, nil
}

// outcome is the step of a match.
func (c *Checker) outcome(m *gameRun, t Scenario) Step {
	switch {
	case m.absent:
		return Without(say.Format("the player could not be opened: %s", c.absent))
	case m.foul == nil:
		return Step{Detail: c.result(m)}
	}
	s := Step{
		Status: Failed, Detail: m.foulText(), Expected: say.Word("a game without a fault"),
		Got: m.foul.Evidence(), Moves: lastMoves(m.moves), Drawn: m.drawn,
	}
	if t.Advice {
		s.Status = Note
	}
	return s
}

// result says how the game ended for the player.
func (c *Checker) result(m *gameRun) say.Text {
	v := &m.verdict
	reason, plies := say.Word(v.Reason), say.Plural(v.Ply, "%d ply", "%d plies")
	switch {
	case v.Void || v.Winner == host.NoWinner:
		return v.Result(say.Text{})
	case v.Winner == m.seat:
		return say.Format("wins (%s) after %s", reason, plies)
	}
	return say.Format("loses (%s) after %s", reason, plies)
}

// fouls are the formats of a foul of each kind: they take its reason and detail.
var fouls = map[host.Kind]string{
	host.Illegal: "illegal (%s): %s", host.Late: "late (%s): %s", host.Silent: "silent (%s): %s",
	host.Gone: "gone (%s): %s", host.Garbled: "garbled (%s): %s", host.Protocol: "protocol (%s): %s",
}

// FoulText says which foul it is and how it came about: why is its detail.
func FoulText(f *host.Foul, why say.Text) say.Text {
	if f.Echo() {
		return why
	}
	if format, known := fouls[f.Kind]; known {
		return say.Format(format, f.Reason, why)
	}
	return say.Format("%s (%s): %s", string(f.Kind), f.Reason, why)
}

// foulText says which foul of the player it was.
func (m *gameRun) foulText() say.Text { return FoulText(m.foul, m.why) }

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
			Status: Failed, Expected: say.Word(r.Expected), Moves: lastMoves(m.moves), Drawn: m.drawn,
			Detail: say.Format("in %s of %d", say.Plural(len(broken), "%d case", "%d cases"), len(broken)+kept),
		}
		if m.foul != nil && slices.Contains(r.Reasons, m.foul.Reason) {
			s.Detail = say.Format("in %s of %d; first %s", say.Plural(len(broken), "%d case", "%d cases"), len(broken)+kept, m.foulText())
			s.Got = m.foul.Evidence()
		}
		if r.Advice {
			s.Status = Note
		}
		return s
	case kept == 0 && r.NotExercised != "":
		return Without(say.Word(r.NotExercised))
	case kept == 0:
		return Without(say.Word(noAnswer))
	}
	return Step{Detail: say.Format("in %s", say.Plural(kept, "%d case", "%d cases"))}
}

// noAnswer is the reason of the steps that a player misses that never answers.
const noAnswer = "no match got that far"
