//go:build unix

package main

import (
	"os"
	"syscall"
)

// outOfTime reports whether the processor time limit ended a command. If the limit ended one of its
// children instead, the command exits with any status and without an answer.
func outOfTime(s *os.ProcessState) bool {
	if s == nil {
		return false
	}
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && (w.Signal() == syscall.SIGXCPU || w.Signal() == syscall.SIGKILL)
}
