package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/loopline/loopline/trax"
)

// Bot chooses moves. A bot must not be used by two goroutines at once.
type Bot interface {
	// Move returns a legal move for the side to move in p. It answers
	// within limit less [MoveOverhead], and at once, with the best move so far,
	// when ctx ends. It tries moves on p and leaves p as it was.
	//
	// It fails only if there is nothing to choose: with [ErrOver] or
	// [ErrNoMove].
	Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error)
}

// Errors of Move.
var (
	ErrOver   = errors.New("the game is over")
	ErrNoMove = errors.New("the side to move has no legal move")
)

// Options configures a bot. The zero value is seed 0 at full strength within the time limit.
type Options struct {
	// Seed decides between moves that the bot values alike. The same seed
	// gives the same moves as long as the clock does not cut a search short.
	Seed uint64
	// Depth bounds search in plies, 0 means up to 64. Greedy and random
	// ignore it.
	Depth int
	// Nodes bounds search in moves tried for one answer, 0 means no bound.
	// Greedy and random ignore it.
	Nodes int64
	// Cycles bounds board in clock cycles of the hardware that it stands for. Where
	// none of Cycles, Depth and Nodes is given it is 10.8 million.
	Cycles int
	// Threads is the number of threads of search; 0 is one. Only with one
	// do its answers follow from the position, the seed and a bound.
	Threads int
	// Level is the strength of level, from 1 to MaxLevel; 0 means 5.
	Level int
	// Evaluate values positions for greedy and search; nil means what suits the bot:
	// Learned() for search, but on large boards, Tracks() for the others. Several
	// threads have what suits it.
	Evaluate Evaluator
	// OnInfo, unless nil, gets the result of each depth that search has completed. It is
	// called in the goroutine of Move.
	OnInfo func(Info)
	// Clock is read instead of time.Now, by a search thousands of times a second; nil is
	// time.Now. In a program of one thread it is where others get their turn.
	Clock func() time.Time

	rfpMargin int // probe values by Evaluate, see tree.canPruneRFP; 0 where none has been measured
}

// maxDepth bounds every search in plies.
const maxDepth = 64

// Names returns the names of the bots to play against, weakest first. [New] knows search1,
// too, by which the gain of a change is measured.
func Names() []string { return []string{"random", "greedy", "board", "level", "search"} }

// New returns the bot of the given name. Its error names the known ones, or
// the option that is out of range.
func New(name string, o Options) (Bot, error) {
	if o.Depth < 0 || o.Depth > maxDepth {
		return nil, fmt.Errorf("bot %s: depth %d is outside 0..%d", name, o.Depth, maxDepth)
	}
	if o.Nodes < 0 {
		return nil, fmt.Errorf("bot %s: nodes %d is below 0", name, o.Nodes)
	}
	switch {
	case o.Cycles != 0 && name != "board":
		return nil, fmt.Errorf("bot %s counts no cycles; bot:board?cycles=12000000 does", name)
	case o.Cycles < 0:
		return nil, fmt.Errorf("bot %s: cycles %d is below 0", name, o.Cycles)
	case o.Level != 0 && name != "level":
		return nil, fmt.Errorf("bot %s has no levels; write bot:level?n=%d", name, o.Level)
	case o.Threads < 0 || o.Threads > maxThreads:
		return nil, fmt.Errorf("bot %s: %d threads are outside 0..%d", name, o.Threads, maxThreads)
	case o.Threads > 1 && o.Evaluate != nil:
		return nil, fmt.Errorf("bot %s: %d threads cannot share an evaluator", name, o.Threads)
	}
	level, _ := strengthOf(o.Level)
	switch {
	case o.Evaluate != nil:
	case name == "search", name == "level" && level.learned:
		o.Evaluate, o.rfpMargin = strongest(), rfpMargin
	default:
		o.Evaluate = Tracks()
	}
	switch name {
	case "random":
		return newRandom(o), nil
	case "greedy":
		return newGreedy(o), nil
	case "board":
		return newBoardBot(o), nil
	case "level":
		return newLevel(o)
	case "search1":
		return newSearch1(o), nil
	case "search":
		return newSearch(o), nil
	}
	return nil, fmt.Errorf("no bot is called %q; there are %s", name, strings.Join(Names(), ", "))
}
