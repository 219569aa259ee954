package referee

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
)

// The two seats. A seat is its colour.
const (
	seatWhite = int(trax.White)
	seatRed   = int(trax.Red)
)

// Reasons of verdicts besides those of trax and host.
const (
	ReasonHandshake = "handshake" // protocol foul: no team code, no first move
	ReasonNoStart   = "no-start"  // void: neither player could start
	ReasonTooLong   = "too-long"  // void: more plies than the host bears
	ReasonTooLarge  = "too-large" // void: more tiles than a position holds
)

// New is a match of Trax between two seats: 0 is white, 1 is red. The
// verdict's Ply is the number of moves accepted; its Reason is the one of
// trax.Outcome when the game was played out.
func New(cfg Config) host.Referee {
	cfg = cfg.filled()
	return func(ctx context.Context, table *host.Session) (host.Verdict, error) {
		if n := table.Seats(); n != 2 {
			return host.Verdict{}, fmt.Errorf("%s is for 2 seats, not %d", Name, n)
		}
		r := &referee{cfg: cfg, table: table, pos: trax.NewPosition()}
		v, err := r.play(ctx)
		v.Ply = r.pos.Ply()
		r.end(ctx, err)
		return v, err
	}
}

// referee is one game in play.
type referee struct {
	cfg      Config
	table    *host.Session
	pos      *trax.Position
	answered [2]bool // a seat's first move was accepted
	lost     [2]bool // a seat has gone, or takes no lines
	absent   error   // of the seat that moves second: its colour could not be sent
}

func (r *referee) play(ctx context.Context) (host.Verdict, error) {
	if v, err := r.start(ctx); err != nil || v.Void {
		return v, err
	}
	line := colorLines[r.pos.Turn()]
	for !r.pos.Outcome().Over {
		if r.pos.Ply() == r.cfg.MaxPlies {
			return host.Verdict{
				Void: true, Reason: ReasonTooLong,
				Detail: fmt.Sprintf("no end after %d plies, more than the host bears",
					r.cfg.MaxPlies),
			}, nil
		}
		move, err := r.turn(ctx, line)
		if errors.Is(err, trax.ErrTooLarge) {
			return host.Verdict{
				Void: true, Reason: ReasonTooLarge, Detail: fmt.Sprintf("ply %d: %s", r.pos.Ply()+1, err),
			}, nil
		}
		if err != nil {
			return r.unanswered(err)
		}
		line = move
	}
	out := r.pos.Outcome()
	return host.Verdict{
		Winner: int(out.Winner), Reason: out.Reason(),
		Detail: fmt.Sprintf("%s completed a %s", out.Winner, out.Reason()),
	}, nil
}

// turn asks the seat whose move it is and plays its answer. It returns the
// move for the opponent.
func (r *referee) turn(ctx context.Context, line string) (string, error) {
	seat := int(r.pos.Turn())
	a, err := r.ask(ctx, seat, line)
	if err != nil {
		return "", err
	}
	if r.absent != nil {
		return "", r.absent
	}
	move := Trim(a.Text)
	if err := r.pos.PlayText(move); errors.Is(err, trax.ErrTooLarge) {
		return "", err
	} else if err != nil {
		return "", r.illegal(seat, line, a, err)
	}
	r.answered[seat] = true
	return move, r.note(seat, move)
}

// ask takes a seat's answer. Where no team code was asked the first answer is
// the handshake, and a banner may come before it.
func (r *referee) ask(ctx context.Context, seat int, line string) (host.Answer, error) {
	if r.answered[seat] || r.cfg.AskTeam {
		a, err := r.table.Ask(ctx, seat, line, r.limit(seat))
		r.recordFoul(seat, err)
		return a, err
	}
	a, err := r.table.AskFor(ctx, seat, line, r.limit(seat), IsMove)
	r.recordFoul(seat, err)
	return a, handshake(err, "no first move: %s")
}

func (r *referee) illegal(seat int, line string, a host.Answer, err error) error {
	return IllegalFoul(seat, line, a, r.limit(seat), err)
}

func (r *referee) limit(seat int) time.Duration {
	if r.answered[seat] {
		return r.cfg.Move
	}
	return r.cfg.First
}

// Ply is the note that the record holds for each accepted move, so that a
// viewer can follow without knowing the rules.
type Ply struct {
	Ply    int    `json:"ply"`  // counted from 1
	Seat   int    `json:"seat"` // who moved
	Move   string `json:"move"`
	Forced int    `json:"forced"` // tiles the move forced
	Tiles  int    `json:"tiles"`  // on the board now
	Width  int    `json:"width"`  // of the bounding box now
	Height int    `json:"height"`
}

// NotePly and NoteTeams are the names of the notes.
const (
	NotePly   = "ply"   // data is a Ply
	NoteTeams = "teams" // data is the two team codes, white's first
)

func (r *referee) note(seat int, move string) error {
	return r.table.Note(NotePly, Ply{
		Ply: r.pos.Ply(), Seat: seat, Move: move, Forced: r.pos.Forced(),
		Tiles: r.pos.Tiles(), Width: r.pos.Width(), Height: r.pos.Height(),
	})
}
