package bridge

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

// describeEnding is "process exited with status 3" or "process killed by signal
// 11 (segmentation fault)".
func describeEnding(state *os.ProcessState) string {
	if state == nil {
		return "process ended"
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		return fmt.Sprintf("process killed by signal %d (%s)",
			int(status.Signal()), status.Signal())
	}
	return fmt.Sprintf("process exited with status %d", state.ExitCode())
}

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
