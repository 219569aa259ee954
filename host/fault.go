package host

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// overlong is the error of a player that hands over more than a line may be.
type overlong struct{ text string }

func (e *overlong) Error() string {
	return fmt.Sprintf("line of %d bytes is longer than %d", len(e.text), maxText)
}

// Garbled is the line's beginning.
func (e *overlong) Garbled() []byte { return clip([]byte(e.text)) }

// fault records what was seen instead of a line, and turns it into the foul
// or error that the game gets. The error of the player is looked at once, in
// observe; all else follows from what is recorded.
func (t *Table) fault(ctx context.Context, q *query, err error, sending bool) error {
	var diverged *Divergence
	if errors.As(err, &diverged) {
		return err
	}
	kind, bytes := observe(ctx, err, sending)
	if kind == FaultTimeout {
		t.charge(q, forEver)
	}
	e := &Event{
		Type: EventFault, Seat: q.seat, Kind: kind, Detail: err.Error(),
		Question: q.text, Credit: micros(q.credit), At: t.now(),
	}
	if !sending {
		e.Sent, e.Drained = micros(q.sent), micros(q.drained)
	}
	e.setReceived(string(bytes))
	t.rec.write(e)
	if kind == FaultInterrupted {
		return fmt.Errorf("%w: %w", ErrInterrupted, err)
	}
	return q.judgeFault(kind, bytes, err)
}

// observe sorts the error of a player and takes the bytes it carries.
func observe(ctx context.Context, err error, sending bool) (string, []byte) {
	var g garbler
	var p partial
	switch {
	case errors.Is(err, ErrInterrupted) || ctx.Err() != nil:
		return FaultInterrupted, nil
	case errors.As(err, &g):
		return FaultGarbled, clip(g.Garbled())
	case errors.Is(err, context.DeadlineExceeded) && sending:
		return FaultSendTimeout, nil
	case sending:
		return FaultSendError, nil
	}
	var bytes []byte
	if errors.As(err, &p) {
		bytes = clip(p.Partial())
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return FaultTimeout, bytes
	}
	return FaultEOF, bytes
}

// judgeFault is the foul of a fault.
func (q *query) judgeFault(kind string, bytes []byte, err error) *Foul {
	half := fmt.Sprintf("%.40q without a line end", bytes)
	switch {
	case kind == FaultGarbled:
		return q.foul(Garbled, ReasonFraming, bytes, 0, err.Error())
	case kind == FaultSendTimeout:
		return q.foul(Silent, ReasonUnread, nil, 0, "did not take the line sent to it")
	case kind == FaultSendError:
		return q.foul(Gone, ReasonUnsent, nil, 0, err.Error())
	case kind == FaultEOF && len(bytes) > 0:
		return q.foul(Gone, ReasonHalfLine, bytes, 0, half+", then "+err.Error())
	case kind == FaultEOF:
		return q.foul(Gone, ReasonClosed, q.refused.seen, 0, err.Error())
	case len(bytes) > 0:
		return q.foul(Late, ReasonUnfinished, bytes, q.limit,
			fmt.Sprintf("%s in %v%s", half, q.limit, q.credited()))
	case q.refused.lines > 0:
		return q.unaccepted()
	}
	return q.foul(Silent, ReasonNoByte, nil, q.limit,
		fmt.Sprintf("not one byte in %v%s", q.limit, q.credited()))
}

// foul is a foul of the seat that was asked.
func (q *query) foul(
	kind Kind, reason string, bytes []byte, used time.Duration, detail string,
) *Foul {
	return &Foul{
		Seat: q.seat, Kind: kind, Reason: reason, Detail: detail,
		Question: q.text, Bytes: clip(bytes), Used: used, Limit: q.limit,
	}
}
