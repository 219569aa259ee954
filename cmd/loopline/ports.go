package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
)

func newPortsCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "ports",
		Short: "List the serial ports boards may hang on",
		Long: `Ports lists the serial ports of this machine with all that is known of them,
without opening any: opening a port resets some boards. The address is how to
name the board so that it is found again behind another port. With --json it
prints one object a port.`,
		Example: "  loopline ports",
		Args:    wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ports, err := bridge.Ports("")
			if err != nil {
				return err
			}
			if asJSON {
				return printPortsJSON(cmd.OutOrStdout(), ports)
			}
			return printPorts(cmd.OutOrStdout(), ports)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a port")
	return cmd
}

func printPortsJSON(w io.Writer, ports []bridge.Port) error {
	e := json.NewEncoder(w)
	for _, p := range ports {
		if err := e.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

func printPorts(w io.Writer, ports []bridge.Port) error {
	if len(ports) == 0 {
		_, err := fmt.Fprintln(w, "no serial port found; is the board plugged in?")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "DEVICE\tUSB\tID\tSERIAL\tCHANNEL\tDRIVER\tLATENCY\tOPEN\tPRODUCT\tADDRESS")
	for _, p := range ports {
		fmt.Fprintln(t, strings.Join([]string{
			p.Device, dash(p.USBPath), portID(p), dash(p.SerialNumber), dash(p.Channel),
			dash(p.Driver), latencyTimer(p), openable(p), dash(p.Product), p.Address(),
		}, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return printRemedies(w, ports)
}

// printRemedies prints what to type where a port cannot be opened.
func printRemedies(w io.Writer, ports []bridge.Port) error {
	for _, p := range ports {
		if p.Remedy == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", p.Device, p.Remedy); err != nil {
			return err
		}
	}
	return nil
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func portID(p bridge.Port) string {
	if p.VendorID == "" {
		return "-"
	}
	return p.VendorID + ":" + p.ProductID
}

func latencyTimer(p bridge.Port) string {
	if p.LatencyTimer == nil {
		return "-"
	}
	return fmt.Sprintf("%d ms", *p.LatencyTimer)
}

// openable tells whether this user may open the port, and who has it.
func openable(p bridge.Port) string {
	switch {
	case len(p.BusyBy) > 0:
		return fmt.Sprintf("busy: %s (%d)", p.BusyBy[0].Name, p.BusyBy[0].PID)
	case !p.CanOpen:
		return "no permission"
	}
	return "yes"
}
