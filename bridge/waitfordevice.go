package bridge

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/internal/say"
)

const (
	// plugPause is between two looks for a device that is not there.
	plugPause = 50 * time.Millisecond

	// settleTime bounds the time in which opening a new device is forbidden: udev sets
	// the permission a moment after the kernel made the node.
	settleTime = 2 * time.Second
)

// openWhenPluggedIn opens a device as soon as it is plugged in. Other errors than its
// absence end the wait.
func openWhenPluggedIn(ctx context.Context, a addr.Address, opts Options) (io.ReadWriteCloser, error) {
	waited := false
	var seen time.Time // when it was first there and not yet usable
	for {
		conn, err := openAddress(ctx, a, opts)
		switch {
		case err == nil:
			return conn, nil
		case isAbsent(err):
			seen = time.Time{}
		case !waited || !errors.Is(err, os.ErrPermission):
			return nil, err
		case seen.IsZero():
			seen = time.Now()
		case time.Since(seen) > settleTime:
			return nil, err
		}
		if !waited {
			waited = true
			opts.log("%s is not plugged in; waiting for it", a)
		}
		select {
		case <-ctx.Done():
			return nil, say.Errorf("%w: %w", err, ctx.Err())
		case <-time.After(plugPause):
		}
	}
}

// isAbsent tells a device that is not plugged in from one that can never be
// opened.
func isAbsent(err error) bool {
	var selection *devices.SelectionError
	if errors.As(err, &selection) {
		return selection.Problem == devices.ProblemAbsent
	}
	return errors.Is(err, os.ErrNotExist)
}
