package stream

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// ReaderGone reports whether an error is that the other end of our standard output
// has been closed. A player's pipe that breaks is not that.
func ReaderGone(err error) bool {
	var path *fs.PathError
	var code syscall.Errno
	return errors.As(err, &path) && path.Path == os.Stdout.Name() &&
		errors.As(err, &code) && slices.Contains(brokenPipe(), code)
}
