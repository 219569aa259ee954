package descriptor

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/termsafe"
)

type replayResult struct {
	ID       string   `json:"id"`
	Game     string   `json:"game"`
	Seats    []string `json:"seats"` // addresses
	Plies    int      `json:"plies"`
	Winner   *string  `json:"winner"` // a seat's name
	Draw     bool     `json:"draw,omitempty"`
	Scores   []int    `json:"scores,omitempty"`
	Reason   string   `json:"reason"`
	Void     bool     `json:"void"`
	Complete bool     `json:"complete"`
}

// replayFiles plays the games of files again. A question of
// JSON Lines is answered by Replay, a line each. Of a record each game is
// derived again, as Verify does it: how it came out and its last position, or
// with JSON one object a game. A record that does not come to its verdict is
// an error, and so is one of another game.
func (g *Descriptor) replayFiles(ctx context.Context, f *Files) error {
	return eachFile(ctx, f.Names, f.In, func(name string, r io.Reader) error { return g.replayFile(ctx, name, r, f.Out, f.JSON) })
}

func (g *Descriptor) replayFile(ctx context.Context, name string, r io.Reader, w io.Writer, asJSON bool) error {
	text := bufio.NewReaderSize(r, 64<<10)
	if RecordedGame(text) == "" {
		return AnswerLines(ctx, text, w, g.Replay)
	}
	for recorded, err := range record.Games(record.Named(text, name)) {
		if err == nil {
			err = g.replayRecorded(&recorded, w, asJSON)
		}
		if err != nil || ctx.Err() != nil {
			return cmp.Or(err, ctx.Err())
		}
	}
	return nil
}

// VerifyRecorded is Verify, and finds records whose seats are not those of the game.
func (g *Descriptor) VerifyRecorded(recorded *record.Game) (host.ReplayReport, error) {
	for seat, is := range recorded.Header().Seats {
		if seat >= len(g.Seats) || is.Name != g.Seats[seat] {
			return host.ReplayReport{}, fmt.Errorf("%s:%d: record's seat %d is %.40q; the seats of %s are %s, in this order",
				recorded.Name, recorded.Header().Line, seat, is.Name, g.Name, strings.Join(g.Seats, ", "))
		}
	}
	return g.Verify(recorded)
}

// replayRecorded derives a game and tells of it.
func (g *Descriptor) replayRecorded(recorded *record.Game, w io.Writer, asJSON bool) error {
	opening := recorded.Header()
	if opening.Game != g.Name {
		return fmt.Errorf("%s:%d: a game of %.40q, not of %s; --game names it", recorded.Name, opening.Line, opening.Game, g.Name)
	}
	report, err := g.VerifyRecorded(recorded)
	if err != nil {
		return err
	}
	r := g.replayed(recorded, &report)
	if asJSON {
		line, err := json.Marshal(r)
		if err == nil {
			_, err = w.Write(append(line, '\n'))
		}
		return err
	}
	title := fmt.Sprintf("%s:%d (%s): %s", recorded.Name, opening.Line, strings.Join(r.Seats, " vs "), g.result(&report))
	if _, err := fmt.Fprintln(w, termsafe.Escape(title)); err != nil {
		return err
	}
	view := g.View()
	for i := range recorded.Events {
		view.Observe(recorded.Events[i])
	}
	_, err = w.Write(append(view.Draw(nil, view.Moves(), terminal.Style{}, terminal.Unbounded), '\n'))
	return err
}

func (g *Descriptor) replayed(recorded *record.Game, report *host.ReplayReport) replayResult {
	opening, v := recorded.Header(), &report.Verdict
	r := replayResult{ID: opening.ID, Game: g.Name, Plies: v.Ply, Complete: report.Complete}
	for _, seat := range opening.Seats {
		r.Seats = append(r.Seats, seat.Address)
	}
	if !report.Complete {
		return r
	}
	r.Draw, r.Scores, r.Reason, r.Void = v.Draw, v.Scores, v.Reason, v.Void
	if v.Winner != host.NoWinner {
		r.Winner = &g.Seats[v.Winner]
	}
	return r
}

// result says how a recorded game ended.
func (g *Descriptor) result(report *host.ReplayReport) string {
	v := &report.Verdict
	if !report.Complete {
		return "not over after " + humanize.Plural(v.Ply, "ply", "plies")
	}
	winner := ""
	if v.Winner != host.NoWinner {
		winner = g.Seats[v.Winner]
	}
	return v.Result(say.Raw(winner)).String()
}
