// Package term shows games of Kakomimasu on a terminal.
package term

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/contest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/terminal"
)

// View is the terminal.View of Kakomimasu. A move is a turn of all players. The
// zero View is before a game.
type View struct {
	board *kakomimasu.Board
	start *contest.Start // nil: the empty board
	names []string
	turns []contest.Turn

	position *kakomimasu.Position // after played turns
	played   int
}

// Take implements terminal.View.
func (v *View) Take(e host.Event) (terminal.Move, bool) {
	switch {
	case e.Type == host.EventGame:
		v.begin(e)
	case e.Type == host.EventNote && e.Name == contest.NoteStart:
		var s contest.Start
		if json.Unmarshal(e.Data, &s) == nil {
			v.start = &s
		}
	case e.Type == host.EventNote && e.Name == contest.NoteNames:
		var names []string
		if json.Unmarshal(e.Data, &names) == nil && len(names) == len(v.names) {
			v.names = names
		}
	case e.Type == host.EventNote && e.Name == contest.NoteTurn:
		return v.turn(e.Data)
	}
	return terminal.Move{}, false
}

// begin takes in what a game begins with.
func (v *View) begin(e host.Event) {
	n := min(len(e.Seats), len(contest.SeatNames))
	*v = View{names: contest.SeatNames[:n:n]}
	b, err := kakomimasu.ReadBoard([]byte(e.Options["board"]))
	if err != nil || n == 0 {
		return
	}
	b.Players = n
	v.board = b
}

// beginning is the position before the first turn.
func (v *View) beginning() *kakomimasu.Position {
	p := kakomimasu.New(v.board)
	if v.start == nil || p.SetTiles(v.start.Tiles) != nil {
		return p
	}
	for player, agents := range v.start.Agents[:min(len(v.start.Agents), v.board.Players)] {
		for agent, at := range agents[:min(len(agents), v.board.Agents)] {
			// Of what cannot be there the agent stays off.
			_ = p.SetAgent(player, agent, kakomimasu.Cell{X: at[0], Y: at[1]})
		}
	}
	return p
}

// turn takes in the note on a turn.
func (v *View) turn(data json.RawMessage) (terminal.Move, bool) {
	var t contest.Turn
	if v.board == nil || json.Unmarshal(data, &t) != nil || t.Turn != len(v.turns)+1 || t.Turn > v.board.Turns {
		return terminal.Move{}, false
	}
	v.turns = append(v.turns, t)
	p := v.Position(len(v.turns))
	var words []string
	for player, name := range v.names {
		words = append(words, fmt.Sprintf("%s %d", name, p.Score(player).Total()))
	}
	move := terminal.Move{Words: fmt.Sprintf("turn %d %s", t.Turn, strings.Join(words, ", ")), Seat: -1}
	if n := failed(t); n > 0 {
		move.Remark = fmt.Sprintf("%d not done", n)
	}
	return move, true
}

// failed is how many actions of a turn came to nothing.
func failed(t contest.Turn) (n int) {
	for _, list := range t.Did {
		for _, d := range list {
			if d[4] != int(kakomimasu.Done) {
				n++
			}
		}
	}
	return n
}

// Moves implements terminal.View.
func (v *View) Moves() int { return len(v.turns) }

// Names are the names that the players gave.
func (v *View) Names() []string { return v.names }

// Position is the game after so many turns, 0 to Moves(); nil before a game has
// begun. It belongs to the view and holds until its next call.
func (v *View) Position(turns int) *kakomimasu.Position {
	if v.board == nil {
		return nil
	}
	if v.position == nil || v.played > turns {
		v.position, v.played = v.beginning(), 0
	}
	for ; v.played < turns; v.played++ {
		v.position.Turn(actions(v.turns[v.played]))
	}
	return v.position
}

// actions are those of a note.
func actions(t contest.Turn) [][]kakomimasu.Action {
	all := make([][]kakomimasu.Action, len(t.Did))
	for player, list := range t.Did {
		for _, d := range list {
			all[player] = append(all[player], kakomimasu.Action{
				Agent: d[0], Type: kakomimasu.Type(d[1]), To: kakomimasu.Cell{X: d[2], Y: d[3]},
			})
		}
	}
	return all
}

// Draw implements terminal.View.
func (v *View) Draw(dst []byte, moves int, style terminal.Style, room terminal.Size) []byte {
	p := v.Position(moves)
	if p == nil {
		return dst
	}
	return Append(dst, p, v.names, style, room)
}
