package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/sim"
)

func newSimCheckCmd() *cobra.Command {
	cmd := newCheckCmd()
	cmd.Use = "check BOARD"
	cmd.Short = "Check that a simulated board keeps to the protocol and rules"
	cmd.Long = `Check runs the steps of "loopline check" on a simulated board. The move clock
counts the board's own time.

` + sim.AddressHelp
	cmd.Example = `  loopline sim check reference
  loopline sim check 'path/to/dir?top=my_top&clk=25e6&rst=!rst_n'`
	run := cmd.RunE
	cmd.ValidArgsFunction = nil
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		args[0] = bridge.SchemeSim + ":" + strings.TrimPrefix(args[0], bridge.SchemeSim+":")
		return run(cmd, args)
	}
	return cmd
}
