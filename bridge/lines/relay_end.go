package lines

import (
	"errors"
	"fmt"
	"io"
)

// RelayEnd is the result of a Relay.
type RelayEnd struct {
	// Ended is the side that ended first: "a", "b", or "us" when ctx did.
	Ended string

	// Err is the reason: a [*DisconnectedError], io.EOF, or the error of ctx.
	Err error

	FromA, FromB int64 // bytes passed on
}

// Report describes the end and the number of bytes that passed, with the names of both
// sides. The error is nil if the first side closed in good order; otherwise it holds
// the text.
func (e *RelayEnd) Report(a, b string) (text string, err error) {
	who := a
	if e.Ended == "b" {
		who = b
	}
	passed := fmt.Sprintf("%d bytes from %s, %d bytes from %s", e.FromA, a, e.FromB, b)
	if e.Err == nil || errors.Is(e.Err, io.EOF) {
		return fmt.Sprintf("%s ended; %s", who, passed), nil
	}
	err = fmt.Errorf("%s: %w; %s", who, e.Err, passed)
	return err.Error(), err
}
