package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/perft"
	"github.com/loopline/loopline/trax/replay"
)

// Bounds of what perft is asked for. Depth 32 is far beyond any computer.
const (
	maxPerftDepth   = 32
	maxPerftThreads = 1024
	maxPerftHash    = 1 << 20 // MiB
)

type perftOptions struct {
	from    string
	divide  bool
	threads int
	ended   bool
	asJSON  bool
	hash    int // MiB
	classes bool
}

func newPerftCmd() *cobra.Command {
	var o perftOptions
	cmd := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count the game tree",
		Long: `Perft counts the legal turns at each depth from 1 to DEPTH; a finished game is
a leaf at the depth at which it ended. With --json it prints one object a depth:
depth, leaves, ended (null without --ended), seconds, threads. With --divide
the counts of DEPTH come apart by first move; in JSON as objects with move,
leaves, ended before the object of that depth.`,
		Example: `  loopline perft 6 --ended
  loopline perft 8 --classes --hash 512
  loopline perft 3 --from "@0/ A2\\" --divide`,
		Args: wantArgs(1, 1, "DEPTH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[0])
			if err != nil || depth < 1 || depth > maxPerftDepth {
				return &usageError{cmd.CommandPath(), fmt.Sprintf(
					"depth %.40q is not a number from 1 to %d", args[0], maxPerftDepth)}
			}
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			return o.run(cmd.Context(), cmd.OutOrStdout(), depth)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.from, "from", "", "start after these `MOVES`")
	f.BoolVar(&o.divide, "divide", false, "list the count below each first move")
	f.IntVar(&o.threads, "threads", 0, "goroutines that count; 0 is one a processor")
	f.BoolVar(&o.ended, "ended", false, "count the turns that end the game too")
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object a depth")
	f.IntVar(&o.hash, "hash", 0, "memory in `MiB` for subtrees counted before")
	f.BoolVar(&o.classes, "classes", false, "count symmetrical positions once")
	return cmd
}

func (o *perftOptions) check() error {
	return cmp.Or(
		rangecheck.Int("--threads", o.threads, 0, maxPerftThreads),
		rangecheck.Int("--hash", o.hash, 0, maxPerftHash),
	)
}

func (o *perftOptions) run(ctx context.Context, w io.Writer, depth int) error {
	p, err := replay.After(gamefile.FromText(o.from).Moves)
	if err != nil {
		return err
	}
	how := trax.PerftOptions{
		Threads: o.threads, Ended: o.ended, Classes: o.classes, Cache: uint64(o.hash) << 20,
	}
	if how.Threads == 0 {
		how.Threads = runtime.GOMAXPROCS(0)
	}
	r := perft.Printer{Options: how, Divide: o.divide, JSON: o.asJSON}
	return r.Print(ctx, w, p, depth)
}
