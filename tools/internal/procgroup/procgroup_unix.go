//go:build unix

// Package procgroup ends a command together with all that it has started.
package procgroup

import (
	"os/exec"
	"syscall"
)

// Set puts a command into a process group of its own, all of which is killed when the command's context ends. Call it
// before the command starts.
func Set(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
