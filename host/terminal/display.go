package terminal

import "github.com/loopline/loopline/host/record"

import "github.com/loopline/loopline/host"

// Display shows the games of a match. Its methods are called one at a time; Event
// from another goroutine than the others, between Begin and End.
type Display interface {
	Begin(seats []host.Seat, title string)
	Event(e record.Event)
	End(v host.Verdict)
	Finish(lines []string) // of the whole match
	Close() error          // the first error of the output
}

// Quiet shows nothing.
type Quiet struct{}

// Begin does nothing.
func (Quiet) Begin([]host.Seat, string) {}

// Event does nothing.
func (Quiet) Event(record.Event) {}

// End does nothing.
func (Quiet) End(host.Verdict) {}

// Finish does nothing.
func (Quiet) Finish([]string) {}

// Close returns nil.
func (Quiet) Close() error { return nil }
