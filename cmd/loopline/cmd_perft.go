package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/gamefile"
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
				return &usageError{cmd.CommandPath(), err.Error()}
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
	switch {
	case o.threads < 0 || o.threads > maxPerftThreads:
		return fmt.Errorf("--threads %d is outside 0 to %d", o.threads, maxPerftThreads)
	case o.hash < 0 || o.hash > maxPerftHash:
		return fmt.Errorf("--hash %d is outside 0 to %d", o.hash, maxPerftHash)
	}
	return nil
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
	out := bufio.NewWriter(w)
	if !o.asJSON {
		fmt.Fprintf(out, "%5s %24s %22s %12s %10s\n", "depth", "leaves", "ended", "seconds", "Mleaves/s")
	}
	for d := 1; d <= depth; d++ {
		start := time.Now()
		count, err := o.count(ctx, out, p, d, d == depth, how)
		if err != nil {
			return flush(out, err)
		}
		o.print(out, d, count, time.Since(start).Seconds(), how.Threads)
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// count counts one depth, and lists what is below each move if asked to.
func (o *perftOptions) count(
	ctx context.Context, out io.Writer, p *trax.Position, depth int, last bool, how trax.PerftOptions,
) (trax.Count, error) {
	if !o.divide || !last {
		return trax.Perft(ctx, p, depth, how)
	}
	var total trax.Count
	moves, err := trax.Divide(ctx, p, depth, how)
	for _, m := range moves {
		total.Leaves += m.Count.Leaves
		total.Ended += m.Count.Ended
		if o.asJSON {
			fmt.Fprintf(out, `{"move":%s,"leaves":%d,"ended":%s}`+"\n",
				strconv.AppendQuote(nil, m.Move.String()), m.Count.Leaves, o.endedWord(m.Count, "null"))
		} else {
			fmt.Fprintf(out, "%5s %24d %22s\n", m.Move, m.Count.Leaves, o.endedWord(m.Count, "-"))
		}
	}
	return total, err
}

func (o *perftOptions) print(out io.Writer, depth int, c trax.Count, seconds float64, threads int) {
	if o.asJSON {
		fmt.Fprintf(out, `{"depth":%d,"leaves":%d,"ended":%s,"seconds":%.6f,"threads":%d}`+"\n",
			depth, c.Leaves, o.endedWord(c, "null"), seconds, threads)
		return
	}
	fmt.Fprintf(out, "%5d %24d %22s %12.3f %10.1f\n",
		depth, c.Leaves, o.endedWord(c, "-"), seconds, float64(c.Leaves)/max(seconds, 1e-9)/1e6)
}

// endedWord is the ended count, or the word for not counted.
func (o *perftOptions) endedWord(c trax.Count, none string) string {
	if !o.ended {
		return none
	}
	return strconv.FormatUint(c.Ended, 10)
}
