package term

import (
	"encoding/json"
	"fmt"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/referee"
)

// View is the terminal.View of Trax.
type View struct {
	moves []string
	pos   *trax.Position // after shown moves, which is all but while it draws another
}

// NewView is at the start of a game.
func NewView() *View { return &View{pos: trax.NewPosition()} }

// Observe implements terminal.View.
func (v *View) Observe(e record.Event) (terminal.Move, bool) {
	if e.Type != record.EventNote || e.Name != referee.NotePly {
		return terminal.Move{}, false
	}
	ply, ok := e.Of.(referee.Ply)
	if !ok && json.Unmarshal(e.Data, &ply) != nil {
		return terminal.Move{}, false
	}
	v.seek(len(v.moves))
	if v.pos.PlayText(ply.Move) != nil {
		return terminal.Move{}, false
	}
	v.moves = append(v.moves, ply.Move)
	m := terminal.Move{
		Words: say.Format("ply %d %s %s", ply.Ply, seat(ply.Seat), ply.Move), Seat: ply.Seat,
	}
	if ply.Forced > 0 {
		m.Remark = say.Format("+%d forced", ply.Forced)
	}
	return m, true
}

// seat is the name of a seat.
func seat(n int) say.Text {
	name := trax.Color(n).String()
	return say.Named("trax."+name, name)
}

// Explain implements terminal.Explainer: it tries the move once more.
func (v *View) Explain(f *host.Foul) say.Text {
	v.seek(len(v.moves))
	return referee.Explain(f, v.pos)
}

// Moves implements terminal.View.
func (v *View) Moves() int { return len(v.moves) }

// Notation returns a move in notation; the first is number 1.
func (v *View) Notation(number int) string { return v.moves[number-1] }

// Draw implements terminal.View.
func (v *View) Draw(dst []byte, moves int, style terminal.Style, room terminal.Size) []byte {
	return Append(dst, v.Position(moves), style, room)
}

// Position is the position after the given number of moves, 0 to Moves(). It belongs to the
// view and holds until its next call.
func (v *View) Position(moves int) *trax.Position {
	v.seek(moves)
	return v.pos
}

// seek brings the position to after the given number of moves.
func (v *View) seek(moves int) {
	for v.pos.Ply() > moves {
		v.pos.Undo()
	}
	for v.pos.Ply() < moves {
		if err := v.pos.PlayText(v.moves[v.pos.Ply()]); err != nil {
			panic(fmt.Sprintf("trax/term: ply %d was legal and no longer is: %v", v.pos.Ply()+1, err))
		}
	}
}
