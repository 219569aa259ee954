package referee

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/say"
)

// New is a match of 2048 versus between two seats, of which 0 begins. The
// verdict's Ply is the number of turns whose slide was tried, both players'
// together. Its Reason, or that of its foul, is the name that the contest's
// judge gives it.
func New(c Config) host.Referee { return game(c, nil) }

func game(c Config, keep func(*Log) error) host.Referee {
	c = c.filled()
	return func(ctx context.Context, table *host.Session) (host.Verdict, error) {
		if n := table.Seats(); n != len(SeatNames) {
			return host.Verdict{}, fmt.Errorf("%s is for %d seats, not %d", Name, len(SeatNames), n)
		}
		r := &referee{config: c, table: table}
		v, err := r.play(ctx)
		v.Scores = []int{int(r.game.Scores[0]), int(r.game.Scores[1])}
		v.Ply = r.game.Slides()
		if keep != nil {
			if failed := keep(&r.log); failed != nil {
				table.Log(0, failed.Error())
			}
		}
		return v, err
	}
}

// referee is one game in play.
type referee struct {
	config Config
	table  *host.Session
	game   battle2048.Position
	used   [2]time.Duration // in turns
	log    Log
}

func (r *referee) play(ctx context.Context) (host.Verdict, error) {
	for !r.game.Over {
		var err error
		if r.game.Started() {
			err = r.turn(ctx)
		} else {
			err = r.start(ctx)
		}
		var foul *host.Foul
		switch {
		case errors.As(err, &foul):
			return host.Verdict{}, errors.Join(foul, r.result())
		case err != nil:
			return host.Verdict{}, err
		}
	}
	v := host.Verdict{Winner: r.game.Winner(), Reason: string(r.game.Reason)}
	switch r.game.Reason {
	case battle2048.CannotMove:
		v.Detail = fmt.Sprintf("%s cannot slide its board", SeatNames[r.game.Loser])
	case battle2048.LessScore:
		v.Detail = fmt.Sprintf("%s has less points after %d turns", SeatNames[r.game.Loser], battle2048.Turns)
	case battle2048.SameScore:
		v.Detail = fmt.Sprintf("both have the same points after %d turns, which %s wins", battle2048.Turns, SeatNames[1])
	}
	return v, r.result()
}

// start asks for a start cell.
func (r *referee) start(ctx context.Context) error {
	seat := r.game.Next()
	a, err := r.ask(ctx, seat, strconv.Itoa(seat), r.config.Init)
	if err != nil {
		return r.lost(err, battle2048.TimeAtInit, battle2048.PresentationAtInit)
	}
	if reason := r.game.Start(a.Text); reason != battle2048.None {
		return r.illegal(seat, reason, a, r.config.Init)
	}
	return r.table.Note(NoteStart, Start{Seat: seat, Cell: strings.TrimSpace(a.Text)})
}

// turn asks for a turn.
func (r *referee) turn(ctx context.Context) error {
	seat, c := r.game.Next(), &r.config
	a, err := r.ask(ctx, seat, r.question(seat), c.Turn)
	if err != nil {
		return r.lost(err, battle2048.TurnTime, battle2048.PresentationAtTurn)
	}
	if r.used[seat] += a.Used - a.Compensation; r.used[seat] > c.Total {
		r.game.Lose(seat, battle2048.TotalTime)
		text := say.Format("took %v in all its turns, %v is the limit", r.used[seat], c.Total)
		return &host.Foul{
			Seat: seat, Kind: host.Late, Reason: string(battle2048.TotalTime), Detail: text.String(), Text: text,
			Bytes: []byte(a.Text), Used: r.used[seat], Limit: c.Total,
		}
	}
	turn := r.game.Turn()
	if reason := r.game.Play(a.Text); reason != battle2048.None {
		return r.illegal(seat, reason, a, c.Turn)
	}
	return r.table.Note(NoteTurn, Turn{
		Turn: turn, Seat: seat, Answer: strings.TrimSpace(a.Text), Scores: r.game.Scores,
	})
}

// question is the eleven lines of a turn.
func (r *referee) question(seat int) string {
	g := &r.game
	left := max(0, r.config.Total-r.used[seat])
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d %d", g.Turn(), left.Milliseconds(), g.Scores[seat], g.Scores[1-seat])
	for _, board := range []*battle2048.Grid{&g.Boards[seat], &g.Boards[1-seat]} {
		for row := range battle2048.Size {
			b.WriteString("\n" + board.Row(row))
		}
	}
	return b.String()
}

// ask asks and keeps the log. An answer that was there before its question
// counts, as with the contest's judge.
func (r *referee) ask(ctx context.Context, seat int, text string, limit time.Duration) (host.Answer, error) {
	a, err := r.table.AskWith(ctx, seat, host.Question{
		Text: text, Limit: limit, Early: !r.config.Strict,
		Charset: func(string) bool { return true }, // the referee rules on any text
	})
	command := Command{Player: seat, Input: text, Output: a.Text, Runtime: milliseconds(a.Used)}
	var foul *host.Foul
	if errors.As(err, &foul) {
		command.Output, command.Runtime = string(foul.Bytes), milliseconds(foul.Used)
	}
	r.log.Commands = append(r.log.Commands, command)
	if err == nil && a.Last < a.Sent {
		r.table.Log(seat, fmt.Sprintf("answered %.40q before it was asked", a.Text))
	}
	return a, err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// lost names what the host found by the contest's names.
func (r *referee) lost(err error, late, malformed battle2048.Reason) error {
	var foul *host.Foul
	if !errors.As(err, &foul) {
		return err
	}
	f, reason := *foul, malformed
	if f.Kind == host.Late || f.Kind == host.Silent {
		reason = late
	}
	f.Reason = string(reason)
	r.game.Lose(f.Seat, reason)
	return &f
}

// illegal is the foul of an answer that the rules forbid.
func (r *referee) illegal(seat int, reason battle2048.Reason, a host.Answer, limit time.Duration) error {
	text := say.Format("answered %.60q: %s", a.Text, say.Word(details[reason]))
	return &host.Foul{
		Seat: seat, Kind: host.Illegal, Reason: string(reason), Detail: text.String(), Text: text,
		Question: r.log.Commands[len(r.log.Commands)-1].Input,
		Bytes:    []byte(a.Text), Used: a.Used, Limit: limit,
	}
}

// Explain is the detail of a foul of a game.
func Explain(f *host.Foul) say.Text {
	detail, known := details[battle2048.Reason(f.Reason)]
	switch {
	case f.Kind == host.Illegal && known:
		return say.Format("answered %.60q: %s", f.Bytes, say.Word(detail)).As(f.Detail)
	case f.Reason == string(battle2048.TotalTime):
		return say.Format("took %v in all its turns, %v is the limit", f.Used, f.Limit).As(f.Detail)
	}
	return f.Said()
}

// Detail says in words what the name of a reason says.
func Detail(reason battle2048.Reason) string { return details[reason] }

// details say in words what the names say.
var details = map[battle2048.Reason]string{
	battle2048.PresentationAtInit: "a start cell is a row and a column, with one space between them",
	battle2048.PositionAtInit:     "the start cell is off the board",
	battle2048.PresentationAtTurn: "a turn is written D M V r1 c1 ... rM cM, with one space between two words",
	battle2048.CannotMove:         "the slide changes nothing",
	battle2048.AttackSum:          "the attack's tiles must add up to 2^(X+1) after X merges",
	battle2048.PositionAtAttack:   "a tile of the attack is off the board",
	battle2048.Occupied:           "a tile of the attack is put onto another",
}

// result puts the end into the record and the log, as the contest's judge says
// it.
func (r *referee) result() error {
	r.log.Result = &Result{
		Winner: r.game.Winner(), Turn: r.game.Turn(), Reason: r.game.Reason,
	}
	return r.table.Note(NoteResult, r.log.Result)
}
