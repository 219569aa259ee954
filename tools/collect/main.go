// Command collect makes the book of openings that comes with Loopline: bots of levels 4 to 7 play each
// other, after none to three random moves. The book follows from the seed and the bots alone.
//
//	go run ./tools/collect -games 10000 -seed 1 >trax/book/shipped/openings.txt
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"sync"

	"github.com/loopline/loopline/trax/book"
	"github.com/loopline/loopline/trax/engine"
)

func main() {
	o := options{}
	flag.IntVar(&o.games, "games", 10_000, "how many")
	flag.Uint64Var(&o.seed, "seed", 1, "what they follow from")
	flag.IntVar(&o.moves, "moves", 6000, "how many moves to keep, those of most games")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := o.collect(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "collect:", err)
		os.Exit(1)
	}
}

type options struct {
	games, moves int
	seed         uint64
}

var games = engine.SelfPlay{Lowest: 4, Highest: 7, MostRandom: 3, MostPlies: 80}

// collect plays the games and writes the book.
func (o options) collect(ctx context.Context, out io.Writer) (err error) {
	b := book.NewBuilder(book.DefaultPlies)
	defer func() { err = errors.Join(err, b.Close()) }()
	if err := o.play(ctx, b); err != nil {
		return err
	}
	all, err := b.Book()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, all.Close()) }()
	fmt.Fprintf(out, "# Opening moves of %d games of bots of levels %d to %d, %d of them decided: ply, move, games, wins and losses of\n"+
		"# the side that plays it. Game N of seed %d is of the generator PCG(%d, N). Made by\n# go run ./tools/collect -games %d -seed %d\n",
		all.Games, games.Lowest, games.Highest, all.Decided, o.seed, o.seed, o.games, o.seed)
	return all.WriteText(out, o.moves)
}

// play plays the games on all processors. Which is played when makes no difference to the book.
func (o options) play(ctx context.Context, to *book.Builder) error {
	numbers := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			c := book.NewCounter(book.DefaultPlies)
			for n := range numbers {
				moves, err := games.Game(ctx, rand.New(rand.NewPCG(o.seed, uint64(n))))
				mu.Lock()
				if err == nil {
					_, err = to.Write(c.Append(nil, book.Game{Moves: moves, Ratings: book.Unrated()}))
				}
				failed = errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	for n := range o.games {
		if ctx.Err() != nil {
			break
		}
		numbers <- n + 1
		if n%1000 == 0 {
			fmt.Fprintln(os.Stderr, "collect:", n, "games")
		}
	}
	close(numbers)
	workers.Wait()
	return errors.Join(failed, ctx.Err())
}
