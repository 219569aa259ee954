//go:build !linux

package bridgetest

import (
	"errors"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// NoLeaks fails the test if goroutines are left that were not there when it was
// called. Call it first.
func NoLeaks(t testing.TB) {
	t.Helper()
	goroutines := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		if err := goleak.Find(goroutines); err != nil {
			t.Error(err)
		}
	})
}

// PTY is a serial device without a cable, which this system has not.
type PTY struct {
	*os.File
	Name string
}

// NewPTY says that this system has none.
func NewPTY() (*PTY, error) { return nil, errors.ErrUnsupported }

// Opened does nothing.
func (*PTY) Opened() {}

// Unplug does nothing.
func (*PTY) Unplug() error { return nil }
