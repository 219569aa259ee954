package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// Recorded finds a game in the record of its match, by its identity with the attempt;
// nil where it is not.
func (d *Tournament) Recorded(m *Match, id string) (*record.Game, error) {
	f, err := d.Env.OpenRead(d.Record(m.ID))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var found *record.Game
	for g, err := range record.Games(f) {
		if err != nil {
			return found, err
		}
		if g.Header().ID == id {
			found = &g
		}
	}
	return found, nil
}

// OutcomeOfRecord is the decision that a recorded game leads to. False is of a game that was
// not played to its end.
func OutcomeOfRecord(d *Tournament, g *Game, entrants, lost []int, recorded *record.Game) (*Decision, bool) {
	v := recorded.Verdict()
	if v == nil || v.Void && (v.Reason == host.ReasonInterrupted || v.Reason == host.ReasonError) {
		return nil, false
	}
	c := &Decision{
		Type: Finished, Game: recorded.Header().ID, Draw: v.Draw, Void: v.Void || v.Winner == nil && !v.Draw,
		Scores: v.Scores, Reason: v.Reason, Ply: v.Ply, Record: v.Sum, Measures: d.measured(recorded),
	}
	if v.Winner != nil && !v.Draw && !v.Void {
		for seat, is := range recorded.Header().Seats {
			if is.Name == *v.Winner && seat < len(g.Seats) {
				c.Winner = d.Entrants[g.Seats[seat]].Name
			}
		}
		if c.Winner == "" {
			return nil, false
		}
	}
	d.lostNetwork(c, g.Seats, entrants, lost, goneSeats(recorded))
	c.Network = d.networkShares(g.Seats, host.NetworkShares(recorded))
	credited, hangs := host.CreditedAnswers(recorded)
	c.Credited, c.HangsOnCredit = d.creditedAnswers(g.Seats, credited), hangs
	return c, true
}

// OutcomeOfVerdict is the decision that the verdict on a game in play leads to, whose record ends with a sum.
func (d *Tournament) OutcomeOfVerdict(m *Match, g *NextGame, v host.Verdict, sum string) (*Decision, error) {
	c := &Decision{
		Type: Finished, Game: g.ID, Draw: v.Draw, Void: v.Void, Scores: v.Scores, Reason: v.Reason, Ply: v.Ply, Record: sum,
	}
	if len(d.Config.Measures()) > 0 {
		recorded, err := d.Recorded(m, g.ID)
		if err != nil || recorded == nil {
			return nil, cmp.Or(err, fmt.Errorf("%s is not in its record", g.ID))
		}
		c.Measures = d.measured(recorded)
	}
	switch {
	case v.Winner >= 0 && v.Winner < len(g.Names) && !v.Draw && !v.Void:
		c.Winner = g.Names[v.Winner]
	case !v.Draw:
		c.Void = true
	}
	seats := m.Game(g.Number).Seats
	d.lostNetwork(c, seats, m.Entrants, m.Lost, v.Lost)
	c.Network = d.networkShares(seats, v.Network)
	c.Credited, c.HangsOnCredit = d.creditedAnswers(seats, v.Credited), v.HangsOnCredit()
	return c, nil
}

// same returns how a decision on a game differs from the one that its record leads to. Old
// decisions have no fields of network and credit, which are then not compared.
func (c *Decision) same(derived *Decision) error {
	network := derived.Network
	if len(c.Network) == 0 {
		network = nil
	}
	credited, hangs := derived.Credited, derived.HangsOnCredit
	if len(c.Credited) == 0 {
		credited, hangs = nil, false
	}
	for _, f := range []struct {
		name      string
		is, gives any
	}{
		{"winner", c.Winner, derived.Winner}, {"draw", c.Draw, derived.Draw}, {"void", c.Void, derived.Void},
		{"scores", fmt.Sprint(c.Scores), fmt.Sprint(derived.Scores)}, {"reason", c.Reason, derived.Reason},
		{"absent", fmt.Sprint(c.Absent), fmt.Sprint(derived.Absent)}, {"ply", c.Ply, derived.Ply}, {"record", c.Record, derived.Record},
		{"network", fmt.Sprint(c.Network), fmt.Sprint(network)}, {"measures", fmt.Sprint(c.Measures), fmt.Sprint(derived.Measures)},
		{"credited", fmt.Sprint(c.Credited), fmt.Sprint(credited)}, {"hangs_on_credit", c.HangsOnCredit, hangs},
	} {
		if f.is != f.gives {
			return fmt.Errorf("%s: the decision says %v, the record gives %v", f.name, f.is, f.gives)
		}
	}
	return nil
}

// playedVersions wants the log of each player in a recorded game to begin with the version that the
// decision names with which the game started.
func (d *Tournament) playedVersions(started *Decision, g *record.Game) error {
	for _, v := range started.Versions {
		for seat, s := range g.Header().Seats[:min(len(g.Header().Seats), len(g.FirstLogs))] {
			if d.names[s.Address] == d.names[v.Entrant] && g.FirstLogs[seat] != v.LogText() {
				return fmt.Errorf("%s: the decision says that it %s, and the record %.120q", v.Entrant, v.LogText(), g.FirstLogs[seat])
			}
		}
	}
	return nil
}

// PlayedOn wants a recorded game to be played on the map of its match.
func (d *Tournament) PlayedOn(m *Match, number int, g *record.Game) error {
	if d.Maps == nil || m == nil {
		return nil
	}
	opening, options := d.opening(m, number), g.Header().Options
	if d.Env.Recorded != nil && len(opening) > 0 {
		var err error
		if opening, err = d.Env.Recorded(d.Config, d.options(m, number), len(g.Header().Seats)); err != nil {
			return err
		}
	}
	for key, value := range opening {
		if has, ok := options[key]; ok && has != value {
			return fmt.Errorf("game %d was played on another %s than the first decision says", number, key)
		}
	}
	return nil
}

// SatDown wants the entrants in the seats of a recorded game, by any name that they have had.
func (d *Tournament) SatDown(g *record.Game, number int, seats []int) (*Game, error) {
	if n := len(g.Header().Seats); n != len(seats) {
		return nil, fmt.Errorf("it has %d seats, and %v are paired", n, d.NamesOf(seats))
	}
	for i, s := range g.Header().Seats {
		if e, known := d.names[s.Address]; !known || e != seats[i] {
			return nil, fmt.Errorf("seat %d is %.60q, and %v are paired", i, s.Address, d.NamesOf(seats))
		}
	}
	return &Game{Number: number, Seats: seats}, nil
}

// present is the name that an entrant has now.
func (d *Tournament) present(name string) string {
	if i, ok := d.names[name]; ok {
		return d.Entrants[i].Name
	}
	return name
}

// CheckAway wants those without whom a game begins to be missing or withdrawn.
func (d *Tournament) CheckAway(c *Decision) error {
	away, err := d.exactly(c.Absent...)
	for _, e := range away {
		if is := d.Entrants[e]; is.Missing.IsZero() && !is.Withdrawn {
			return fmt.Errorf("game %s begins without %s, who was neither missing nor withdrawn", c.Game, is.Name)
		}
	}
	return err
}

// Belongs wants a recorded game to be one that was begun, between those who are
// paired.
func (d *Tournament) Belongs(id, match string, g *record.Game) (*Game, error) {
	of, number, attempt, err := ParseGameID(id)
	if err != nil || of != match || attempt < 1 || attempt > d.Attempts(match, number) {
		return nil, fmt.Errorf("game %.60q was never begun", id)
	}
	for i := len(d.Decisions) - 1; i >= 0; i-- {
		c := &d.Decisions[i]
		if c.Type == Started && c.Game == id {
			return d.seated(i, match, number, g)
		}
	}
	return nil, fmt.Errorf("game %.60q was never begun", id)
}

// seated compares the seats of a record with the pairing before a decision.
func (d *Tournament) seated(before int, match string, number int, g *record.Game) (*Game, error) {
	for i := before; i >= 0; i-- {
		c := &d.Decisions[i]
		if c.Type != Paired || !strings.HasPrefix(match, fmt.Sprintf("%s/%d/", c.Stage, c.Round)) {
			continue
		}
		for _, p := range c.Pairs {
			if match != fmt.Sprintf("%s/%d/%d", c.Stage, c.Round, p.Pair) {
				continue
			}
			who, err := d.exactly(p.Names()...)
			if err != nil {
				return nil, err
			}
			without, err := d.exactly(d.Decisions[before].Absent...)
			if err != nil {
				return nil, err
			}
			seats := (&Match{Stage: d.stage(c.Stage), Entrants: who}).SeatsWithout(number, without)
			return d.SatDown(g, number, seats)
		}
	}
	if m := d.Match(match); m != nil { // of an entrant who came late
		return d.SatDown(g, number, m.seats(number))
	}
	return nil, fmt.Errorf("match %s was never paired", match)
}

// CheckOutcome wants a decision on a game to be what its record leads to, by the entrants of its match and the lost
// agents before it. It returns what the record leads to; nil where the game does not belong to the contest.
func (d *Tournament) CheckOutcome(c Decision, entrants, lost []int, g *record.Game) (*Decision, error) {
	match, _, _, err := ParseGameID(c.Game)
	if err != nil {
		return nil, err
	}
	game, err := d.Belongs(c.Game, match, g)
	if err != nil {
		return nil, err
	}
	if err := d.PlayedOn(d.Match(match), game.Number, g); err != nil {
		return nil, err
	}
	for i := range d.Decisions[:c.N-1] {
		if s := &d.Decisions[i]; s.Type == Started && s.Game == c.Game {
			if err := d.playedVersions(s, g); err != nil {
				return nil, err
			}
		}
	}
	derived, ok := OutcomeOfRecord(d, game, entrants, lost, g)
	if !ok {
		return nil, fmt.Errorf("game %s has no verdict in its record", c.Game)
	}
	c.Winner, c.Absent = d.present(c.Winner), slices.Clone(c.Absent)
	for i := range c.Absent {
		c.Absent[i] = d.present(c.Absent[i])
	}
	c.Network = slices.Clone(c.Network)
	for i := range c.Network {
		c.Network[i].Entrant = d.present(c.Network[i].Entrant)
	}
	c.Credited = slices.Clone(c.Credited)
	for i := range c.Credited {
		c.Credited[i].Entrant = d.present(c.Credited[i].Entrant)
	}
	return derived, c.same(derived)
}
