// Command list prints balanced openings of Trax, one a line, for scripts/match.
//
//	go run ./trax/engine/openings/list -n 100 -seed 1
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/loopline/loopline/trax/engine/openings"
)

func main() {
	n := flag.Int("n", 100, "how many")
	seed := flag.Uint64("seed", 1, "what they follow from")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := list(ctx, *n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "list:", err)
		os.Exit(1)
	}
}

// list prints n openings.
func list(ctx context.Context, n int, seed uint64) error {
	out, s := bufio.NewWriter(os.Stdout), openings.New(seed)
	for range n {
		_, moves, err := s.Next(ctx)
		if err != nil {
			return err
		}
		for i, m := range moves {
			if i > 0 {
				fmt.Fprint(out, " ")
			}
			fmt.Fprint(out, m)
		}
		fmt.Fprintln(out)
	}
	return out.Flush()
}
