//go:build unix

package sim

import "syscall"

// signalCPU is what ends a model that stands still in one clock cycle.
const signalCPU = syscall.SIGVTALRM
