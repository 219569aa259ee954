package live

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
)

// countView is the view of a game in which each note is a move, and whose
// picture has a line for each of them.
type countView struct{ words []string }

func (v *countView) Observe(e record.Event) (terminal.Move, bool) {
	if e.Type != record.EventNote {
		return terminal.Move{}, false
	}
	v.words = append(v.words, string(e.Data))
	return terminal.Move{Words: say.Raw(string(e.Data)), Seat: e.Seat, Remark: say.Raw("+1")}, true
}

func (v *countView) Moves() int { return len(v.words) }

func (v *countView) Draw(dst []byte, _ int, _ terminal.Style, _ terminal.Size) []byte { return dst }

func (v *countView) Scores(moves int) []int { return []int{moves, 2 * moves} }

func (v *countView) SVG(w io.Writer, moves int) error {
	fmt.Fprintf(w, "<svg viewBox=\"0 0 %d 10\">\n<title>after %d</title>\n<g>\n", 10*(moves+1), moves)
	for i := range moves {
		fmt.Fprintf(w, "<rect x=\"%d\"/>\n", 10*i)
	}
	_, err := io.WriteString(w, "</g>\n</svg>\n")
	return err
}

func newCountView(string) (View, error) { return &countView{}, nil }

// opening is the first event of a game between players of these names.
func opening(names ...string) record.Event {
	e := record.Event{Type: record.EventGame, Game: "count", Number: 1, Games: 2, Match: "m"}
	for i, name := range names {
		e.Seats = append(e.Seats, record.EventSeat{Name: string(rune('a' + i)), Address: name})
	}
	return e
}

// ply are the events of a move.
func ply(seat int, words string, used time.Duration) []record.Event {
	return []record.Event{
		{Type: record.EventAsk, Seat: seat, Limit: 1e6},
		{Type: record.EventAnswer, Seat: seat, Used: record.Micros(used.Microseconds())},
		{Type: record.EventNote, Seat: seat, Data: []byte(words)},
	}
}

// won is a verdict for a seat.
func won(winner string) record.Event {
	return record.Event{Type: record.EventVerdict, Winner: &winner, Reason: "count", Ply: 2}
}

// played is a game of moves that has been told.
func played(t *testing.T, moves int) *GameFeed {
	t.Helper()
	g, err := NewGameFeed("1", &countView{})
	require.NoError(t, err)
	tell(g, opening("x", "y"))
	for i := range moves {
		tell(g, ply(i%2, fmt.Sprintf("m%d", i+1), time.Millisecond)...)
	}
	g.publish(time.Unix(100, 0))
	return g
}

// tell has a game take in events.
func tell(g *GameFeed, events ...record.Event) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := range events {
		g.take(&events[i], time.Unix(100, 0))
	}
}

// texts are the events of a log in the form in which they are sent.
func texts(l *EventStream, from int) (all []string) {
	events, _, _ := l.From(from, 0)
	for _, e := range events {
		all = append(all, string(e.text))
	}
	return all
}

// attack is what a name may hold.
var attack = `<script>alert(1)</script>"'` + "\u202e\x1b]0;x\a" + strings.Repeat("😀", 10000)

// oneQuestion is a game of one question, noted as a move.
func oneQuestion(ctx context.Context, t *host.Session) (host.Verdict, error) {
	if _, err := t.Ask(ctx, 0, "go", time.Minute); err != nil {
		return host.Verdict{}, err
	}
	if err := t.Note("move", "m1"); err != nil {
		return host.Verdict{}, err
	}
	return host.Verdict{Winner: 0, Reason: "done", Ply: 1}, nil
}
