package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/playertest"
	"github.com/loopline/loopline/trax/referee"
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
	text  string
	line  int    // of a record, 0 without
	note  string // the move that the record says was accepted; empty without
	given bool   // of the opening
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
	case Both:
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

// File compares the games of the file that [Options.Subject] names.
func (c *Comparer) File(ctx context.Context, open func(name string) (*gamefile.Source, error)) error {
	s, err := open(c.o.Subject)
	if err != nil {
		return err
	}
	defer s.Close()
	return c.games(ctx, s)
}

// games compares the games of a file.
func (c *Comparer) games(ctx context.Context, s *gamefile.Source) (err error) {
	skipped := 0
	choose := func(g *comparedGame) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !g.choose(c.o.Seat) {
			skipped++
			return nil
		}
		return c.game(ctx, g)
	}
	if s.Format == gamefile.Record {
		err = recordGames(s, choose)
	} else {
		err = s.Each(ctx, func(g *gamefile.Game) error { return choose(listedGame(g)) })
	}
	if err == nil && skipped > 0 && c.total.Games == 0 {
		err = fmt.Errorf("%s: no game has a player %.60q; --seat is white, red, both, or an address "+
			"from the record", c.o.Subject, c.o.Seat)
	}
	return err
}

// listedGame is a game of which no more than the moves is known.
func listedGame(g *gamefile.Game) *comparedGame {
	game := &comparedGame{title: g.Title}
	for _, m := range g.Moves {
		game.moves = append(game.moves, comparedMove{text: m})
	}
	return game
}

// recordGames reads the games of a record, also of one that was changed.
func recordGames(s *gamefile.Source, f func(*comparedGame) error) error {
	var changed []int
	for r, err := range record.Games(record.RepairChecksums(s, func(line int) { changed = append(changed, line) })) {
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

// recordedAnswers takes the moves of a recorded game from the lines that the players
// answered, not from the notes.
func recordedAnswers(r *record.Game) (*comparedGame, error) {
	opening := r.Header()
	if opening.Game != referee.Name || len(opening.Seats) != 2 {
		return nil, fmt.Errorf("%s:%d: record is of game %.40q with %d seats, not of %q",
			r.Name, opening.Line, opening.Game, len(opening.Seats), referee.Name)
	}
	g := &comparedGame{title: fmt.Sprintf("%s:%d", r.Name, opening.Line)}
	for i, s := range opening.Seats {
		g.players[i] = s.Address
	}
	for i := range r.Events {
		e := &r.Events[i]
		switch {
		case e.Type == record.EventAnswer && e.Question != referee.AskTeam:
			g.moves = append(g.moves, comparedMove{text: referee.Trim(e.Received()), line: e.Line})
		case e.Type == record.EventNote && e.Name == referee.NotePly:
			var ply referee.Ply
			if json.Unmarshal(e.Data, &ply) == nil {
				g.noted(ply.Move, e.Line)
			}
		}
	}
	return g, nil
}

// noted takes in the moves in the record. Before the first answer that
// is the opening.
func (g *comparedGame) noted(move string, line int) {
	if n := len(g.moves); n > 0 && !g.moves[n-1].given {
		g.moves[n-1].note = move
		return
	}
	g.moves = append(g.moves, comparedMove{text: move, line: line, given: true})
}

// opening is the moves of the opening, with spaces between them.
func (g *comparedGame) opening() string {
	var moves []string
	for i := range g.moves {
		if g.moves[i].given {
			moves = append(moves, g.moves[i].text)
		}
	}
	return strings.Join(moves, " ")
}

// Play plays the given number of games of a suite with a player and compares its moves. A
// *check.PlayerError, of a player that fails, comes after the moves that it has made.
func (c *Comparer) Play(ctx context.Context, d *playertest.Harness, suite []playertest.TestCase, rounds int) error {
	for number := range rounds {
		if !c.wants(trax.Color(number % 2)) {
			continue
		}
		g := d.Game(number, suite)
		g.KeepToScript()
		err := d.Play(ctx, g.Opponent)
		if err == nil && g.Foul != nil && g.Foul.Kind != host.Illegal {
			err = &check.PlayerError{What: say.Raw(g.FoulText())}
		}
		if err := errors.Join(c.game(ctx, playedGame(g)), err); err != nil {
			return err
		}
	}
	return nil
}

// wants reports whether games are played in which the player has a colour.
func (c *Comparer) wants(color trax.Color) bool {
	return c.o.Seat == Both || c.o.Seat == color.String()
}

// playedGame is a game that was played now.
func playedGame(g *playertest.Game) *comparedGame {
	game := &comparedGame{
		title:  fmt.Sprintf("%s, the player is %s", g.TestCase.Name, g.Color),
		script: g.Script,
	}
	game.compare[g.Color] = true
	for _, m := range g.Moves {
		game.moves = append(game.moves, comparedMove{text: m})
	}
	return game
}
