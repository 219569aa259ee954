package cli

import (
	"bufio"
	"io"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/vectors"
)

func newVectorsInfoCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "info FILE…",
		Short: "Describe vector files and check that they are complete",
		Long: `Info prints the header of files of vectors and, of those as JSON Lines, how many
there are of each class. It compares count and hash with the file and
fails on a file that was cut or changed; the exit status is 3 if a class has
fewer vectors than the header's quota. With --json it prints one object a file:
"file", "header", "classes" {name: count}.`,
		Example: `  loopline vectors info turns.jsonl`,
		Args:    wantArgs(1, -1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := bufio.NewWriter(cmd.OutOrStdout())
			for _, name := range args {
				if err := describeVectors(out, name, asJSON); err != nil {
					return flush(out, err)
				}
			}
			return out.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a file")
	return cmd
}

func describeVectors(out io.Writer, name string, asJSON bool) error {
	g, err := games.OfVectors(name)
	if err != nil {
		return err
	}
	below, err := vectors.DescribeFile(out, name, g.Vectors, asJSON)
	if err != nil {
		return err
	}
	return found(below)
}
