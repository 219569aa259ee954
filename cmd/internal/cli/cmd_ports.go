package cli

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/ports"
)

func newPortsCmd() *cobra.Command {
	var asJSON, watch bool
	cmd := &cobra.Command{
		Use:   "ports",
		Short: "List the serial ports that boards may be connected to",
		Long: `Ports lists the serial ports of this machine with all that is known of them. It
opens none: opening a port resets some boards. The address names the board so
that it is found again behind another port. A port without a serial device of
the kernel is listed with the address that opens it as raw USB.

With --json it prints one object a port. With --watch it continues until it is
interrupted, and prints what was added (+), removed (-) and changed (~); with
--json as {"event":"added","port":{...}}, and "removed" and "changed".

"loopline doctor" says what is wrong with the ports and how to fix it.`,
		Example: "  loopline ports\n  loopline ports --watch",
		Args:    wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			if watch {
				w := ports.Watch{Out: out, JSON: asJSON}
				return ports.OnChange(cmd.Context(), w.Poll)
			}
			all, err := ports.All()
			if err != nil {
				return err
			}
			if asJSON {
				return ports.PrintJSON(out, all)
			}
			return ports.Print(out, all)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a port")
	cmd.Flags().BoolVar(&watch, "watch", false, "continue, and print what is added and removed, until interrupted")
	return cmd
}
