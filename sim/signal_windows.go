package sim

import "syscall"

// signalCPU is the signal of no program: there are none here.
const signalCPU = syscall.Signal(-1)
