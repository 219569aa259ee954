package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/version"
)

func newVersionCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print what this program was built from",
		Example: "  loopline version --json",
		Args:    wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(version.Read())
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), version.Read().Text(cmd.Root().Name()))
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// addVersionFlag gives a program the flag --version, which prints the first line of the command.
func addVersionFlag(root *cobra.Command) {
	root.Version = version.Read().Version
	root.SetVersionTemplate(version.Read().Line(root.Name()) + "\n")
	root.Flags().Bool("version", false, "print the version of this program")
}
