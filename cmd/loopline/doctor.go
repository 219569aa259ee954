package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
)

type doctorOptions struct {
	asJSON, watch bool
	last          string // what was printed under --watch
}

func newDoctorCmd() *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find what keeps boards from playing, and the command that mends it",
		Long: `Doctor looks at every serial port and USB device of this machine and prints what
keeps a board from playing, or from playing well: permission, a missing driver,
a program that holds the port, the latency timer, programs that probe new ports,
boards that cannot be told apart. Each finding comes with the command or the
udev rule that mends it. Like ports it opens nothing, so that it may run during
a match. The exit status is 3 when a problem was found; advice alone is 0.`,
		Example: "  loopline doctor\n  loopline doctor --watch\n  loopline doctor --json",
		Args:    wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.watch {
				return watchChanges(cmd.Context(), func() error { return o.again(cmd.OutOrStdout()) })
			}
			return o.once(cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object a finding")
	f.BoolVar(&o.watch, "watch", false, "look again whenever a device comes or goes, until interrupted")
	return cmd
}

func (o *doctorOptions) once(out io.Writer) error {
	d, err := bridge.Diagnose("")
	if err != nil {
		return err
	}
	if err := o.print(out, d); err != nil {
		return err
	}
	problems := 0
	for _, f := range d.Findings {
		if f.Severity == bridge.SeverityProblem {
			problems++
		}
	}
	switch problems {
	case 0:
		return nil
	case 1:
		return &foundError{"1 problem found"}
	}
	return &foundError{fmt.Sprintf("%d problems found", problems)}
}

// again prints what there is to say, if it is not what was said last.
func (o *doctorOptions) again(out io.Writer) error {
	d, err := bridge.Diagnose("")
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := o.print(&text, d); err != nil || text.String() == o.last {
		return err
	}
	o.last = text.String()
	_, err = io.WriteString(out, o.last+"\n")
	return err
}

func (o *doctorOptions) print(out io.Writer, d bridge.Diagnosis) error {
	if o.asJSON {
		e := json.NewEncoder(out)
		for _, f := range d.Findings {
			if err := e.Encode(f); err != nil {
				return err
			}
		}
		return nil
	}
	_, err := io.WriteString(out, diagnosisText(d))
	return err
}

// diagnosisText is a diagnosis for people: the ports, then each finding with
// what to type.
func diagnosisText(d bridge.Diagnosis) string {
	var text strings.Builder
	for _, port := range d.Ports {
		fmt.Fprintf(&text, "%s%s\n", portTitle(port), boardWords(port.Board))
	}
	if len(d.Findings) == 0 {
		fmt.Fprintf(&text, "nothing wrong: play with %s\n", addressOf(d.Ports))
	}
	for _, f := range d.Findings {
		where := ""
		if f.Port != "" {
			where = f.Port + ": "
		}
		fmt.Fprintf(&text, "\n%s: %s%s\n", f.Severity, where, f.Text)
		for _, line := range f.Fix {
			fmt.Fprintf(&text, "    %s\n", line)
		}
	}
	return text.String()
}

// addressOf is an address to play with.
func addressOf(ports []bridge.Port) string {
	if len(ports) == 0 {
		return "--white bot"
	}
	return "--white '" + ports[0].Address() + "'"
}

func portTitle(p bridge.Port) string {
	if p.Device != "" {
		return p.Device
	}
	return p.Address()
}

// boardWords is a guess in words, or empty.
func boardWords(b *bridge.Board) string {
	if b == nil {
		return ""
	}
	role := ""
	switch b.Role {
	case bridge.RoleUART:
		role = ", its serial line"
	case bridge.RoleConfig:
		role = ", its programming port"
	}
	return fmt.Sprintf(": %s (%s)%s", b.Name, b.Certainty, role)
}
