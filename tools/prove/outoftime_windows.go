package main

import "os"

// outOfTime is false: commands have no limit of processor time here.
func outOfTime(*os.ProcessState) bool { return false }
