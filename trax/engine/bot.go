package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine/searchmodel"
)

// Bot chooses moves. It is not safe for concurrent use.
type Bot interface {
	// Move returns a legal move for the side to move in p. It answers
	// within limit less [MoveOverhead]; when ctx ends, it answers at once with the
	// best move so far. It tries moves on p and restores it.
	//
	// It fails only with [ErrOver] or [ErrNoMove].
	Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error)
}

// Errors of Move.
var (
	ErrOver   = errors.New("the game is over")
	ErrNoMove = errors.New("the side to move has no legal move")
)

// Options configures a bot. The zero value is seed 0 at full strength within the time limit.
type Options struct {
	// Seed orders moves of equal value. The same seed gives the same moves, unless the
	// clock cuts a search short.
	Seed uint64
	// Depth is the maximum depth of search in plies; 0 means 64. Greedy and random
	// ignore it.
	Depth int
	// Nodes is the most moves that search tries for an answer; 0 means no bound.
	// Greedy and random ignore it.
	Nodes int64
	// Cycles bounds the thinking of board in the hardware's clock cycles. Without
	// Cycles, Depth and Nodes it is 10.8 million.
	Cycles int
	// Windows has board value windows of the rim, as a board does that has loaded their weights.
	Windows bool
	// Weights are those of the evaluation of board; nil is those of the RTL. They must not be
	// changed while the bot is used.
	Weights *searchmodel.Weights
	// Threads is the number of threads of search; 0 means one. Only with one thread is
	// search deterministic.
	Threads int
	// Level is the strength of level, from 1 to MaxLevel; 0 means 5.
	Level int
	// Evaluate is the static evaluation of greedy and search. If it is nil, search uses
	// Learned(), on large boards Tracks(); the others use Tracks(). It must be nil with
	// several threads.
	Evaluate Evaluator
	// OnInfo, unless nil, gets the result of each depth that search has completed, in
	// Move's goroutine.
	OnInfo func(Info)
	// Clock replaces time.Now, unless it is nil. A search calls it thousands of times a
	// second: a program with one thread can run its other work there.
	Clock func() time.Time

	rfpMargin int // probe values by Evaluate, see tree.canPruneRFP; 0 where none has been measured
}

// maxDepth bounds every search in plies.
const maxDepth = 64

// Names returns the names of the bots, weakest first. [New] also knows search1, the baseline for
// measuring a change.
func Names() []string { return []string{"random", "greedy", "board", "level", "search"} }

// New returns the bot with a name. Its error lists the names, or names the option that is out of
// range.
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
	case o.Windows && name != "board":
		return nil, fmt.Errorf("bot %s loads no windows; bot:board?windows=true does", name)
	case o.Weights != nil && name != "board":
		return nil, fmt.Errorf("bot %s has no table of weights; bot:board?weights=FILE does", name)
	case o.Weights != nil && o.Windows:
		return nil, fmt.Errorf("bot %s: windows come with a table of weights of their own; leave weights or windows out", name)
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
