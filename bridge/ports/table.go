package ports

import (
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/loopline/loopline/bridge/devices"
)

// All lists the serial devices, then the USB ports without one. It opens none.
func All() ([]devices.Port, error) {
	serial, err := devices.Ports("")
	if err != nil {
		return nil, err
	}
	bare, err := devices.PortsWithoutDevice("")
	if err != nil {
		return nil, err
	}
	return slices.Concat(serial, bare), nil
}

// PrintJSON prints a JSON object for each port, one a line.
func PrintJSON(w io.Writer, ports []devices.Port) error {
	e := json.NewEncoder(w)
	for _, p := range ports {
		if err := e.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

// Print prints a table of the ports, and below it what to type where one cannot
// be opened.
func Print(w io.Writer, ports []devices.Port) error {
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
	if err := printRemedies(w, ports); err != nil {
		return err
	}
	return printProgrammers(w, ports)
}

// printProgrammers prints how each board is loaded, once, and what to type where its
// programmer is missing.
func printProgrammers(w io.Writer, ports []devices.Port) error {
	told := map[string]bool{}
	for _, p := range ports {
		if p.Board == nil || p.Board.Programmer == "" || told[p.USBPath] {
			continue
		}
		told[p.USBPath] = true
		program, _, _ := strings.Cut(p.Board.Programmer, " ")
		missing := ""
		if _, err := exec.LookPath(program); err != nil {
			missing = "; " + program + " is not installed"
			if install := devices.InstallProgrammer(program); install != "" {
				missing += ": " + install
			}
		}
		if _, err := fmt.Fprintf(w, "%s: loaded before a match by the option prepare=%s%s\n", p.USBPath, p.Board.Programmer, missing); err != nil {
			return err
		}
	}
	return nil
}

// printRemedies prints what to type where a port cannot be opened.
func printRemedies(w io.Writer, ports []devices.Port) error {
	for _, p := range ports {
		if p.Remedy == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", title(p), p.Remedy); err != nil {
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

func portID(p devices.Port) string {
	if p.VendorID == "" {
		return "-"
	}
	return p.VendorID + ":" + p.ProductID
}

func latencyTimer(p devices.Port) string {
	if p.LatencyTimer == nil {
		return "-"
	}
	return fmt.Sprintf("%d ms", *p.LatencyTimer)
}

// openable reports whether this user may open the port, and who has it.
func openable(p devices.Port) string {
	switch {
	case len(p.BusyBy) > 0:
		return fmt.Sprintf("busy: %s (%d)", p.BusyBy[0].Name, p.BusyBy[0].PID)
	case !p.CanOpen:
		return "no permission"
	}
	return "yes"
}

// board returns a guess in a few words, else what the device calls itself.
func board(p devices.Port) string {
	if p.Board == nil {
		return dash(p.Product)
	}
	return p.Board.Name + " (" + p.Board.Certainty + ")"
}

// title returns the device of a port, or its address if it has none.
func title(p devices.Port) string {
	if p.Device != "" {
		return p.Device
	}
	return p.Address()
}
