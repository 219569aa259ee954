// Package term shows games of CHaser on a terminal.
package term

import (
	"encoding/json"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/referee"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// View is the terminal.View of CHaser. The zero View is before a game.
type View struct {
	start   *chaser.Map
	seats   []record.EventSeat
	names   [2]string
	methods []chaser.Method
	game    *chaser.Position // after played methods
	played  int
}

// Observe implements terminal.View.
func (v *View) Observe(e record.Event) (terminal.Move, bool) {
	switch {
	case e.Type == record.EventGame:
		*v = View{names: chaser.Seats, seats: e.Seats}
		if c, err := referee.FromRecord(&e); err == nil {
			v.start = c.Start()
		}
	case e.Type == record.EventNote && e.Name == referee.NoteNames:
		var names [2]string
		if json.Unmarshal(e.Data, &names) == nil {
			v.names = names
			for seat := range min(len(v.seats), len(names)) {
				v.names[seat] = terminal.PlayerName(v.seats[seat].Address, names[seat])
			}
		}
	case e.Type == record.EventNote && e.Name == referee.NoteMethod:
		return v.method(e.Data)
	}
	return terminal.Move{}, false
}

// method takes in the note on a method.
func (v *View) method(data json.RawMessage) (terminal.Move, bool) {
	var note referee.Method
	if v.start == nil || json.Unmarshal(data, &note) != nil {
		return terminal.Move{}, false
	}
	m, err := chaser.ParseMethod(note.Method)
	g := v.Position(len(v.methods))
	if err != nil || g.Outcome().Over || g.Next() != note.Seat {
		return terminal.Move{}, false
	}
	before := g.Items(note.Seat)
	g.Play(m)
	v.played++
	v.methods = append(v.methods, m)
	move := terminal.Move{
		Words: say.Format("%d %s %s %s", note.Ply, say.Named("chaser."+referee.SeatNames[note.Seat], referee.SeatNames[note.Seat]), note.Method, note.Answer), Seat: note.Seat,
	}
	if g.Items(note.Seat) > before {
		move.Remark = say.Format("item %d", g.Items(note.Seat))
	}
	return move, true
}

// Explain implements terminal.Explainer.
func (v *View) Explain(f *host.Foul) say.Text { return referee.Explain(f) }

// Moves implements terminal.View.
func (v *View) Moves() int { return len(v.methods) }

// Method returns a method of the game, 1 to Moves().
func (v *View) Method(number int) chaser.Method { return v.methods[number-1] }

// Start returns the map of the game, with its turns; nil before a game has begun.
func (v *View) Start() *chaser.Map { return v.start }

// Position is the game after the given number of methods, 0 to Moves(); nil before a game has
// begun. It belongs to the view and holds until its next call.
func (v *View) Position(methods int) *chaser.Position {
	if v.start == nil {
		return nil
	}
	if v.game == nil || v.played > methods {
		v.game, v.played = chaser.New(v.start, v.start.Turns), 0
	}
	for ; v.played < methods; v.played++ {
		v.game.Play(v.methods[v.played])
	}
	return v.game
}

// Names are the names of the players.
func (v *View) Names() [2]string { return v.names }

// Draw implements terminal.View.
func (v *View) Draw(dst []byte, moves int, style terminal.Style, room terminal.Size) []byte {
	g := v.Position(moves)
	if g == nil {
		return dst
	}
	return Append(dst, g, v.names, style, room)
}
