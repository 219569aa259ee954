// Package perft prints how many turns of Trax there are at each depth, as text
// or as JSON Lines.
package perft

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/loopline/loopline/trax"
)

// Printer prints the counts of a game tree.
type Printer struct {
	Options trax.PerftOptions
	Divide  bool // print the counts of the last depth by first move, too
	JSON    bool // print an object a depth
}

// Print counts the tree below a position at each depth from 1 on, and writes each count
// when it is complete. It stops at an error of ctx or of the writer, and returns it.
func (r *Printer) Print(ctx context.Context, w io.Writer, p *trax.Position, depth int) error {
	out := bufio.NewWriter(w)
	if !r.JSON {
		fmt.Fprintf(out, "%5s %24s %22s %12s %10s\n", "depth", "leaves", "ended", "seconds", "Mleaves/s")
	}
	for d := 1; d <= depth; d++ {
		start := time.Now()
		count, err := r.count(ctx, out, p, d, d == depth)
		if err == nil {
			r.print(out, d, count, time.Since(start).Seconds())
		}
		if failed := out.Flush(); err == nil {
			err = failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// count counts one depth, and lists what is below each move if asked to.
func (r *Printer) count(ctx context.Context, out io.Writer, p *trax.Position, depth int, last bool) (trax.Count, error) {
	if !r.Divide || !last {
		return trax.Perft(ctx, p, depth, r.Options)
	}
	var total trax.Count
	moves, err := trax.Divide(ctx, p, depth, r.Options)
	for _, m := range moves {
		total.Leaves += m.Count.Leaves
		total.Ended += m.Count.Ended
		if r.JSON {
			fmt.Fprintf(out, `{"move":%s,"leaves":%d,"ended":%s}`+"\n",
				strconv.AppendQuote(nil, m.Move.String()), m.Count.Leaves, r.ended(m.Count, "null"))
		} else {
			fmt.Fprintf(out, "%5s %24d %22s\n", m.Move, m.Count.Leaves, r.ended(m.Count, "-"))
		}
	}
	return total, err
}

func (r *Printer) print(out io.Writer, depth int, c trax.Count, seconds float64) {
	if r.JSON {
		fmt.Fprintf(out, `{"depth":%d,"leaves":%d,"ended":%s,"seconds":%.6f,"threads":%d}`+"\n",
			depth, c.Leaves, r.ended(c, "null"), seconds, r.Options.Threads)
		return
	}
	fmt.Fprintf(out, "%5d %24d %22s %12.3f %10.1f\n",
		depth, c.Leaves, r.ended(c, "-"), seconds, float64(c.Leaves)/max(seconds, 1e-9)/1e6)
}

// ended is the ended count, or the word for not counted.
func (r *Printer) ended(c trax.Count, none string) string {
	if !r.Options.Ended {
		return none
	}
	return strconv.FormatUint(c.Ended, 10)
}
