package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/sim"
)

func newSimConvertCmd() *cobra.Command {
	var trust trustOptions
	var game gameOptions
	cmd := &cobra.Command{
		Use:   "convert BOARD",
		Short: "Convert a board in VHDL to Verilog, for a synthesis tool without VHDL",
		Long: `Convert prints the Verilog that is simulated in place of a board's VHDL. GHDL
writes it; GHDL 2.0 leaves out the "when others" of case statements and takes
signed numbers for unsigned ones, which is put right here. Generics given to
BOARD are in it.

` + sim.AddressHelp,
		Example: `  loopline sim convert 'path/to/dir?top=top' > top.v
  yosys -p 'read_verilog top.v; synth_ice40 -top top -json top.json'`,
		Args: wantArgs(1, 1, "the BOARD to convert"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := game.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			a, err := sim.ParseAddress(strings.TrimPrefix(args[0], addr.SchemeSim+":"))
			if err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			if a.Board, err = game.game.BoardDesign(a); err != nil {
				return err
			}
			text, err := newBuilder(cmd, &trust).ConvertBoard(cmd.Context(), a.Board.Design())
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	trust.flagsRTL(cmd.Flags())
	game.flagName(cmd)
	return cmd
}
