//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// inGroup puts a command into a process group of its own, all of which is killed.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// outOfTime says whether a command was ended by its limit of processor time. Its
// children may be, too, and it then ends as it likes, without an answer.
func outOfTime(s *os.ProcessState) bool {
	if s == nil {
		return false
	}
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && (w.Signal() == syscall.SIGXCPU || w.Signal() == syscall.SIGKILL)
}
