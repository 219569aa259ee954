package cli

import (
	"errors"
	"flag"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
)

// newGameCmd describes a game that has tools, and holds them.
func newGameCmd(g descriptor.Descriptor) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   g.Name,
		Short: "Describe " + g.Title,
		Args:  wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return descriptor.WriteJSON(cmd.OutOrStdout(), []descriptor.Descriptor{g})
			}
			return g.WritePage(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	for _, t := range g.Subcommands {
		cmd.AddCommand(newToolCmd(t))
	}
	return cmd
}

// newToolCmd returns a game's tool as a command.
func newToolCmd(t descriptor.Subcommand) *cobra.Command {
	flags := flag.NewFlagSet(t.Name, flag.ContinueOnError)
	run := t.New(flags)
	cmd := &cobra.Command{
		Use:     strings.TrimSpace(t.Name + " " + t.Args),
		Short:   t.Short,
		Example: t.Example,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := run(args, stream.Interruptible(cmd.Context(), cmd.InOrStdin()), cmd.OutOrStdout())
			if wrong := new(descriptor.FoundError); errors.As(err, &wrong) {
				return &foundError{say.Raw(wrong.Problem)}
			}
			return err
		},
	}
	cmd.Flags().AddGoFlagSet(flags)
	return cmd
}
