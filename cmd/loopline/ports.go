package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
)

func newPortsCmd() *cobra.Command {
	var asJSON, watch bool
	cmd := &cobra.Command{
		Use:   "ports",
		Short: "List the serial ports boards may hang on",
		Long: `Ports lists the serial ports of this machine with all that is known of them,
without opening any: opening a port resets some boards. The address is how to
name the board so that it is found again behind another port. Ports that the
kernel has no serial device for are listed by what raw USB would open.

With --json it prints one object a port. With --watch it goes on, and prints
what comes (+), goes (-) and changes (~); with --json as
{"event":"added","port":{...}}, and "removed" and "changed".

"loopline doctor" says what is wrong with them and how it is mended.`,
		Example: "  loopline ports\n  loopline ports --watch",
		Args:    wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if watch {
				w := portWatch{out: cmd.OutOrStdout(), asJSON: asJSON}
				return watchChanges(cmd.Context(), w.look)
			}
			ports, err := allPorts()
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
	cmd.Flags().BoolVar(&watch, "watch", false, "go on and print what comes and goes, until interrupted")
	return cmd
}

// allPorts lists the serial devices, then the USB ports without one.
func allPorts() ([]bridge.Port, error) {
	serial, err := bridge.Ports("")
	if err != nil {
		return nil, err
	}
	bare, err := bridge.BarePorts("")
	if err != nil {
		return nil, err
	}
	return slices.Concat(serial, bare), nil
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
		_, err := fmt.Fprintln(w, "no serial port found; is the board plugged in? loopline doctor looks closer")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "DEVICE\tUSB\tID\tSERIAL\tCHANNEL\tDRIVER\tLATENCY\tOPEN\tBOARD\tADDRESS")
	for _, p := range ports {
		fmt.Fprintln(t, strings.Join([]string{
			dash(p.Device), dash(p.USBPath), portID(p), dash(p.SerialNumber), dash(p.Channel),
			dash(p.Driver), latencyTimer(p), openable(p), board(p), p.Address(),
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
		if _, err := fmt.Fprintf(w, "%s: %s\n", portTitle(p), p.Remedy); err != nil {
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

// board is a guess in a few words, else what the device calls itself.
func board(p bridge.Port) string {
	if p.Board == nil {
		return dash(p.Product)
	}
	return p.Board.Name + " (" + p.Board.Certainty + ")"
}

// portWatch prints how the ports differ from those that were there before.
type portWatch struct {
	out    io.Writer
	asJSON bool
	before map[string]bridge.Port // by what they are
}

// portEvent is a line of --watch --json.
type portEvent struct {
	Event string      `json:"event"`
	Port  bridge.Port `json:"port"`
}

// look prints what has come, gone and changed since the last look.
func (w *portWatch) look() error {
	ports, err := allPorts()
	if err != nil {
		return err
	}
	now := make(map[string]bridge.Port, len(ports))
	for _, p := range ports {
		key := portTitle(p) + " " + p.USBPath
		now[key] = p
		old, known := w.before[key]
		switch {
		case !known:
			err = w.tell("added", p)
		case !equalJSON(old, p):
			err = w.tell("changed", p)
		}
		if err != nil {
			return err
		}
	}
	for key, p := range w.before {
		if _, still := now[key]; still {
			continue
		}
		if err := w.tell("removed", p); err != nil {
			return err
		}
	}
	w.before = now
	return nil
}

func (w *portWatch) tell(event string, p bridge.Port) error {
	if w.asJSON {
		return json.NewEncoder(w.out).Encode(portEvent{event, p})
	}
	sign := map[string]string{"added": "+", "removed": "-", "changed": "~"}[event]
	_, err := fmt.Fprintf(w.out, "%s %s  %s  %s  %s\n", sign, portTitle(p), board(p), openable(p), p.Address())
	return err
}

func equalJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// watchChanges looks now, and again whenever devices may have come or gone,
// until ctx ends.
func watchChanges(ctx context.Context, look func() error) error {
	hotplug := bridge.WatchHotplug()
	defer hotplug.Close()
	for {
		if err := look(); err != nil {
			return err
		}
		if err := hotplug.Wait(ctx); err != nil {
			return err
		}
	}
}
