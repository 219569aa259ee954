//go:build linux

// Guest is the first process of the bench's machine. It loads the kernel's
// modules and then does what it is asked on the second serial port, a line of
// JSON for each request and reply, until it is asked to power off.
package main

import (
	"fmt"
	"os"

	"github.com/loopline/loopline/bridge/qemutest"
)

func main() {
	if os.Getpid() != 1 {
		fmt.Fprintln(os.Stderr, "guest: this is the init of an emulated machine, not for yours")
		os.Exit(2)
	}
	if err := qemutest.Serve("/dev/ttyS1"); err != nil {
		fmt.Fprintln(os.Stderr, "guest:", err)
	}
	qemutest.PowerOff()
}
