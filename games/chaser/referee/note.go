package referee

import (
	"fmt"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host"
)

// The names of the notes in a record.
const (
	NoteNames  = "names"  // data is the teams' names, COOL's first
	NoteMethod = "method" // data is a Method
	NoteResult = "result" // data is a Result
)

// Method is the note on a method that was played.
type Method struct {
	Ply    int    `json:"ply"` // counted from 1
	Seat   int    `json:"seat"`
	Ready  string `json:"ready"` // the answer to gr
	Method string `json:"method"`
	Answer string `json:"answer"`
	Items  [2]int `json:"items"` // after it
}

// Result is the end of a game by the rules. The facts from which a contest derives points are in
// it.
type Result struct {
	Winner string        `json:"winner"` // COOL, HOT or DRAW
	Reason chaser.Reason `json:"reason"`
	Left   int           `json:"left"` // rounds that were not finished
	Items  [2]int        `json:"items"`
}

func (r *referee) items() [2]int { return [2]int{r.game.Items(0), r.game.Items(1)} }

func (r *referee) note(seat int, m chaser.Method, ready, answer string) error {
	return r.table.Note(NoteMethod, Method{
		Ply: r.game.Acts(), Seat: seat, Ready: ready, Method: m.String(), Answer: answer, Items: r.items(),
	})
}

func (r *referee) result() Result {
	end := r.game.Outcome()
	result := Result{Winner: chaser.Drawn, Reason: end.Reason, Left: r.game.Left(), Items: r.items()}
	if end.Winner >= 0 {
		result.Winner = chaser.Seats[end.Winner]
	}
	return result
}

// verdict returns the verdict of a game that was played out.
func (r *referee) verdict() host.Verdict {
	end := r.game.Outcome()
	v := host.Verdict{Winner: end.Winner, Draw: end.Winner < 0, Reason: string(end.Reason)}
	items := fmt.Sprintf("%d to %d items", r.game.Items(0), r.game.Items(1))
	switch end.Reason {
	case chaser.OnBlock:
		v.Detail = chaser.Seats[1-end.Winner] + " is on a block"
	case chaser.OffMap:
		v.Detail = chaser.Seats[1-end.Winner] + " walked off the map"
	case chaser.ShutIn:
		v.Detail = chaser.Seats[1-end.Winner] + " is shut in"
	default:
		v.Detail = "the turns are over, " + items
	}
	return v
}
