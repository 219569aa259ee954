package bridge

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"syscall"
)

// startError gives each way in which starting fails its own remedy.
func startError(command string, err error) error {
	remedy := ""
	switch {
	case errors.Is(err, exec.ErrNotFound):
		remedy = ": write its path, such as exec:./mybot"
	case errors.Is(err, fs.ErrNotExist):
		remedy = ": no such program, or its interpreter is missing"
	case errors.Is(err, fs.ErrPermission):
		remedy = ": make it executable with chmod +x"
	case errors.Is(err, syscall.ENOEXEC):
		remedy = ": it is no program; a script starts with #! and a shell"
	}
	return fmt.Errorf("exec:%s: cannot start%s: %w", command, remedy, err)
}
