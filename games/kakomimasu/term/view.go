// Package term shows games of Kakomimasu on a terminal.
package term

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
)

// View is the terminal.View of Kakomimasu. A move is a turn of all players. The
// zero View is before a game.
type View struct {
	reader referee.EventReader
	names  []string
	seats  []record.EventSeat
	begin  *kakomimasu.Position // before the first turn
	turns  []*referee.Turn

	position *kakomimasu.Position // after played turns
	played   int
}

// Observe implements terminal.View.
func (v *View) Observe(e record.Event) (terminal.Move, bool) {
	t := v.reader.Take(&e)
	switch {
	case e.Type == record.EventGame:
		n := min(len(e.Seats), len(referee.SeatNames))
		*v = View{reader: v.reader, names: referee.SeatNames[:n:n], seats: e.Seats}
	case e.Type == record.EventNote && e.Name == referee.NoteNames:
		var names []string
		if json.Unmarshal(e.Data, &names) == nil && len(names) == len(v.names) {
			for seat := range names {
				names[seat] = terminal.PlayerName(v.seats[seat].Address, names[seat])
			}
			v.names = names
		}
	case t != nil:
		return v.turn(t), true
	}
	if v.reader.Position != nil && len(v.turns) == 0 {
		v.begin, v.position = v.reader.Position.Clone(), nil
	}
	return terminal.Move{}, false
}

// turn takes in a turn.
func (v *View) turn(t *referee.Turn) terminal.Move {
	v.turns = append(v.turns, t)
	p := v.Position(len(v.turns))
	move := terminal.Move{Words: say.Format("turn %d %s", t.Turn, v.scores(p)), Seat: -1}
	if n := failed(t); n > 0 {
		move.Remark = say.Format("%d not done", n)
	}
	return move
}

// scores are the players with their points. Their own names stay.
func (v *View) scores(p *kakomimasu.Position) say.Text {
	words := make([]string, len(v.names))
	var seats say.Text
	for player, name := range v.names {
		points := p.Score(player).Total()
		words[player] = fmt.Sprintf("%s %d", short(name), points)
		seats = say.Join(", ", seats, say.Format("%s %d", say.Named("kakomimasu."+name, name), points))
	}
	if slices.Equal(v.names, referee.SeatNames[:len(v.names)]) {
		return seats
	}
	return say.Raw(strings.Join(words, ", "))
}

// nameColumns limits a name in the words of a turn: those of four players and their points fit what a page
// shows of a move.
const nameColumns = 16

// short returns a name as the words of a turn have it.
func short(name string) string {
	if termsafe.Width(name) <= nameColumns {
		return name
	}
	return termsafe.Cut(name, nameColumns-1) + "…"
}

func failed(t *referee.Turn) (n int) {
	for _, list := range t.Did {
		for _, d := range list {
			if d[4] != int(kakomimasu.Done) {
				n++
			}
		}
	}
	return n
}

// Explain implements terminal.Explainer.
func (v *View) Explain(f *host.Foul) say.Text { return referee.Explain(f) }

// Moves implements terminal.View.
func (v *View) Moves() int { return len(v.turns) }

// Actions returns the orders of each player in a turn, 1 to Moves().
func (v *View) Actions(turn int) [][]kakomimasu.Action {
	actions := make([][]kakomimasu.Action, len(v.names))
	copy(actions, v.turns[turn-1].Actions())
	return actions
}

// Names are the names of the players.
func (v *View) Names() []string { return v.names }

// Position is the game after the given number of turns, 0 to Moves(); nil before a game has
// begun. It belongs to the view and holds until its next call.
func (v *View) Position(turns int) *kakomimasu.Position {
	if v.begin == nil {
		return nil
	}
	if v.position == nil || v.played > turns {
		v.position, v.played = v.begin.Clone(), 0
	}
	for ; v.played < turns; v.played++ {
		v.position.Turn(v.turns[v.played].Actions())
	}
	return v.position
}

// Draw implements terminal.View.
func (v *View) Draw(dst []byte, moves int, style terminal.Style, room terminal.Size) []byte {
	p := v.Position(moves)
	if p == nil {
		return dst
	}
	return Append(dst, p, v.names, style, room)
}
