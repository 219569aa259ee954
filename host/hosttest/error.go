package hosttest

// Error is what a player's Receive fails with: an unfinished line, and why.
type Error struct {
	Text  string
	Half  []byte // of an unfinished line
	Cause error  // of the context, or of the player's end
}

// Error returns Text.
func (e *Error) Error() string { return e.Text }

// Partial is what came of an unfinished line.
func (e *Error) Partial() []byte { return e.Half }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Garbage is the error of a player that sent no line at all.
type Garbage struct {
	Text  string
	Bytes []byte
}

// Error returns Text.
func (e *Garbage) Error() string { return e.Text }

// Garbled is what came.
func (e *Garbage) Garbled() []byte { return e.Bytes }
