package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/version"
	"github.com/loopline/loopline/starter"
)

func newNewCmd() *cobra.Command {
	var p starter.Project
	cmd := &cobra.Command{
		Use:   "new board|bot|core|bench DIR",
		Short: "Begin a player of your own: a board, a bot, a core, a bench",
		Long: `New writes a project for Trax into a directory. It plays at once, and says what
is left to you: make check there passes as far as that.

  board   in Verilog (v), SystemVerilog (sv) or VHDL: UART, reader and writer of
          lines, a player, test bench, and the pins and build of --board;
          with --search a board that plays whole games, to change its evaluation
  bot     in python, c or go, on standard input and output
  core    in sv or vhdl, behind the command port
  bench   in sv, verilog, vhdl or python: compares a core with the rules after
          each turn, by libloopline

Boards: ` + strings.Join(starter.Boards(), ", ") + ".",
		Example: `  loopline new board mine --board icebreaker && make -C mine check
  loopline new board mine --board icebreaker --search && make -C mine strength
  loopline new bot mine --lang go
  loopline new bench mine --lang verilog && make -C mine`,
		Args: wantArgs(2, 2, "board, bot, core or bench, or the DIR to write to"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Kind, p.Release = args[0], version.Read().Version
			if err := p.Check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			next, err := p.Write(args[1])
			fmt.Fprint(cmd.OutOrStdout(), next)
			return err
		},
	}
	cmd.Flags().StringVar(&p.Board, "board", "", "the `NAME` of the board")
	cmd.Flags().BoolVar(&p.Search, "search", false, "a board that searches, with Loopline's RTL in SystemVerilog")
	cmd.Flags().StringVar(&p.Language, "lang", "", "the `LANGUAGE`; the first that is named above if not given")
	return cmd
}
