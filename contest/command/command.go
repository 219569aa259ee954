package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/say"
)

// Command is an instruction of the director.
type Command struct {
	Verb string   // of Verbs
	Args []string // as Verbs says
	By   string   // who
	Why  string   // in their words

	// Cascade takes back what depends on a result that changes, Keep leaves it. One of
	// them is needed where games that depend on it were begun.
	Cascade, Keep bool
}

// Kind is a kind of order.
type Kind struct {
	Name  string
	Args  string // for the usage line
	Short string
	Long  string // what the help adds; empty for most

	// Result tells that it changes a result, on which games may depend; Address that
	// its second argument is an address.
	Result, Address bool

	free bool // it needs no reason
}

// Kinds lists the orders that there are.
func Kinds() []Kind {
	return []Kind{
		{Name: "pause", Short: "Ask nobody for a move until the day is resumed", free: true},
		{Name: "resume", Short: "Go on after a pause", free: true},
		{Name: "void", Args: "GAME", Short: "Let a game count for nobody", Result: true},
		{Name: "replay", Args: "GAME", Short: "Have a game played again", Result: true},
		{Name: "adjudicate", Args: "GAME WINNER", Short: "Give a game that has no result one: an entrant, or draw", Result: true},
		{Name: "amend", Args: "GAME WINNER", Short: "Put the result of a game right: an entrant, or draw", Result: true},
		{Name: "withdraw", Args: "NAME", Short: "Let an entrant play no more"},
		{Name: "readdress", Args: "NAME ADDR", Short: "Look for an entrant at another address: a board was changed", Address: true},
		{Name: "add", Args: "NAME ADDR", Short: "Let somebody enter late", Address: true},
		{Name: "reinstate", Args: "NAME", Short: "Let an entrant that has withdrawn play on"},
		{Name: "rename", Args: "NAME NEW", Short: "Give an entrant another name"},
		{Name: "postpone", Args: "MATCH", Short: "Have a match wait until it is called"},
		{Name: "call", Args: "MATCH", Short: "Have a match that was postponed be played"},
		{Name: "replan", Args: "KEY VALUE", Short: "Change a setting for stages that have not begun",
			Long: "KEY is one of\n  " + strings.Join(config.Replannable, "\n  ")},
		{Name: "undo", Args: "DECISION", Short: "Take a decision of the director back, by its number, with another decision", Result: true},
	}
}

// find is the verb of an order.
func (o *Command) find() (Kind, error) {
	var names []string
	for _, v := range Kinds() {
		if v.Name == o.Verb {
			return v, nil
		}
		names = append(names, v.Name)
	}
	return Kind{}, say.Errorf("there is no order %.40q; there are %s", o.Verb, strings.Join(names, ", "))
}

// Check finds what is missing from an order, whatever the contest.
func (o *Command) Check() error {
	v, err := o.find()
	switch {
	case err != nil:
		return err
	case v.Args == "" && len(o.Args) > 0:
		return say.Errorf("%s wants nothing more", v.Name)
	case len(o.Args) != len(strings.Fields(v.Args)):
		return say.Errorf("%s wants %s", v.Name, v.Args)
	case o.Cascade && o.Keep:
		return say.Errorf("cascade and keep exclude each other")
	case strings.TrimSpace(o.Why) == "" && !v.free:
		return say.Errorf("%s wants a reason: --why TEXT", v.Name)
	}
	for _, text := range append([]string{o.By, o.Why}, o.Args...) {
		if err := config.CheckText(text, config.MaxText); err != nil {
			return say.Errorf("%.40q: %w", text, err)
		}
	}
	return nil
}

// DependsError is the error of an order that changes what games depend on that were
// begun.
type DependsError struct{ Matches []string }

// Error names them, and the ways out.
func (e *DependsError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *DependsError) Text() say.Text {
	return say.Format("games that were begun depend on it: %s; --cascade takes them back, --keep leaves them as they are",
		strings.Join(e.Matches, "; "))
}

// Applied is the result of a command.
type Applied struct {
	Decision tournament.Decision // its number is 0 where nothing was decided
	Depends  []string            // the matches that were begun and depend on it
}

// Lines say it in English, those who depend on it first.
func (g *Applied) Lines() (lines []string) {
	for _, match := range g.Depends {
		lines = append(lines, "depends on it: "+match)
	}
	if g.Decision.N > 0 {
		lines = append(lines, fmt.Sprintf("decision %d: %s", g.Decision.N, g.Decision.String()))
	}
	return lines
}

// Try finds what is wrong with an order in a contest as it is, as [ApplyTo] does, and decides nothing.
func (o Command) Try(d *tournament.Tournament) error {
	c, err := o.decision(d)
	if err == nil {
		_, err = o.depends(d, c)
	}
	return err
}

// ApplyTo gives an order to a contest.
func ApplyTo(j *journal.DecisionLog, o Command) (given Applied, err error) {
	if err := o.Check(); err != nil {
		return given, err
	}
	c, err := j.Append(func(d *tournament.Tournament) (*tournament.Decision, error) {
		c, err := o.decision(d)
		if err != nil {
			return nil, err
		}
		given.Depends, err = o.depends(d, c)
		return c, err
	})
	if err == nil {
		given.Decision = *c
	}
	return given, err
}

// Apply gives an order to the contest in a folder: see [ApplyTo].
func Apply(dir string, o Command) (Applied, error) { return ApplyIn(tournament.Env{}, dir, o) }

// ApplyIn is [Apply] in the files and by the clock of e.
func ApplyIn(e tournament.Env, dir string, o Command) (Applied, error) {
	j, err := journal.OpenIn(e, dir, nil, 0, "")
	if err != nil {
		return Applied{}, err
	}
	defer j.Close()
	return ApplyTo(j, o)
}

func (o *Command) decision(d *tournament.Tournament) (*tournament.Decision, error) {
	c := &tournament.Decision{By: o.By, Why: o.Why}
	switch o.Verb {
	case "pause", "resume":
		if d.Paused == (o.Verb == "pause") {
			if d.Paused {
				return nil, say.Errorf("the day is paused already")
			}
			return nil, say.Errorf("the day is resumed already")
		}
		if c.Type = tournament.Paused; o.Verb == "resume" {
			c.Type = tournament.Resumed
		}
		return c, nil
	case "add":
		c.Type, c.Entrant, c.Address = tournament.Entered, o.Args[0], o.Args[1]
		return c, nil
	case "withdraw", "readdress", "reinstate", "rename":
		e, err := d.Entrant(o.Args[0])
		if err != nil {
			return nil, err
		}
		c.Type, c.Entrant = map[string]string{"withdraw": tournament.Withdrawn, "readdress": tournament.AddressChanged, "reinstate": tournament.Reinstated, "rename": tournament.Renamed}[o.Verb], e.Name
		switch o.Verb {
		case "readdress":
			c.Address = o.Args[1]
		case "rename":
			c.Name = o.Args[1]
		}
		return c, nil
	case "postpone", "call":
		if c.Type, c.Match = tournament.Postponed, o.Args[0]; o.Verb == "call" {
			c.Type = tournament.Called
		}
		return c, nil
	case "replan":
		c.Type, c.Key, c.Value = tournament.Replanned, o.Args[0], o.Args[1]
		return c, nil
	case "undo":
		back, err := Undo(d, o.Args[0])
		if err != nil {
			return nil, err
		}
		back.By, back.Why = o.By, o.Why
		return back.decision(d)
	}
	if err := o.gameDecision(d, c); err != nil || c.Type != tournament.Replayed {
		return c, err
	}
	return c, playsAgain(d, c)
}

// playsAgain wants a game that is replayed to be played: one that decides nothing any more, or
// whose entrant has left, would never be.
func playsAgain(d *tournament.Tournament, c *tournament.Decision) error {
	match, number, _, err := tournament.ParseGameID(c.Game)
	if err != nil {
		return err
	}
	if m := d.Match(match); number > len(m.Games) || m.Games[number-1].State != tournament.Settled {
		return nil // the decision itself is refused
	}
	after, err := after(d, nil)
	if err != nil {
		return err
	}
	again := *c
	again.N = len(after.Decisions) + 1
	if err := after.Add(again); err != nil {
		return err
	}
	m := after.Match(match)
	if m != nil && m.Games[number-1].State == tournament.Waiting && m.Next() > 0 && m.Next() <= number {
		return nil
	}
	return say.Errorf("game %s would not be played again: the match is decided without it, or an entrant has withdrawn; "+
		"amend gives it another result, reinstate brings the entrant back", c.Game)
}

// Undo is the order that takes a decision back, by its number.
func Undo(d *tournament.Tournament, number string) (Command, error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(d.Decisions) {
		return Command{}, say.Errorf("there is no decision %.20q; contest status lists the last ones", number)
	}
	before, err := d.At(n - 1)
	if err != nil {
		return Command{}, err
	}
	c := &d.Decisions[n-1]
	switch c.Type {
	case tournament.Paused:
		return Command{Verb: "resume"}, nil
	case tournament.Resumed:
		return Command{Verb: "pause"}, nil
	case tournament.Withdrawn, tournament.Disqualified:
		return Command{Verb: "reinstate", Args: []string{c.Entrant}}, nil
	case tournament.Reinstated, tournament.Entered:
		return Command{Verb: "withdraw", Args: []string{c.Entrant}}, nil
	case tournament.Renamed:
		return Command{Verb: "rename", Args: []string{c.Name, c.Entrant}}, nil
	case tournament.Postponed:
		return Command{Verb: "call", Args: []string{c.Match}}, nil
	case tournament.Called:
		return Command{Verb: "postpone", Args: []string{c.Match}}, nil
	case tournament.Replanned:
		return Command{Verb: "replan", Args: []string{c.Key, before.Setting(c.Key)}}, nil
	case tournament.AddressChanged:
		e, err := before.Entrant(c.Entrant)
		if err != nil {
			return Command{}, err
		}
		return Command{Verb: "readdress", Args: []string{c.Entrant, e.Address}}, nil
	case tournament.Voided, tournament.Adjudicated, tournament.Amended, tournament.Replayed, tournament.Forfeited:
		return undoGame(before, c)
	}
	return Command{}, say.Errorf("decision %d, %s, cannot be undone", n, c.Type)
}

// undoGame is the order that gives a game the result that it has here, before a decision.
func undoGame(d *tournament.Tournament, c *tournament.Decision) (Command, error) {
	match, number, _, err := tournament.ParseGameID(c.Game)
	m := d.Match(match)
	if err != nil || m == nil {
		return Command{}, say.Errorf("match %s is not paired any more", match)
	}
	game := fmt.Sprintf("%s/%d", match, number)
	if number > len(m.Games) || m.Games[number-1].State != tournament.Settled {
		return Command{Verb: "replay", Args: []string{game}}, nil
	}
	back := "amend"
	if c.Type == tournament.Replayed {
		back = "adjudicate"
	}
	switch g := m.Games[number-1]; {
	case g.Draw:
		return Command{Verb: back, Args: []string{game, "draw"}}, nil
	case g.Winner != tournament.None:
		return Command{Verb: back, Args: []string{game, d.Entrants[g.Winner].Name}}, nil
	}
	return Command{Verb: "void", Args: []string{game}}, nil
}

func (o *Command) gameDecision(d *tournament.Tournament, c *tournament.Decision) error {
	match, number, attempt, err := tournament.ParseGameID(o.Args[0])
	if err != nil {
		return err
	}
	m := d.Match(match)
	if m == nil {
		return say.Errorf("there is no match %s; contest status lists them", match)
	}
	last := d.Attempts(match, number)
	if attempt != 0 && attempt != last {
		return say.Errorf("game %s/%d is at attempt %d", match, number, last)
	}
	if c.Game = fmt.Sprintf("%s/%d", match, number); last > 0 {
		c.Game = tournament.GameID(match, number, last)
	}
	c.Type = map[string]string{"void": tournament.Voided, "replay": tournament.Replayed, "adjudicate": tournament.Adjudicated, "amend": tournament.Amended}[o.Verb]
	if len(o.Args) < 2 {
		return nil
	}
	if o.Args[1] == "draw" {
		c.Draw = true
		return nil
	}
	e, err := d.Entrant(o.Args[1])
	if err != nil {
		return say.Errorf("%w; write draw for a draw", err)
	}
	c.Winner = e.Name
	return nil
}

// depends finds the matches that were begun and that a decision would take back, and
// says in the decision whether it does.
func (o *Command) depends(d *tournament.Tournament, c *tournament.Decision) (lines []string, err error) {
	if !slices.Contains([]string{tournament.Voided, tournament.Replayed, tournament.Adjudicated, tournament.Amended}, c.Type) {
		return nil, nil
	}
	with := *c
	with.Cascade = true
	now, err := after(d, nil) // what was taken back before is put back first
	if err != nil {
		return nil, err
	}
	after, err := after(d, &with)
	if err != nil {
		return nil, err
	}
	now.Matches(func(m *tournament.Match) {
		begun := false
		for _, g := range m.Games {
			begun = begun || g.Attempt > 0
		}
		if still := after.Match(m.ID); begun && (still == nil || !slices.Equal(still.Entrants, m.Entrants)) {
			var scores []string
			for side := range m.Entrants {
				scores = append(scores, m.ScoreText(side))
			}
			lines = append(lines, fmt.Sprintf("%s %s %s", m.ID, strings.Join(d.NamesOf(m.Entrants), " - "), strings.Join(scores, " - ")))
		}
	})
	if len(lines) > 0 && !o.Cascade && !o.Keep {
		return nil, &DependsError{lines}
	}
	c.Cascade = !o.Keep
	return lines, nil
}

// after is the contest after a decision, nil for none, and all that follows from it by itself.
func after(d *tournament.Tournament, c *tournament.Decision) (*tournament.Tournament, error) {
	after, err := d.At(len(d.Decisions))
	if err != nil {
		return nil, err
	}
	for {
		if c != nil {
			c.N = len(after.Decisions) + 1
			if err := after.Add(*c); err != nil {
				return nil, err
			}
		}
		due, ok := standing.NextDecision(after)
		if !ok {
			return after, nil
		}
		c = &due
	}
}
