package cli

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/termsafe"
	"github.com/loopline/loopline/vectors"
)

type vectorsGenOptions struct {
	game, kind, form, board, output string
	force                           bool
	o                               vectors.Options
	set                             *vectors.Set // of the game
}

func newVectorsGenCmd() *cobra.Command {
	var g vectorsGenOptions
	cmd := &cobra.Command{
		Use:   "gen",
		Short: "Make a file of vectors",
		Long: `Gen makes vectors from the rules. Equal options make equal bytes, on any machine
and with any number of threads; the file's header names the command. A file
begins with directed vectors, until each class (loopline vectors classes) has
--quota of them, and continues with random ones up to --count.

Gen writes to a temporary file, then renames it.`,
		Example: `  loopline vectors gen --quota 4 -o turns.jsonl
  loopline vectors gen --form hex --count 100000 -o turns.hex
  loopline vectors gen --kind uart --seed 7
  loopline vectors gen --game battle2048 -o slides.jsonl`,
		Args: wantArgs(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("form") {
				g.form = formByEnding(g.output)
			}
			o, err := g.options()
			if err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			return g.run(cmd, o)
		},
	}
	f := cmd.Flags()
	gameFlag(cmd, &g.game)
	usual := usualGame()
	f.StringVar(&g.kind, "kind", "", "kind of vectors; for "+usual.Title+" "+kindsOf(usual.Vectors))
	f.StringVar(&g.form, "form", string(vectors.JSONL), "jsonl, hex or csv")
	f.StringVar(&g.board, "board", "", fmt.Sprintf("finite board, as `COLUMNSxROWS` (%s: %v)", usual.Title, usual.Vectors.Grid))
	f.Uint64Var(&g.o.Seed, "seed", 1, "random seed")
	f.IntVar(&g.o.Count, "count", 0, "vectors in the file (0 = as many as the quota needs)")
	f.IntVar(&g.o.Goal, "quota", 4, "minimum vectors of each class")
	f.IntVar(&g.o.MaxTries, "max-tries", 0, "maximum games played to fill classes (0 = default)")
	f.IntVar(&g.o.Threads, "threads", 0, "generating goroutines (0 = one a processor)")
	fileFlag(f, &g.output, "output", "o", "write to `FILE`; its ending chooses the form, unless --form is given", vectorsEndings)
	forceFlag(f, &g.force)
	return cmd
}

// kindsOf lists the kinds of a set for people, the default first.
func kindsOf(s *vectors.Set) string {
	var names []string
	for _, k := range s.Kinds {
		names = append(names, string(k.Kind))
	}
	names[0] += " (default)"
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// formByEnding returns the form of a file name's ending, JSON Lines by default.
func formByEnding(name string) string {
	switch safefile.Ending(name) {
	case ".hex", ".mem":
		return string(vectors.Hex)
	case ".csv":
		return string(vectors.CSV)
	}
	return string(vectors.JSONL)
}

func (g *vectorsGenOptions) options() (vectors.Options, error) {
	o := g.o
	row, err := games.WithVectors(g.game)
	if err != nil {
		return o, fmt.Errorf("--game: %w", err)
	}
	g.set = row.Vectors
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	return g.set.ParseOptions(o, g.kind, g.form, g.board)
}

func (g *vectorsGenOptions) run(cmd *cobra.Command, o vectors.Options) error {
	if g.output == "" {
		return vectors.GenerateTo(cmd.Context(), termsafe.Unwrap(cmd.OutOrStdout()), g.set, o)
	}
	f, err := safefile.Create(g.output, vectorsOutput, g.force)
	if err != nil {
		return err
	}
	h, err := vectors.Generate(cmd.Context(), f, g.set, o)
	if err := f.Finish(err); err != nil {
		return fmt.Errorf("%s: %w", g.output, err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "loopline: %s: %s, sha256 %.16s…\n",
		g.output, humanize.Plural(h.Count, "vector", "vectors"), h.SHA256)
	if depth := h.Depth(); depth != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "loopline: %s\n", depth)
	}
	return nil
}
