// Package livetest has what tests of pages share: a game, browsers, and what is wanted of every page. It imports none of
// the pages, so that their own tests may use it.
package livetest

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// CountView is the view of a game in which each note is a move, and whose
// picture has a line for each of them.
type CountView struct{ moves int }

// Observe implements terminal.View.
func (v *CountView) Observe(e record.Event) (terminal.Move, bool) {
	if e.Type != record.EventNote {
		return terminal.Move{}, false
	}
	v.moves++
	return terminal.Move{Words: say.Raw(string(e.Data)), Seat: e.Seat, Remark: say.Raw("+1")}, true
}

// Moves implements terminal.View.
func (v *CountView) Moves() int { return v.moves }

// Draw implements terminal.View: it draws nothing.
func (v *CountView) Draw(dst []byte, _ int, _ terminal.Style, _ terminal.Size) []byte { return dst }

// Scores implements live.Scorer: a point a move for the first seat, two for the second.
func (v *CountView) Scores(moves int) []int { return []int{moves, 2 * moves} }

// SVG implements live.View.
func (v *CountView) SVG(w io.Writer, moves int) error {
	fmt.Fprintf(w, "<svg viewBox=\"0 0 %d 10\">\n<title>after %d</title>\n<g>\n", 10*(moves+1), moves)
	for i := range moves {
		fmt.Fprintf(w, "<rect x=\"%d\"/>\n", 10*i)
	}
	_, err := io.WriteString(w, "</g>\n</svg>\n")
	return err
}

// Opening returns the first event of a game between players of these names, at seats a, b and so on.
func Opening(names ...string) record.Event {
	e := record.Event{Type: record.EventGame, Game: "count", Number: 1, Games: 2, Match: "m"}
	for i, name := range names {
		e.Seats = append(e.Seats, record.EventSeat{Name: string(rune('a' + i)), Address: name})
	}
	return e
}

// Ply returns the events of a move.
func Ply(seat int, words string, used time.Duration) []record.Event {
	return []record.Event{
		{Type: record.EventAsk, Seat: seat, Limit: 1e6},
		{Type: record.EventAnswer, Seat: seat, Used: record.Micros(used.Microseconds())},
		{Type: record.EventNote, Seat: seat, Data: []byte(words)},
	}
}

// Won returns a verdict for a seat.
func Won(winner string) record.Event {
	return record.Event{Type: record.EventVerdict, Winner: &winner, Reason: "count", Ply: 2}
}

// Attack is a name as bad as one may be.
var Attack = `<script>alert(1)</script>"'` + "\u202e\x1b]0;x\a" + strings.Repeat("😀", 10000)

// OneMove returns a game of one question, noted as a move, that the first seat wins.
func OneMove() *host.Game {
	return &host.Game{
		Name: "count", Seats: []host.Seat{
			{Name: "a", Address: "A <script>", Player: hosttest.Answering("ok", 0)}, {Name: "b", Address: "B", Player: hosttest.Answering("ok", 0)},
		},
		Referee: func(ctx context.Context, t *host.Session) (host.Verdict, error) {
			if _, err := t.Ask(ctx, 0, "go", time.Minute); err != nil {
				return host.Verdict{}, err
			}
			if err := t.Note("move", "m1"); err != nil {
				return host.Verdict{}, err
			}
			return host.Verdict{Winner: 0, Reason: "done", Ply: 1}, nil
		},
	}
}

// RecordGame adds a game of one move to a record, by its identity there, and returns the record's sum.
func RecordGame(t testing.TB, name, id string) string {
	t.Helper()
	file, err := record.Open(name)
	require.NoError(t, err)
	m := OneMove()
	m.ID, m.Record = id, file
	_, err = m.Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, file.Close())
	return file.Chain().Sum()
}
