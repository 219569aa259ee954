package main

import (
	"os"
	"os/exec"
)

// inGroup does nothing: what the command has started is not killed with it.
func inGroup(*exec.Cmd) {}

// outOfTime is false: commands have no limit of processor time here.
func outOfTime(*os.ProcessState) bool { return false }
