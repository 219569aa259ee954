package bridge

import (
	"errors"
	"io/fs"
	"os/exec"
	"syscall"

	"github.com/loopline/loopline/internal/say"
)

// startError gives each way in which starting fails its own remedy.
func startError(command string, err error) error {
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return say.Errorf("exec:%s: cannot start: write its path, such as exec:./mybot: %w", command, err)
	case errors.Is(err, fs.ErrNotExist):
		return say.Errorf("exec:%s: cannot start: no such program, or its interpreter is missing: %w", command, err)
	case errors.Is(err, fs.ErrPermission):
		return say.Errorf("exec:%s: cannot start: make it executable with chmod +x: %w", command, err)
	case errors.Is(err, syscall.ENOEXEC):
		return say.Errorf("exec:%s: cannot start: it is not a program; a script starts with #! and a shell: %w", command, err)
	}
	return say.Errorf("exec:%s: cannot start: %w", command, err)
}
