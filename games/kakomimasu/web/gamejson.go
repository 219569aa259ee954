package web

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
)

// gameJSON is a match as clients read it now.
type gameJSON struct {
	ID            string       `json:"id"`
	Name          string       `json:"name"`
	Status        string       `json:"status"`
	Turn          int          `json:"turn"`
	TotalTurn     int          `json:"totalTurn"`
	Players       []playerJSON `json:"players"`
	Agents        int          `json:"nAgent"`
	PlayerCount   int          `json:"nPlayer"`
	Operation     float64      `json:"operationSec"`
	Transition    float64      `json:"transitionSec"`
	Started       *int64       `json:"startedAtUnixTime"`
	ReservedUsers []string     `json:"reservedUsers"`
	Type          string       `json:"type"`
	Field         *fieldJSON   `json:"field"`
	Log           []turnLog    `json:"log"`
}

type playerJSON struct {
	ID     string      `json:"id"`
	Spec   string      `json:"spec"`
	Type   string      `json:"type"`
	Agents []agentJSON `json:"agents"`
	Point  point       `json:"point"`
}

type agentJSON struct {
	X int `json:"x"`
	Y int `json:"y"`
}

type fieldJSON struct {
	Width  int        `json:"width"`
	Height int        `json:"height"`
	Points []int      `json:"points"`
	Tiles  []tileJSON `json:"tiles"`
}

type tileJSON struct {
	Type   int  `json:"type"`
	Player *int `json:"player"`
}

// oldJSON is a match as clients of 2021 read it.
type oldJSON struct {
	GameID        string      `json:"gameId"`
	Gaming        bool        `json:"gaming"`
	Ending        bool        `json:"ending"`
	Board         *oldBoard   `json:"board"`
	Turn          int         `json:"turn"`
	TotalTurn     int         `json:"totalTurn"`
	Tiled         []tileJSON  `json:"tiled"`
	Players       []oldPlayer `json:"players"`
	Log           []oldTurn   `json:"log"`
	Name          string      `json:"gameName"`
	Started       *int64      `json:"startedAtUnixTime"`
	Next          *float64    `json:"nextTurnUnixTime"`
	ReservedUsers []string    `json:"reservedUsers"`
	Type          string      `json:"type"`
}

type oldBoard struct {
	Name    string  `json:"name"`
	Width   int     `json:"width"`
	Height  int     `json:"height"`
	Agents  int     `json:"nAgent"`
	Players int     `json:"nPlayer"`
	Turns   int     `json:"nTurn"`
	Seconds float64 `json:"nSec"`
	Points  []int   `json:"points"`
}

type oldPlayer struct {
	ID     string      `json:"id"`
	Spec   string      `json:"spec"`
	Agents []agentJSON `json:"agents"`
	Point  oldPoint    `json:"point"`
}

type oldPoint struct {
	Area int `json:"basepoint"`
	Wall int `json:"wallpoint"`
}

type oldTurn struct {
	Players []oldLog `json:"players"`
}

type oldLog struct {
	Point   oldPoint    `json:"point"`
	Actions []actionLog `json:"actions"`
}

// text is the match in one of its shapes, made once after each change.
func (w *Handler) text(shape string, now time.Time) []byte {
	m := &w.match
	key := shape + " " + m.status(now)
	if text, ok := m.texts[key]; ok {
		return text
	}
	var value any = w.game(now)
	if shape == schema2021 {
		value = w.oldGame(now)
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // there is nothing in it that cannot be JSON
	}
	m.texts[key] = text
	return text
}

// The shapes of a match.
const (
	schemaNow  = "now"
	schema2021 = "2021"
)

// game is the match as clients read it now.
func (w *Handler) game(now time.Time) gameJSON {
	m := &w.match
	g := gameJSON{
		ID: m.id, Status: m.status(now), Turn: m.shown(now), ReservedUsers: []string{}, Type: "normal", Log: m.log,
		PlayerCount: kakomimasu.DefaultPlayers, Players: []playerJSON{},
	}
	if g.Log == nil {
		g.Log = []turnLog{}
	}
	if m.opening != nil {
		b := m.opening.Board
		started := m.started.Unix()
		g.TotalTurn, g.Agents, g.PlayerCount, g.Started = b.Turns, b.Agents, len(m.atPlaces()), &started
		g.Operation, g.Transition = m.opening.Operation.Seconds(), m.opening.Transition.Seconds()
		g.Field = &fieldJSON{b.Width, b.Height, b.Points, m.tiles()}
	}
	for _, who := range w.players() {
		p := playerJSON{ID: who.id, Spec: who.spec, Type: who.kind, Agents: []agentJSON{}}
		switch {
		case m.opening == nil:
		case who.player == none:
			p.Agents = slices.Repeat([]agentJSON{{-1, -1}}, m.opening.Board.Agents)
		default:
			p.Agents, p.Point = agents(m.position(), who.player), pointOf(m.position().Score(who.player))
		}
		g.Players = append(g.Players, p)
	}
	return g
}

// oldGame is the match as clients of 2021 read it.
func (w *Handler) oldGame(now time.Time) oldJSON {
	m := &w.match
	g := w.game(now)
	old := oldJSON{
		GameID: g.ID, Gaming: g.Status == "gaming", Ending: g.Status == "ended", Turn: g.Turn, TotalTurn: g.TotalTurn,
		Started: g.Started, ReservedUsers: g.ReservedUsers, Type: g.Type, Players: []oldPlayer{}, Log: []oldTurn{},
	}
	if f := g.Field; f != nil {
		old.Tiled = f.Tiles
		old.Board = &oldBoard{"loopline", f.Width, f.Height, g.Agents, g.PlayerCount, g.TotalTurn, m.pace().Seconds(), f.Points}
		if !m.over {
			next := float64(*g.Started) + m.pace().Seconds()*float64(g.Turn)
			old.Next = &next
		}
	}
	for _, p := range g.Players {
		old.Players = append(old.Players, oldPlayer{p.ID, p.Spec, p.Agents, oldPoint(p.Point)})
	}
	for _, t := range g.Log {
		var turn oldTurn
		for _, p := range t.Players {
			turn.Players = append(turn.Players, oldLog{oldPoint(p.Point), p.Actions})
		}
		old.Log = append(old.Log, turn)
	}
	return old
}

func (m *match) position() *kakomimasu.Position {
	if m.at == nil {
		m.at = &referee.TurnState{Opening: m.opening, Position: kakomimasu.New(m.opening.Board)}
	}
	return m.at.Position
}

func (m *match) tiles() (all []tileJSON) {
	p := m.position()
	b := p.Field()
	for y := range b.Height {
		for x := range b.Width {
			t, tile := p.At(kakomimasu.Cell{X: x, Y: y}), tileJSON{}
			if t.Wall {
				tile.Type = 1
			}
			if t.Owned {
				tile.Player = &m.places[t.Player]
			}
			all = append(all, tile)
		}
	}
	return all
}

func agents(p *kakomimasu.Position, player int) []agentJSON {
	all := make([]agentJSON, p.Field().Agents)
	for i := range all {
		at := p.Agent(player, i)
		all[i] = agentJSON{at.X, at.Y}
	}
	return all
}
