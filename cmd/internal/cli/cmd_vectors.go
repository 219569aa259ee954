package cli

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/vectors"
)

func newVectorsCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "vectors",
		Short: "Make, describe and check golden test vectors",
		Long: `Vectors makes files of questions and right answers about a game, from the rules
that matches are judged by, and checks any model of them, in any language,
through a pipe. The files are described in docs/vectors.md.`,
		Example: `  loopline vectors gen --quota 4 -o turns.jsonl
  loopline vectors info turns.jsonl
  loopline vectors check turns.jsonl --against "exec:python3 model.py"`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newVectorsGenCmd(), newVectorsInfoCmd(), newVectorsCheckCmd(),
		newVectorsTextCmd("package", "Print the SystemVerilog package of hex files",
			packageOutput, packageEndings, (*vectors.Set).AppendPackage),
		newVectorsTextCmd("classes", "Print the classes that vectors cover",
			classesOutput, tableEndings, (*vectors.Set).AppendBinTable),
		newVectorsTextCmd("words", "Print the words of hex files and their fields",
			wordsOutput, tableEndings, (*vectors.Set).AppendWordTable),
	)
	return cmd
}

// newVectorsTextCmd makes a command that prints a text about the format.
func newVectorsTextCmd(name, short string, kind safefile.FileType, known []string, text func(*vectors.Set, []byte) []byte) *cobra.Command {
	var to, game string
	var force bool
	cmd := &cobra.Command{
		Use:   name,
		Short: short,
		Args:  wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := games.WithVectors(game)
			if err != nil {
				return &usageError{cmd.CommandPath(), "--game: " + err.Error()}
			}
			if to == "" {
				_, err := cmd.OutOrStdout().Write(text(g.Vectors, nil))
				return err
			}
			return safefile.Write(to, kind, force, text(g.Vectors, nil))
		},
	}
	fileFlag(cmd.Flags(), &to, "output", "o", "write to `FILE`", known)
	gameFlag(cmd, &game)
	forceFlag(cmd.Flags(), &force)
	return cmd
}
