package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/contest"
)

// comparedGame is a game whose moves are compared.
type comparedGame struct {
	title   string
	moves   []comparedMove // of both sides, from the first
	compare [2]bool        // whose moves, by colour
	script  []string       // that the player was to keep to; or nil
	changed []int          // lines of the record whose sums do not fit
	players [2]string      // addresses, if known
}

// comparedMove is a move as it was answered.
type comparedMove struct {
	text string
	line int    // of a record, 0 without
	note string // the move that the record says was accepted; empty without
}

// played is the move that the game went on with.
func (m *comparedMove) played() string {
	if m.note != "" {
		return m.note
	}
	return m.text
}

// choose sets whose moves are compared. Seat is white, red, both or an address.
// It returns false if the game has no such player.
func (g *comparedGame) choose(seat string) bool {
	switch seat {
	case "both":
		g.compare = [2]bool{true, true}
	case trax.White.String():
		g.compare = [2]bool{true, false}
	case trax.Red.String():
		g.compare = [2]bool{false, true}
	default:
		g.compare = [2]bool{g.players[0] == seat, g.players[1] == seat}
	}
	return g.compare != [2]bool{}
}

// recorded calls f with the games of a file.
func (c *comparer) recorded(ctx context.Context, stdin io.Reader, f func(*comparedGame) error) error {
	s, err := openSource(ctx, c.subject, stdin)
	if err != nil {
		return err
	}
	defer s.Close()
	skipped := 0
	choose := func(g *comparedGame) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !g.choose(c.o.seat) {
			skipped++
			return nil
		}
		return f(g)
	}
	if s.format == formatRecord {
		err = recordGames(s, choose)
	} else {
		err = eachSuiteGame(ctx, s, func(g suiteGame) error { return choose(g.compared()) })
	}
	if err == nil && skipped > 0 && c.total.Games == 0 {
		err = fmt.Errorf("%s: no game has a player %.60q; --seat is white, red, both, or an address "+
			"as it stands in the record", c.subject, c.o.seat)
	}
	return err
}

// compared is a game of which no more than the moves is known.
func (g suiteGame) compared() *comparedGame {
	game := &comparedGame{title: g.title}
	for _, m := range g.moves {
		game.moves = append(game.moves, comparedMove{text: m})
	}
	return game
}

// recordGames reads the games of a record, also of one that was changed.
func recordGames(s *source, f func(*comparedGame) error) error {
	var changed []int
	for r, err := range host.Games(host.Resummed(s, func(line int) { changed = append(changed, line) })) {
		if err != nil {
			return err
		}
		g, err := recordedAnswers(&r)
		if err != nil {
			return err
		}
		// The reader may be a line ahead, in the game after this one.
		last := r.Last().Line
		for len(changed) > 0 && changed[0] <= last {
			g.changed, changed = append(g.changed, changed[0]), changed[1:]
		}
		if err := f(g); err != nil {
			return err
		}
	}
	return nil
}

// recordedAnswers takes the moves of a recorded game from what the players
// answered, not from what was made of it.
func recordedAnswers(r *host.RecordedGame) (*comparedGame, error) {
	opening := r.Opening()
	if opening.Game != contest.Name || len(opening.Seats) != 2 {
		return nil, fmt.Errorf("%s:%d: record is of game %.40q with %d seats, not of %q",
			r.Name, opening.Line, opening.Game, len(opening.Seats), contest.Name)
	}
	g := &comparedGame{title: fmt.Sprintf("%s:%d", r.Name, opening.Line)}
	for i, s := range opening.Seats {
		g.players[i] = s.Address
	}
	for i := range r.Events {
		e := &r.Events[i]
		switch {
		case e.Type == host.EventAnswer && e.Question != "-T":
			g.moves = append(g.moves, comparedMove{text: trimLine(e.Received()), line: e.Line})
		case e.Type == host.EventNote && e.Name == contest.NotePly && len(g.moves) > 0:
			var ply contest.Ply
			if json.Unmarshal(e.Data, &ply) == nil {
				g.moves[len(g.moves)-1].note = ply.Move
			}
		}
	}
	return g, nil
}

// played plays the suite with the player and calls f with each game. The error
// of a player that fails comes after the moves that it has made.
func (c *comparer) played(ctx context.Context, stdin io.Reader, f func(*comparedGame) error) error {
	suite := builtinSuite()
	if c.o.suite != "" {
		var err error
		if suite, err = readSuite(ctx, c.o.suite, stdin); err != nil {
			return err
		}
	}
	d := newDrill(&c.o.drillOptions, c.subject, c.stderr)
	defer d.close()
	for number := range d.games(suite) {
		if !c.wants(trax.Color(number % 2)) {
			continue
		}
		g := d.game(number, suite)
		g.keep()
		err := d.play(ctx, g.sparring)
		if err == nil && g.foul != nil && g.foul.Kind != host.Illegal {
			err = &foundError{g.foulWords()}
		}
		if err := errors.Join(f(g.compared()), err); err != nil {
			return err
		}
	}
	return nil
}

// wants tells whether games are played in which the player has a colour.
func (c *comparer) wants(color trax.Color) bool {
	return c.o.seat == "both" || c.o.seat == color.String()
}

// keep leaves the game where the player leaves its script, or where it ends.
func (g *drilled) keep() {
	if g.script == nil {
		return
	}
	leave := g.enough
	g.enough = func() bool { return leave() || g.strayed || g.pos.Ply() >= len(g.script) }
}

// compared is a game that was played now.
func (g *drilled) compared() *comparedGame {
	game := &comparedGame{
		title:  fmt.Sprintf("%s, the player is %s", g.part.name, g.color),
		script: g.script,
	}
	game.compare[g.color] = true
	for _, m := range g.sparring.moves {
		game.moves = append(game.moves, comparedMove{text: m})
	}
	return game
}
