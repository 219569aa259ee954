package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/usb"
)

// usbReattachName is the command that a program that uses raw USB starts beside
// itself.
const usbReattachName = "usb-reattach"

// usbReattach returns the command line of this very program as the reattacher.
func usbReattach() []string { return []string{"/proc/self/exe", usbReattachName} }

// newUSBReattachCmd makes the command that gives the kernel its driver back when
// who used raw USB was killed. People do not type it.
func newUSBReattachCmd() *cobra.Command {
	return &cobra.Command{
		Use:    usbReattachName + " NODE INTERFACE...",
		Short:  "Give the kernel its USB driver back when standard input ends",
		Hidden: true,
		Args:   wantArgs(2, -1, "the node and the interfaces"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := usb.RunReattacher(cmd.InOrStdin(), args); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		},
	}
}
