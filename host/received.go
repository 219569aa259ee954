package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
)

// received is one result of receiving: a line with its stamps, or what was seen
// instead of one.
type received struct {
	text        string             // the line; of a fault, what had come of one
	first, last time.Duration      // when its first and its last byte arrived
	clock       *record.EventClock // by the clock of the player's agent; nil without one
	charged     time.Duration      // of the network: more than AgentPolicy.Share allows
	fault       string             // FaultEOF and so on; empty for a line
	err         error              // of the fault
}

// overlongError is the error of a player that hands over more than a line may be.
type overlongError struct{ text string }

func (e *overlongError) Error() string {
	return fmt.Sprintf("line of %d bytes is longer than %d", len(e.text), maxText)
}

// Garbled is the line's beginning.
func (e *overlongError) Garbled() []byte { return clip([]byte(e.text)) }

// faulty makes an arrival of a player's error. Only this function looks at the error:
// every ruling follows from recorded events.
func faulty(ctx context.Context, err error, sending bool) received {
	kind, bytes := observe(ctx, err, sending)
	return received{text: string(bytes), fault: kind, err: err}
}

// observe sorts the error of a player and takes the bytes it carries.
func observe(ctx context.Context, err error, sending bool) (string, []byte) {
	var g garbledLine
	var p partialLine
	var lost *NetworkError
	var s outOfMemoryError
	var overran overrunError
	var host hostFailedError
	switch {
	case errors.Is(err, ErrInterrupted) || ctx.Err() != nil:
		return record.FaultInterrupted, nil
	case errors.As(err, &lost):
		return record.FaultNetwork, nil
	case errors.As(err, &s) && s.OutOfMemory():
		return record.FaultMemory, nil
	case errors.As(err, &host) && host.HostFailed():
		return record.FaultHost, nil
	case errors.As(err, &overran):
		return record.FaultOverrun, nil
	case errors.As(err, &g):
		return record.FaultGarbled, clip(g.Garbled())
	case errors.Is(err, context.DeadlineExceeded) && sending:
		return record.FaultSendTimeout, nil
	case sending:
		return record.FaultSendError, nil
	}
	var bytes []byte
	if errors.As(err, &p) {
		bytes = clip(p.Partial())
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return record.FaultTimeout, bytes
	}
	return record.FaultEOF, bytes
}

// outOfMemoryError is an error of a player that may have been ended because it had used up its
// memory.
type outOfMemoryError interface{ OutOfMemory() bool }

// hostFailedError is an error of a player that may have been ended because the host could not stop it.
type hostFailedError interface{ HostFailed() bool }

// until is the time up to which stalls count for an arrival.
func (a *received) until() time.Duration {
	if a.fault != "" {
		return stalls.NoEnd
	}
	return a.last
}

// used is the time that a line took, with the charged part of the network.
func (a *received) used(q *question) time.Duration { return used(q.drained, a.last) + a.charged }
