package live

import (
	"time"

	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/host/record"
)

// Hear takes in an event of the game, which viewers know at once, and reports whether there are more moves.
func (g *GameFeed) Hear(e *record.Event, now time.Time) (moved bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	before := len(g.moves)
	g.take(e, now)
	g.told = len(g.moves)
	return g.told > before
}

// Verdicts returns the verdict in each language, nil while there is none.
func (g *GameFeed) Verdicts() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.endings()
}

// Snapshot is the state of a game for the page of one of its players.
type Snapshot struct {
	Plies   int
	Players []SnapshotPlayer
	Last    *Move    // nil before the first
	End     []string // the verdict in each language; nil while there is none
}

// SnapshotPlayer is a player of a game, and its clock.
type SnapshotPlayer struct {
	Name  string   // of the player
	Seat  string   // the name of the seat in records
	Seats []string // that in each language
	Class string   // of what belongs to the seat
	State SeatState
}

// Snapshot returns the state of the game at a time.
func (g *GameFeed) Snapshot(now time.Time) Snapshot {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := Snapshot{Plies: len(g.moves), End: g.endings()}
	for i, state := range g.seatStates(now) {
		p := SnapshotPlayer{Name: g.who(i), Seat: g.opening.Seats[i].Name, State: state}
		p.Class = seatClass(i, p.Seat)
		for l := range web.Langs {
			p.Seats = append(p.Seats, g.seatName(web.Lang(l), i))
		}
		s.Players = append(s.Players, p)
	}
	if s.Plies > 0 {
		last := g.moves[s.Plies-1]
		s.Last = &last
	}
	return s
}
