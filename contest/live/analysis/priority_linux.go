package analysis

import "syscall"

// lowerPriority gives the thread the lowest priority. Where that is refused it keeps
// its own.
func lowerPriority() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 19) }
