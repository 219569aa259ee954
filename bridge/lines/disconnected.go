package lines

import (
	"errors"
	"io"
	"os"

	"github.com/loopline/loopline/internal/say"
)

// DisconnectedError says that the other side can answer no more and how it ended:
// "unplugged", "process exited with status 3", "connection closed by the peer".
type DisconnectedError struct {
	Why say.Text
	Err error // io.EOF for an end in good order
}

// ErrOutOfMemory is in the Err of a [DisconnectedError] of a program that was ended because it had
// used up its memory.
var ErrOutOfMemory = say.Errorf("out of memory")

// OutOfMemory reports whether the player was killed for exceeding its memory limit.
func (e *DisconnectedError) OutOfMemory() bool { return errors.Is(e.Err, ErrOutOfMemory) }

// ErrNotStopped is of a player that was ended because this host could not stop it.
var ErrNotStopped = errors.New("the host could not stop the player")

// HostFailed reports whether the player was ended because this host could not stop it.
// It reports the same of a simulated board that this host did not simulate in time.
func (e *DisconnectedError) HostFailed() bool {
	var failed interface{ HostFailed() bool }
	return errors.Is(e.Err, ErrNotStopped) || errors.As(e.Err, &failed) && failed.HostFailed()
}

// Error implements error.
func (e *DisconnectedError) Error() string { return e.Why.String() }

// Text implements say.Sayer.
func (e *DisconnectedError) Text() say.Text { return e.Why }

// Unwrap returns the error of the system, or io.EOF.
func (e *DisconnectedError) Unwrap() error { return e.Err }

// Closed returns the error of Read and Write after our own Close.
func Closed(name string) error {
	return say.Errorf("%s: closed by us: %w", name, os.ErrClosed)
}

// AsDisconnected puts the end of a connection into words.
func AsDisconnected(err error) *DisconnectedError {
	var gone *DisconnectedError
	switch {
	case errors.As(err, &gone):
		return gone
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrClosedPipe):
		return &DisconnectedError{say.Format("connection closed by the peer"), err}
	case errors.Is(err, errReset), errors.Is(err, errResetToo), errors.Is(err, ErrAborted):
		return &DisconnectedError{say.Format("connection broken off by the peer"), err}
	case errors.Is(err, os.ErrClosed):
		return &DisconnectedError{say.Format("connection closed by us"), err}
	}
	return &DisconnectedError{say.Format("connection lost: %s", err), err}
}
