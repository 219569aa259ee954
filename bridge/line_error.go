package bridge

import (
	"bytes"

	"github.com/loopline/loopline/internal/say"
)

// maxEvidence bounds the bytes kept of what was too much.
const maxEvidence = 256

// GarbledError says that the other side sent more than lines: a line without
// end, or more lines than anybody would ask for.
type GarbledError struct {
	Problem say.Text
	bytes   []byte
}

func newGarbled(evidence []byte, problem say.Text) *GarbledError {
	evidence = evidence[:min(len(evidence), maxEvidence)]
	return &GarbledError{problem, bytes.Clone(evidence)}
}

// Error is Problem in English.
func (e *GarbledError) Error() string { return e.Problem.String() }

// Text implements say.Sayer.
func (e *GarbledError) Text() say.Text { return e.Problem }

// Garbled returns the first bytes of the line at fault, at most 256.
func (e *GarbledError) Garbled() []byte { return e.bytes }

// UnfinishedError says that no line came before the context ended.
type UnfinishedError struct {
	cause   error
	partial []byte
}

// Error tells silence from half a line.
func (e *UnfinishedError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *UnfinishedError) Text() say.Text {
	if len(e.partial) == 0 {
		return say.F("no line: %s", e.cause)
	}
	return say.F("no whole line, only %q: %s", shorten(e.partial), e.cause)
}

// Unwrap returns the error of the context.
func (e *UnfinishedError) Unwrap() error { return e.cause }

// Partial returns what had arrived of a line.
func (e *UnfinishedError) Partial() []byte { return e.partial }

// LostError says that the other side went away, in the words of [GoneError].
type LostError struct {
	gone    *GoneError
	partial []byte
}

// Error says how it went.
func (e *LostError) Error() string { return e.Text().String() }

// Text implements say.Sayer.
func (e *LostError) Text() say.Text {
	if len(e.partial) == 0 {
		return e.gone.Why
	}
	return say.F("%s after half a line %q", e.gone.Why, shorten(e.partial))
}

// Unwrap returns the [*GoneError].
func (e *LostError) Unwrap() error { return e.gone }

// Partial returns what had arrived of a line.
func (e *LostError) Partial() []byte { return e.partial }

func shorten(b []byte) []byte { return b[:min(len(b), 64)] }
