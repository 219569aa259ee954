package host

import (
	"context"
	"time"
)

// A Player answers lines with lines. A board, a process and a person are all
// players. The host uses a player from one goroutine at a time and does not
// close it.
type Player interface {
	// Send writes text and a line feed, and returns when the last byte has
	// left the host: that moment is drained. The stamp sent is taken before
	// the first byte is written. Bytes that have left are a success even if
	// ctx ended meanwhile; when ctx ends first the error wraps ctx.Err().
	Send(ctx context.Context, text string) (sent, drained time.Time, err error)

	// Receive returns the next line without its line end and the arrival
	// times of its first and last byte, the line end included. A line that
	// is already there is returned even when ctx has ended: this is how an
	// answer that arrived in time but was delivered late still counts. With
	// none there and ctx ended the error wraps ctx.Err(). When the player
	// can answer no more it is any other error.
	Receive(ctx context.Context) (text string, first, last time.Time, err error)
}

// garbler is the error of a player that sent what is no line at all: too
// long, too many, or noise. Garbled returns the bytes as evidence.
type garbler interface {
	error
	Garbled() []byte
}

// partial is an error that knows what had arrived of an unfinished line when
// the wait ended or the player went.
type partial interface {
	error
	Partial() []byte
}
