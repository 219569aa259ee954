package web

import (
	"math"
	"slices"
	"time"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// startDelay is the time from the arrival of the clients to the start of a game, in whole
// seconds.
const startDelay = 5

// match is the game of a port: what is shown of it, and when its turns take
// actions. It is under the wire's mu.
type match struct {
	id      string
	opening *referee.Opening   // nil until the game begins
	started time.Time          // when the first turn takes actions; whole seconds
	at      *referee.TurnState // what stands now
	turn    int                // that takes actions, or will next; 0 before the game
	over    bool
	ended   time.Time
	log     []turnLog

	// places holds the index by which clients know each player of the game. In a heat
	// that began without an entrant, the players behind its seat have lower numbers
	// than seats; clients keep the index with which they joined.
	places []int
	known  []bool // players whose seat is here

	texts map[string][]byte // what was made of it since it changed last
}

// changed forgets what was made of the match.
func (m *match) changed() { m.texts = map[string][]byte{} }

// begin takes the start of a game, and reports whether it is new: each
// seat gets it.
func (m *match) begin(o *referee.Opening, now time.Time) bool {
	if m.opening != nil {
		return false
	}
	m.opening = o
	m.started = time.Unix(now.Unix()+startDelay, 0)
	m.changed()
	return true
}

// place notes the seat of a player of the game. Seats begin one after the other, and clients
// may ask in between: the last players not yet known get the last of the waiting seats, so
// that the number of players does not change. Players whose seats are elsewhere have the
// first indexes that are free.
func (m *match) place(player, seat int, waiting []int) {
	count := m.opening.Board.Players
	if m.places == nil {
		m.places = slices.Repeat([]int{none}, count)
		m.known = make([]bool, count)
	}
	if player >= 0 && player < count {
		m.places[player], m.known[player] = seat, true
	}
	taken := map[int]bool{}
	for other, known := range m.known {
		if known {
			taken[m.places[other]] = true
		}
	}
	waiting = slices.DeleteFunc(slices.Sorted(slices.Values(waiting)), func(index int) bool { return taken[index] })
	for other, known := range slices.Backward(m.known) {
		if !known && len(waiting) > 0 {
			m.places[other], waiting = waiting[len(waiting)-1], waiting[:len(waiting)-1]
			taken[m.places[other]] = true
		} else if !known {
			m.places[other] = none
		}
	}
	for other, index := range m.places {
		for free := 0; index == none; free++ {
			if !taken[free] {
				index, m.places[other], taken[free] = free, free, true
			}
		}
	}
	m.changed()
}

// none is the player at an index at which none plays.
const none = -1

// atPlaces returns the player of the game at each index that clients see, or none.
func (m *match) atPlaces() (players []int) {
	if m.opening == nil {
		return nil
	}
	players = slices.Repeat([]int{none}, slices.Max(m.places)+1)
	for player, index := range m.places {
		players[index] = player
	}
	return players
}

// next takes in the situation of a turn. It reports whether it is news.
func (m *match) next(s *referee.TurnState, now time.Time) bool {
	if s.Turn <= m.turn {
		return false
	}
	m.note(s)
	m.at, m.turn = s, s.Turn
	// A host that lagged behind begins the turn later, by whole seconds: no
	// client loses more than half of its time.
	if late := now.Sub(m.opens()); late > m.opening.Operation/2 {
		m.started = m.started.Add(time.Duration(math.Ceil(late.Seconds())) * time.Second)
	}
	m.changed()
	return true
}

// end takes in how the game ended. It reports whether it is news.
func (m *match) end(s *referee.TurnState, now time.Time) bool {
	if m.over {
		return false
	}
	m.note(s)
	m.at, m.over, m.ended = s, true, now
	m.changed()
	return true
}

// note logs the turn that a situation follows.
func (m *match) note(s *referee.TurnState) {
	if m.turn == 0 {
		return
	}
	var t turnLog
	for _, player := range m.atPlaces() {
		p := playerLog{Actions: []actionLog{}}
		if player == none || player >= len(s.Did) {
			t.Players = append(t.Players, p)
			continue
		}
		p.Point = pointOf(s.Position.Score(player))
		for _, d := range s.Did[player] {
			p.Actions = append(p.Actions, actionLog{d.Agent, int(d.Type), d.To.X, d.To.Y, int(d.Result)})
		}
		t.Players = append(t.Players, p)
	}
	m.log = append(m.log, t)
}

// pace is the time from one turn to the next.
func (m *match) pace() time.Duration { return m.opening.Operation + m.opening.Transition }

// opens is when the turn takes actions.
func (m *match) opens() time.Time { return m.started.Add(time.Duration(m.turn-1) * m.pace()) }

// closes is when the turn takes no more actions.
func (m *match) closes() time.Time { return m.opens().Add(m.opening.Operation) }

func (m *match) status(now time.Time) string {
	switch {
	case m.over:
		return "ended"
	case m.opening == nil:
		return "free"
	case now.Before(m.started):
		return "ready"
	}
	return "gaming"
}

// between reports whether a turn is over and the next has not begun.
func (m *match) between(now time.Time) bool {
	return m.status(now) == "gaming" && (m.turn == 0 || now.Before(m.opens()) || !now.Before(m.closes()))
}

// shown returns the turn that clients see.
func (m *match) shown(now time.Time) int {
	if m.status(now) == "gaming" || m.over {
		return max(m.turn, 1)
	}
	return 0
}

// turnLog is a turn of the log.
type turnLog struct {
	Players []playerLog `json:"players"`
}

type playerLog struct {
	Point   point       `json:"point"`
	Actions []actionLog `json:"actions"`
}

type actionLog struct {
	AgentID int `json:"agentId"`
	Type    int `json:"type"`
	X       int `json:"x"`
	Y       int `json:"y"`
	Res     int `json:"res"`
}

type point struct {
	Area int `json:"areaPoint"`
	Wall int `json:"wallPoint"`
}

func pointOf(s kakomimasu.Score) point { return point{s.Area, s.Wall} }
