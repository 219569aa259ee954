package host

import (
	"context"
	"errors"
	"fmt"
)

// Reasons of a void match that the host itself gives; a game adds its own.
const (
	ReasonInterrupted = "interrupted" // the context of Run ended
	ReasonError       = "error"       // the host or the game failed
)

// ErrInterrupted is wrapped by what the Table returns once the match is
// interrupted.
var ErrInterrupted = errors.New("interrupted")

// Verdict is how a match ended. A game returns it with Winner, Reason, Ply
// and perhaps Detail set; Match.Run adds the rest.
type Verdict struct {
	Winner int     // seat, or -1 when nobody won
	Reason string  // one word: the game's, or the kind of the foul
	Foul   *Foul   // what lost the match, nil when it was played out
	Ply    int     // how far it came; the game counts
	Void   bool    // not to be counted: nobody lost
	Detail string  // a sentence for people, may be empty
	Times  []Times // answer times of each seat
}

// foulVerdict is the verdict on a foul: of two seats the other one wins.
func foulVerdict(v Verdict, f *Foul, seats int) Verdict {
	v.Winner = -1
	if seats == 2 {
		v.Winner = 1 - f.Seat
	}
	v.Reason, v.Foul, v.Void = string(f.Kind), f, false
	if v.Detail == "" {
		v.Detail = f.Detail
	}
	return v
}

// voidVerdict is the verdict when the match could not be refereed to its end.
func voidVerdict(v Verdict, err error) Verdict {
	v.Winner, v.Foul, v.Void = -1, nil, true
	v.Reason, v.Detail = ReasonError, err.Error()
	if errors.Is(err, ErrInterrupted) {
		v.Reason = ReasonInterrupted
	}
	return v
}

// judge turns what a game returned into the one verdict of the match. The
// error is nil unless the host could not do its part.
func judge(ctx context.Context, v Verdict, err error, seats int) (Verdict, error) {
	var foul *Foul
	switch {
	case err == nil && v.Void:
		v.Winner, v.Foul = -1, nil
		return v, nil
	case err == nil && (v.Winner < -1 || v.Winner >= seats):
		err = errors.New("the game named a winner that has no seat")
		return voidVerdict(v, err), err
	case err == nil:
		return v, nil
	case errors.As(err, &foul) && foul.Seat >= 0 && foul.Seat < seats:
		return foulVerdict(v, foul, seats), nil
	case ctx.Err() != nil && errors.Is(err, ctx.Err()) &&
		!errors.Is(err, ErrInterrupted):
		err = fmt.Errorf("%w: %w", ErrInterrupted, err)
	}
	return voidVerdict(v, err), err
}
