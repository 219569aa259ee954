package lines

import (
	"bytes"

	"github.com/loopline/loopline/internal/say"
)

// maxEvidence bounds the bytes that a GarbledError keeps.
const maxEvidence = 256

// GarbledError reports input that can't be lines: a line above the limit, or too many
// lines that the host did not ask for.
type GarbledError struct {
	Problem say.Text
	bytes   []byte
}

func newGarbled(evidence []byte, problem say.Text) *GarbledError {
	evidence = evidence[:min(len(evidence), maxEvidence)]
	return &GarbledError{problem, bytes.Clone(evidence)}
}

// Error implements error.
func (e *GarbledError) Error() string { return e.Problem.String() }

// Text implements say.Sayer.
func (e *GarbledError) Text() say.Text { return e.Problem }

// Garbled returns the first bytes of the line at fault, at most 256.
func (e *GarbledError) Garbled() []byte { return e.bytes }

// IncompleteLineError says that no line came before the context ended.
type IncompleteLineError struct {
	cause   error
	partial []byte
}

// Error tells silence from half a line.
func (e *IncompleteLineError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *IncompleteLineError) Text() say.Text {
	if len(e.partial) == 0 {
		return say.Format("no line: %s", e.cause)
	}
	return say.Format("no whole line, only %q: %s", shorten(e.partial), e.cause)
}

// Unwrap returns the error of the context.
func (e *IncompleteLineError) Unwrap() error { return e.cause }

// Partial returns what had arrived of a line.
func (e *IncompleteLineError) Partial() []byte { return e.partial }

// DroppedError says that the other side went away, in the words of [DisconnectedError].
type DroppedError struct {
	gone    *DisconnectedError
	partial []byte
}

// Error describes the disconnection and any partial line.
func (e *DroppedError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *DroppedError) Text() say.Text {
	if len(e.partial) == 0 {
		return e.gone.Why
	}
	return say.Format("%s after half a line %q", e.gone.Why, shorten(e.partial))
}

// Unwrap returns the [*DisconnectedError].
func (e *DroppedError) Unwrap() error { return e.gone }

// Partial returns what had arrived of a line.
func (e *DroppedError) Partial() []byte { return e.partial }

func shorten(b []byte) []byte { return b[:min(len(b), 64)] }
