package hosttest

import (
	"context"

	"github.com/loopline/loopline/host/stalls"
)

// Seated is a FakePlayer as a contest opens one: it stays for any number of games and measures nothing.
type Seated struct{ *FakePlayer }

// Close does nothing.
func (Seated) Close() error { return nil }

// Reusable returns true.
func (Seated) Reusable() bool { return true }

// Alive returns true.
func (Seated) Alive(context.Context) bool { return true }

// SimulatedTime returns false.
func (Seated) SimulatedTime() bool { return false }

// PollingClient returns false.
func (Seated) PollingClient() bool { return false }

// Usage returns nil.
func (Seated) Usage() func() stalls.Usage { return nil }

// Uncounted returns false.
func (Seated) Uncounted() bool { return false }

// Nice returns 0.
func (Seated) Nice() int { return 0 }

// Suspend returns nil.
func (Seated) Suspend() func(bool) { return nil }

// LogAnswers does nothing.
func (Seated) LogAnswers(func(text string)) {}
