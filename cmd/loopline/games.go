package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/contest"
)

// eachGame calls f with every game of a source that is a text or a record.
// The title names the game for people.
func eachGame(s *source, f func(title string, q *question) error) error {
	switch s.format {
	case formatText:
		return textGame(s, f)
	case formatRecord:
		return recordedGames(s, f)
	}
	return nil
}

// textGame reads a .trx file or a list of moves.
func textGame(s *source, f func(string, *question) error) error {
	text, err := s.readAll()
	if err != nil {
		return err
	}
	g, err := trax.ParseGame(text)
	if err != nil {
		var format *trax.FormatError
		if errors.As(err, &format) {
			return fmt.Errorf("%s:%d: %s", s.name, format.Line, format.Detail)
		}
		return fmt.Errorf("%s: %w", s.name, err)
	}
	q := &question{id: appendString(nil, s.name), lines: g.Lines}
	q.setList(g.Moves)
	title := s.name
	if g.White+g.Red != "" {
		title = fmt.Sprintf("%s (%s vs %s)", s.name, g.White, g.Red)
	}
	return f(title, q)
}

// recordedGames reads the games of a record. What a match was decided by
// beside the moves is for verify to say.
func recordedGames(s *source, f func(string, *question) error) error {
	games := 0
	for g, err := range host.Games(s) {
		if err != nil {
			return err
		}
		games++
		q := &question{id: appendString(nil, g.Opening().ID)}
		moves, lines := recordedMoves(&g)
		q.lines = lines
		q.setList(moves)
		title := fmt.Sprintf("%s:%d", s.name, g.Opening().Line)
		if seats := g.Opening().Seats; len(seats) == 2 {
			title += fmt.Sprintf(" (%s vs %s)", seats[0].Address, seats[1].Address)
		}
		if err := f(title, q); err != nil {
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
func recordedMoves(g *host.RecordedGame) (moves []string, lines []int) {
	for i := range g.Events {
		e := &g.Events[i]
		switch {
		case e.Type == host.EventNote && e.Name == contest.NotePly:
			var ply contest.Ply
			if json.Unmarshal(e.Data, &ply) == nil {
				moves, lines = append(moves, ply.Move), append(lines, e.Line)
			}
		case e.Type == host.EventVerdict && e.Foul != nil && e.Foul.Kind == host.Illegal:
			moves, lines = append(moves, trimLine(e.Foul.Text)), append(lines, e.Line)
		}
	}
	return moves, lines
}
