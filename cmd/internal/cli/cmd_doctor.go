package cli

import (
	"cmp"
	"io"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/bridge/ports"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
)

func newDoctorCmd() *cobra.Command {
	var doctor ports.Doctor
	var watch, rules, tools bool
	var scan, prepare string
	var game gameOptions
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find what keeps boards from playing, and how to fix it",
		Long: `Doctor looks at every serial port and USB device of this machine and prints what
keeps a board from playing, or from playing well: permission, a missing driver,
a program that holds the port, the latency timer, programs that probe new ports,
boards that cannot be told apart, too few open files for the viewers of a match,
a disk with little room for records.
Each finding comes with the command or the udev rule that fixes it. Like ports it
opens nothing, so it may run during a match. The exit status is 3 if a problem
was found; advice alone is 0.

--baud-scan ADDR opens one board that is mute, and asks it for its team code at the
rate of its address, at rates 3 and 6 % beside it and at the usual ones, until it
answers. It prints what came at each. The exit status is 3 unless it answers at the
rate of its address.

--prepare ADDR looks whether the board at an address with prepare= or reset= could be
prepared: the programs and the design are there, and the device may be opened. It runs
nothing.

--tools lists the programs that read, build and prove designs: where each was found, its
version, and whether it is too old for Loopline or newer than any that was tried. They are
looked for in the folders of LOOPLINE_TOOLS, then in PATH. The exit status is 3 if one is too
old or does not run; one that is missing keeps the rest from nothing.`,
		Example: "  loopline doctor\n  loopline doctor --watch\n  loopline doctor --tools\n  loopline doctor --json\n  loopline doctor --baud-scan serial:/dev/ttyUSB0",
		Args:    wantArgs(0, 0, ""),
		RunE: commandline.InLanguage(func(cmd *cobra.Command, _ []string) error {
			doctor.Out, doctor.Language = cmd.OutOrStdout(), commandline.Language(cmd)
			if rules {
				_, err := io.WriteString(cmd.OutOrStdout(), devices.UdevRules())
				return err
			}
			if tools {
				problems, err := (&toolsReport{cmd.OutOrStdout(), doctor.JSON, doctor.Language}).print(cmd.Context())
				return cmp.Or(err, problemsFound(problems))
			}
			if scan != "" {
				return scanBaud(cmd, scan, &game, doctor.JSON)
			}
			if prepare != "" {
				problems, err := doctor.PrintPreparation(prepare, bridge.Options{})
				return cmp.Or(err, problemsFound(problems))
			}
			if watch {
				return ports.OnChange(cmd.Context(), doctor.PrintIfChanged)
			}
			problems, err := doctor.Print()
			return cmp.Or(err, problemsFound(problems))
		}),
	}
	game.flagName(cmd)
	f := cmd.Flags()
	f.StringVar(&scan, "baud-scan", "", "ask the board at `ADDR` at the usual bit rates until it answers")
	f.StringVar(&prepare, "prepare", "", "look whether the board at `ADDR` could be prepared, and run nothing")
	f.BoolVar(&tools, "tools", false, "list the programs that read and build designs, with their versions")
	f.BoolVar(&doctor.JSON, "json", false, "print a JSON object a finding, a rate or a tool")
	f.BoolVar(&watch, "watch", false, "look again whenever a device is added or removed, until interrupted")
	f.BoolVar(&rules, "udev-rules", false, "print the udev rules of a release")
	_ = f.MarkHidden("udev-rules") // it is there
	return cmd
}

// problemsFound returns the error of some problems; nil of none.
func problemsFound(n int) error {
	if n == 0 {
		return nil
	}
	return &foundError{say.Format("%s found", say.Plural(n, "%d problem", "%d problems"))}
}

// scanBaud asks a board at several bit rates.
func scanBaud(cmd *cobra.Command, address string, game *gameOptions, asJSON bool) error {
	if err := game.check(); err != nil {
		return &usageError{cmd.CommandPath(), say.TextOf(err)}
	}
	greeting, ok := game.game.Greeting(descriptor.Settings{})
	if !ok {
		return &usageError{cmd.CommandPath(), say.Raw("players of " + game.game.Name + " are asked nothing before a game")}
	}
	a, err := addr.Parse(address)
	if err != nil {
		return &usageError{cmd.CommandPath(), say.TextOf(err)}
	}
	s := ports.BaudScan{
		Question: greeting.Text + "\n", Accept: greeting.Accept, Out: cmd.OutOrStdout(), JSON: asJSON,
		Language: commandline.Language(cmd), Open: bridge.Options{Log: stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify},
	}
	found, err := s.Run(cmd.Context(), address)
	switch {
	case err != nil:
		return err
	case found == 0:
		return &foundError{say.Format("%s answers at none of the usual bit rates", address)}
	case found != a.Serial.Baud && found != a.USB.Baud:
		return &foundError{say.Format("%s answers at %d baud alone", address, found)}
	}
	return nil
}
