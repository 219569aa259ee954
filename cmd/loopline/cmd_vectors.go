package main

import (
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/output"
	traxvectors "github.com/loopline/loopline/trax/vectors"
)

func newVectorsCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "vectors",
		Short: "Make, describe and check golden test vectors",
		Long: `Vectors makes files of questions and right answers about Trax, from the rules
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
			packageOutput, traxvectors.Set().AppendPackage),
		newVectorsTextCmd("classes", "Print the classes that vectors cover",
			classesOutput, traxvectors.Set().AppendClassTable),
		newVectorsTextCmd("words", "Print the words of hex files and their fields",
			wordsOutput, traxvectors.Set().AppendWordTable),
	)
	return cmd
}

// newVectorsTextCmd makes a command that prints a text about the format.
func newVectorsTextCmd(name, short string, kind output.Kind, text func([]byte) []byte) *cobra.Command {
	var to string
	var force bool
	cmd := &cobra.Command{
		Use:   name,
		Short: short,
		Args:  wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if to == "" {
				_, err := cmd.OutOrStdout().Write(text(nil))
				return err
			}
			return output.Write(to, kind, force, text(nil))
		},
	}
	cmd.Flags().StringVarP(&to, "output", "o", "", "write to `FILE`")
	forceFlag(cmd.Flags(), &force)
	return cmd
}
