package hosttest

// Error is an error of Receive with an unfinished line and its cause.
type Error struct {
	Text  string
	Half  []byte // of an unfinished line
	Cause error  // of the context, or of the player's end
}

// Error returns Text.
func (e *Error) Error() string { return e.Text }

// Partial returns the bytes of the unfinished line.
func (e *Error) Partial() []byte { return e.Half }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// GarbledError is the error of a player that sent no line at all.
type GarbledError struct {
	Text  string
	Bytes []byte
}

// Error returns Text.
func (e *GarbledError) Error() string { return e.Text }

// Garbled returns what came.
func (e *GarbledError) Garbled() []byte { return e.Bytes }
