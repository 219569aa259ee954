package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/phrase"
	traxvectors "github.com/loopline/loopline/trax/vectors"
	"github.com/loopline/loopline/vectors"
)

func newVectorsInfoCmd() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "info FILE…",
		Short: "Describe files of vectors, and say whether they are whole",
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
	set := traxvectors.Set()
	h, err := vectors.ReadFile(name, set, nil)
	if err != nil {
		return err
	}
	board, err := set.ParseBoard(h.Board)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	kind, err := set.Definition(h.Kind)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	cover, classed := vectors.NewCoverage(kind, board), h.Encoding == vectors.JSONL
	if classed {
		if _, err := vectors.ReadFile(name, set, func(v vectors.Vector) error { cover.Add(v); return nil }); err != nil {
			return err
		}
	}
	counted := cover
	if !classed {
		counted = nil
	}
	if asJSON {
		err = vectors.DescribeJSON(out, name, h, counted)
	} else {
		err = vectors.Describe(out, name, h, counted)
	}
	if unmet := cover.Unmet(h.Quota); err == nil && classed && len(unmet) > 0 {
		return &foundError{fmt.Sprintf("%s: %s below the quota of %d, first %s",
			name, phrase.Plural(len(unmet), "class is", "classes are"), h.Quota, unmet[0])}
	}
	return err
}
