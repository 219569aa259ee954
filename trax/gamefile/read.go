package gamefile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gametext"
	"github.com/loopline/loopline/trax/referee"
)

// Each calls f with every game of the file, in order, until f or ctx has an
// error, which it returns. f may keep its argument. An error of the file names
// it and the line.
func (s *Source) Each(ctx context.Context, f func(*Game) error) error {
	next := func(g *Game) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return f(g)
	}
	switch s.Format {
	case Text:
		return s.eachText(next)
	case SGF:
		return s.eachSGF(next)
	case Record:
		return s.eachRecorded(next)
	case Lines:
		return s.eachLine(next)
	}
	return nil
}

// errFound ends a search.
var errFound = errors.New("found")

// Nth returns the n'th game of the file, counted from 1.
func (s *Source) Nth(ctx context.Context, n int) (found *Game, err error) {
	count := 0
	err = s.Each(ctx, func(g *Game) error {
		if count++; count == n {
			found = g
			return errFound
		}
		return nil
	})
	switch {
	case errors.Is(err, errFound):
		return found, nil
	case err != nil:
		return nil, err
	}
	return nil, fmt.Errorf("%s: there is no game %d, the file has %d", s.name, n, count)
}

// eachLine reads JSON Lines.
func (s *Source) eachLine(f func(*Game) error) error {
	for lines := (lineReader{r: s.r}); ; {
		line, err := lines.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s:%d: %w", s.name, lines.number, err)
		}
		if !blank(line) {
			title := fmt.Sprintf("%s:%d", s.name, lines.number)
			g, err := decode(line)
			if err != nil {
				return fmt.Errorf("%s: %w", title, err)
			}
			g.Title = title
			if err := f(g); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
	}
}

// eachText reads a .trx file or a list of moves.
func (s *Source) eachText(f func(*Game) error) error {
	text, err := s.readAll()
	if err != nil {
		return err
	}
	return s.give(text, gametext.ParsePlain, f)
}

// give calls f with the one game of a text, as parse reads it.
func (s *Source) give(text []byte, parse func([]byte) (gametext.Game, error), f func(*Game) error) error {
	g, err := parse(text)
	if err != nil {
		var format *trax.FormatError
		if errors.As(err, &format) {
			return fmt.Errorf("%s:%d: %s", s.name, format.Line, format.Detail)
		}
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return f(&Game{ID: quote(s.name), Title: s.title(g.Players[0], g.Players[1]), Moves: g.Moves, Lines: g.Lines})
}

// title names a game of a file with one.
func (s *Source) title(white, red string) string {
	if white+red == "" {
		return s.name
	}
	return fmt.Sprintf("%s (%s vs %s)", s.name, white, red)
}

// eachSGF reads a game of boardspace.net.
func (s *Source) eachSGF(f func(*Game) error) error {
	text, err := s.readAll()
	if err != nil {
		return err
	}
	return s.give(text, gametext.Parse, f)
}

// eachRecorded reads the games of a record. What a match was decided by beside
// the moves is for verify to say.
func (s *Source) eachRecorded(f func(*Game) error) error {
	games := 0
	for r, err := range record.Games(s) {
		if err != nil {
			return err
		}
		games++
		opening := r.Header()
		if name := opening.Game; name != referee.Name && !strings.HasPrefix(name, referee.Name+"-") {
			return fmt.Errorf("%s:%d: the record of a game of %.40q, not of %s; --game %.40s names it",
				s.name, opening.Line, name, referee.Name, name)
		}
		g := &Game{ID: quote(opening.ID), Title: fmt.Sprintf("%s:%d", s.name, opening.Line)}
		if len(opening.Seats) == 2 {
			g.Players = [2]string{opening.Seats[0].Address, opening.Seats[1].Address}
			g.Title += fmt.Sprintf(" (%s vs %s)", g.Players[0], g.Players[1])
		}
		g.Moves, g.Lines = recordedMoves(&r)
		if err := f(g); err != nil {
			return err
		}
	}
	if games == 0 {
		return fmt.Errorf("%s: the record holds no game, only a cut line", s.name)
	}
	return nil
}

// recordedMoves returns the moves of a game and the lines they stand in: the
// accepted ones, and the illegal one that ended it.
func recordedMoves(g *record.Game) (moves []string, lines []int) {
	for i := range g.Events {
		e := &g.Events[i]
		switch {
		case e.Type == record.EventNote && e.Name == referee.NotePly:
			var ply referee.Ply
			if json.Unmarshal(e.Data, &ply) == nil {
				moves, lines = append(moves, ply.Move), append(lines, e.Line)
			}
		case e.Type == record.EventVerdict && e.Foul != nil && e.Foul.Kind == string(host.Illegal):
			moves, lines = append(moves, referee.Trim(e.Foul.Text)), append(lines, e.Line)
		}
	}
	return moves, lines
}

// quote returns text as a JSON string.
func quote(text string) json.RawMessage {
	b, err := json.Marshal(text)
	if err != nil {
		return json.RawMessage(`""`)
	}
	return b
}
