package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/ports"
	"github.com/loopline/loopline/internal/commandline"
	"github.com/loopline/loopline/internal/say"
)

func newDoctorCmd() *cobra.Command {
	var doctor ports.Doctor
	var watch, rules bool
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
was found; advice alone is 0.`,
		Example: "  loopline doctor\n  loopline doctor --watch\n  loopline doctor --json",
		Args:    wantArgs(0, 0, ""),
		RunE: commandline.InLanguage(func(cmd *cobra.Command, _ []string) error {
			doctor.Out, doctor.Language = cmd.OutOrStdout(), commandline.Language(cmd)
			if rules {
				_, err := io.WriteString(cmd.OutOrStdout(), bridge.UdevRules())
				return err
			}
			if watch {
				return ports.OnChange(cmd.Context(), doctor.PrintIfChanged)
			}
			problems, err := doctor.Print()
			if err == nil && problems > 0 {
				err = &foundError{say.F("%s found", say.N(problems, "%d problem", "%d problems"))}
			}
			return err
		}),
	}
	f := cmd.Flags()
	f.BoolVar(&doctor.JSON, "json", false, "print a JSON object a finding")
	f.BoolVar(&watch, "watch", false, "look again whenever a device is added or removed, until interrupted")
	f.BoolVar(&rules, "udev-rules", false, "print the udev rules of a release")
	_ = f.MarkHidden("udev-rules") // it is there
	return cmd
}
