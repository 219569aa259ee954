package host

import (
	"context"
	"errors"
	"fmt"

	"github.com/loopline/loopline/internal/say"
)

// Reasons of a void game that the host itself gives; a referee adds its own.
const (
	ReasonInterrupted = "interrupted" // the context of Run ended
	ReasonError       = "error"       // the host or the game failed
	ReasonLost        = "network"     // a seat's agent was not heard of any more
	ReasonHost        = "host"        // the host kept a seat from answering in time, or could not stop its program
	ReasonCredit      = "credit"      // the verdict hangs on the credit for host stalls, and Game.VoidCredited is set
)

// ErrInterrupted is wrapped by the errors of Session once the game is interrupted.
var ErrInterrupted = say.Errorf("interrupted")

// NoWinner is the Winner of a game that no seat won.
const NoWinner = -1

// Verdict is the end of a game. A referee returns it with Winner or Draw, Reason,
// Ply and perhaps Scores and Detail set; Game.Run adds the rest.
type Verdict struct {
	Winner int    // seat, or NoWinner
	Draw   bool   // played out, and all seats share it; Winner is NoWinner
	Scores []int  // of each seat, in the game's points; nil in a game without
	Reason string // one word: the game's, or the kind of the foul
	Foul   *Foul  // what lost the game, nil when it was played out
	Ply    int    // how far it came; the game counts
	Void   bool   // not to be counted: no seat lost
	Lost   []int  // seats whose agents have lost their connection, of a game that is void for that
	Detail string // a sentence, may be empty

	// Network are the seats whose agents leave more to the network than it can well take.
	Network []NetworkShare
	Times   []Times // answer times of each seat

	// Credited are the answers that count because of the credit for host stalls, by seat.
	Credited []CreditedAnswer
}

// foulVerdict is the verdict on a foul: of two seats the other one wins.
func foulVerdict(v Verdict, f *Foul, seats int) Verdict {
	v.Winner, v.Draw = NoWinner, false
	if seats == 2 {
		v.Winner = 1 - f.Seat
	}
	v.Reason, v.Foul, v.Void = string(f.Kind), f, false
	if v.Detail == "" {
		v.Detail = f.Detail
	}
	return v
}

// voidVerdict is the verdict when the game could not be refereed to its end.
func voidVerdict(v Verdict, err error) Verdict {
	v.Winner, v.Draw, v.Foul, v.Void = NoWinner, false, nil, true
	v.Reason, v.Detail = ReasonError, err.Error()
	if errors.Is(err, ErrInterrupted) {
		v.Reason = ReasonInterrupted
	}
	return v
}

// conclude turns what a game returned into the one verdict of the game. The
// error is nil unless the host could not do its part.
func conclude(ctx context.Context, v Verdict, err error, seats int) (Verdict, error) {
	if v.Draw {
		v.Winner = NoWinner
	}
	var foul *Foul
	var lost *NetworkError
	var failed *HostError
	switch {
	case err == nil && v.Void:
		v.Winner, v.Draw, v.Foul = NoWinner, false, nil
		return v, nil
	case err == nil:
		if err := v.validate(seats); err != nil {
			return voidVerdict(v, err), err
		}
		return v, nil
	case errors.As(err, &foul) && foul.Seat >= 0 && foul.Seat < seats:
		return foulVerdict(v, foul, seats), nil
	case errors.As(err, &lost) && ctx.Err() == nil:
		v = voidVerdict(v, err)
		v.Reason = ReasonLost
		return v, nil
	case errors.As(err, &failed) && ctx.Err() == nil:
		v = voidVerdict(v, err)
		v.Reason = ReasonHost
		return v, nil
	case ctx.Err() != nil && errors.Is(err, ctx.Err()) &&
		!errors.Is(err, ErrInterrupted):
		err = say.Errorf("%w: %w", ErrInterrupted, err)
	}
	return voidVerdict(v, err), err
}

// HostError is the error of a seat that the host has failed: its player could not answer in time because of
// the host, beyond what may be credited, or the host could not stop its program. The game is void.
type HostError struct{ Why say.Text }

// Error returns e.Why in English.
func (e *HostError) Error() string { return e.Why.String() }

// Text implements say.Sayer.
func (e *HostError) Text() say.Text { return e.Why }

// validate finds what a game may not return.
func (v *Verdict) validate(seats int) error {
	switch n := len(v.Scores); {
	case v.Winner < NoWinner || v.Winner >= seats:
		return errors.New("the game named a winner that has no seat")
	case n != 0 && n != seats:
		return fmt.Errorf("the game gave %d scores for %d seats", n, seats)
	}
	return nil
}
