package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

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

// readVectors reads a file of vectors.
func readVectors(name string, each func(vectors.Vector) error) (vectors.Header, error) {
	f, err := os.Open(name)
	if err != nil {
		return vectors.Header{}, err
	}
	defer f.Close()
	return vectors.Read(f, name, each)
}

func describeVectors(out io.Writer, name string, asJSON bool) error {
	h, err := readVectors(name, nil)
	if err != nil {
		return err
	}
	board, err := vectors.ParseBoard(h.Board)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	cover, classed := vectors.NewCoverage(h.Kind, board), h.Form == vectors.JSONL
	if classed {
		if _, err := readVectors(name, func(v vectors.Vector) error { cover.Add(v); return nil }); err != nil {
			return err
		}
	}
	if asJSON {
		err = jsonVectors(out, name, h, cover, classed)
	} else {
		textVectors(out, name, h, cover, classed)
	}
	if unmet := cover.Unmet(h.Quota); err == nil && classed && len(unmet) > 0 {
		return &foundError{fmt.Sprintf("%s: %s below the quota of %d, first %s",
			name, plural(len(unmet), "class is", "classes are"), h.Quota, unmet[0])}
	}
	return err
}

func textVectors(out io.Writer, name string, h vectors.Header, cover *vectors.Coverage, classed bool) {
	fmt.Fprintf(out, "%s: %s, %s, whole\n", name, plural(h.Count, "vector", "vectors"), h.Kind)
	for _, line := range [...][2]string{
		{"version", fmt.Sprint(h.Version)},
		{"command", h.Command},
		{"seed", fmt.Sprint(h.Seed)},
		{"board", h.Board},
		{"sha256", h.SHA256},
	} {
		fmt.Fprintf(out, "  %-8s %s\n", line[0], line[1])
	}
	if !classed {
		return
	}
	fmt.Fprintf(out, "  %-8s %d\n", "quota", h.Quota)
	for i, c := range cover.Classes() {
		fmt.Fprintf(out, "  %8d %s\n", cover.Count(i), c.Name)
	}
}

func jsonVectors(out io.Writer, name string, h vectors.Header, cover *vectors.Coverage, classed bool) error {
	var classes map[string]int
	if classed {
		classes = map[string]int{}
		for i, c := range cover.Classes() {
			classes[c.Name] = cover.Count(i)
		}
	}
	return json.NewEncoder(out).Encode(struct {
		File    string         `json:"file"`
		Header  vectors.Header `json:"header"`
		Classes map[string]int `json:"classes"`
	}{name, h, classes})
}
