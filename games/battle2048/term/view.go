// Package term shows games of 2048 versus on a terminal.
package term

import (
	"encoding/json"
	"strconv"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// View is the terminal.View of 2048 versus. The first two moves are the start
// cells. The zero View is at the start of a game.
type View struct {
	names [2]string
	after []battle2048.Position
	moves []Move
}

// Move is a move of a game: a start cell, or a turn.
type Move struct {
	Seat   int
	Turn   bool
	Answer battle2048.Answer // of a start its one cell only
}

// Observe implements terminal.View.
func (v *View) Observe(e record.Event) (terminal.Move, bool) {
	g := v.Position(v.Moves())
	switch {
	case e.Type == record.EventGame:
		for i := range min(len(e.Seats), len(v.names)) {
			v.names[i] = terminal.PlayerName(e.Seats[i].Address, e.Seats[i].Name)
		}
		return terminal.Move{}, false
	case e.Type != record.EventNote || g.Over:
		return terminal.Move{}, false
	case e.Name == referee.NoteStart:
		var start referee.Start
		if json.Unmarshal(e.Data, &start) != nil || g.Started() || g.Next() != start.Seat || g.Start(start.Cell) != battle2048.None {
			return terminal.Move{}, false
		}
		cell, _ := battle2048.ParseStart(start.Cell)
		v.add(g, Move{Seat: start.Seat, Answer: battle2048.Answer{Cells: []battle2048.Cell{cell}}})
		return terminal.Move{Words: say.Format("%s starts the other at %s", seat(start.Seat), start.Cell), Seat: start.Seat}, true
	case e.Name == referee.NoteTurn:
		var turn referee.Turn
		if json.Unmarshal(e.Data, &turn) != nil || !g.Started() || g.Next() != turn.Seat || g.Play(turn.Answer) != battle2048.None {
			return terminal.Move{}, false
		}
		m := terminal.Move{Words: say.Format("turn %d %s %s", turn.Turn, seat(turn.Seat), turn.Answer), Seat: turn.Seat}
		if gain := g.Scores[turn.Seat] - v.Position(v.Moves()).Scores[turn.Seat]; gain > 0 {
			m.Remark = say.Raw("+" + strconv.FormatInt(gain, 10))
		}
		answer, _ := battle2048.ParseAnswer(turn.Answer)
		v.add(g, Move{turn.Seat, true, answer})
		return m, true
	}
	return terminal.Move{}, false
}

// seat is the name of a seat.
func seat(n int) say.Text {
	name := referee.SeatNames[n]
	return say.Named("battle2048."+name, name)
}

func (v *View) add(after battle2048.Position, m Move) {
	v.after, v.moves = append(v.after, after), append(v.moves, m)
}

// Last is the last of the given number of moves, 1 to Moves().
func (v *View) Last(moves int) Move { return v.moves[moves-1] }

// Explain implements terminal.Explainer.
func (v *View) Explain(f *host.Foul) say.Text { return referee.Explain(f) }

// Moves implements terminal.View.
func (v *View) Moves() int { return len(v.after) }

// Position is the game after the given number of moves, 0 to Moves().
func (v *View) Position(moves int) battle2048.Position {
	if moves == 0 {
		return battle2048.Position{}
	}
	return v.after[moves-1]
}

// Draw implements terminal.View.
func (v *View) Draw(dst []byte, moves int, style terminal.Style, room terminal.Size) []byte {
	g := v.Position(moves)
	return Append(dst, &g, style, room)
}

// Names are the names of the players; before a game those of the seats, as numbers.
func (v *View) Names() [2]string {
	if v.names == [2]string{} {
		return [2]string{"1", "2"}
	}
	return v.names
}
