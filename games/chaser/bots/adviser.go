package bots

import (
	"fmt"
	"slices"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/games/chaser/referee"
	"github.com/loopline/loopline/host/compare"
)

// Adviser follows a game, and returns the actions of bots in its positions, and their values. The bots
// know what the seats' players have been told, no more. The same methods of the same game have the
// same answer, whatever was asked before. It is used by one goroutine at a time.
type Adviser struct {
	game  *chaser.Position
	bots  map[string]*[2]referee.Strategy
	asked map[string]chaser.Method // what the bots chose in this position
}

// NewAdviser begins with a game on a map, which was checked, with bots of names; "search" is
// among them.
func NewAdviser(m *chaser.Map, names ...string) (*Adviser, error) {
	a := &Adviser{chaser.New(m, m.Turns), map[string]*[2]referee.Strategy{}, map[string]chaser.Method{}}
	for _, name := range names {
		var both [2]referee.Strategy
		for seat := range both {
			var err error
			if both[seat], err = New(fmt.Sprintf("%s?seed=%d", name, 1+seat)); err != nil {
				return nil, err
			}
		}
		a.bots[name] = &both
	}
	if a.bots["search"] == nil {
		return nil, fmt.Errorf("advice needs the bot search among %q", names)
	}
	return a, nil
}

// Game returns the game, which only Play changes.
func (a *Adviser) Game() *chaser.Position { return a.game }

// Choose returns what a bot does for the player whose turn it is. The game isn't over.
func (a *Adviser) Choose(name string) (chaser.Method, error) {
	both := a.bots[name]
	if both == nil {
		return chaser.Method{}, fmt.Errorf("no bot %.40q follows the game", name)
	}
	m, known := a.asked[name]
	if !known {
		m = both[a.game.Next()].Method(a.game.GetReady(a.game.Next()))
		a.asked[name] = m
	}
	return m, nil
}

// Play plays a method. The game isn't over.
func (a *Adviser) Play(m chaser.Method) {
	seat := a.game.Next()
	for name, both := range a.bots {
		chosen, _ := a.Choose(name)
		if f, ok := both[seat].(Follower); ok && chosen != m {
			f.SetMove(m)
		}
	}
	seen := a.game.Play(m)
	for _, both := range a.bots {
		both[seat].Seen(seen)
	}
	clear(a.asked)
}

// Value returns the value of the position for COOL, in tenths of an item; see NewEvaluator.
func (a *Adviser) Value() compare.Eval {
	j := evaluator{game: a.game}
	for seat := range j.minds {
		j.minds[seat] = a.mind(seat)
	}
	return j.eval()
}

func (a *Adviser) mind(seat int) *search { return a.bots["search"][seat].(*search) }

// Loss returns by how many tenths of an item the searching bot thinks less of a method than of the
// best, for the player whose turn it is: at most what it thinks of a game that is won at once.
// Decides is of a method that loses, or misses a win.
func (a *Adviser) Loss(m chaser.Method) (loss int, decides bool, err error) {
	if _, err := a.Choose("search"); err != nil {
		return 0, false, err
	}
	worth := a.mind(a.game.Next()).worth
	best, is := slices.Max(worth[:]), worth[indexOf(m)]
	return int(tenths * min(max(0, best-is), win)), is <= none && best > none, nil
}
