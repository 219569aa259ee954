//go:build !linux

package cli

import (
	"os"

	"github.com/loopline/loopline/bridge/bridgetest"
)

// systemScripts are none: players that stop their host look into /proc.
func systemScripts() bridgetest.Scripts { return nil }

// scriptMain is loopline as other tests run it; the scripts themselves run sh.
func scriptMain() {
	ctx, stop := interrupts()
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
