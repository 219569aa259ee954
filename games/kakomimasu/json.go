package kakomimasu

import (
	"github.com/loopline/loopline/games/jsonvalue"
)

// outcome is the answer to a game.
type outcome struct {
	Turns  []turnResult `json:"turns"`
	Winner *int         `json:"winner"`
	Reason *Reason      `json:"reason"`
}

type turnResult struct {
	Results [][]Result `json:"res"`
	Tiles   string     `json:"tiles"`
	Agents  [][][2]int `json:"agents"`
	Points  [][2]int   `json:"points"`
}

// Replay answers a game as a JSON object,
//
//	{"width":10,"height":10,"nAgent":2,"nPlayer":2,"totalTurn":30,"points":[1,...],
//	 "start":{"tiles":"A...","agents":[[[0,0],[-1,-1]],[[-1,-1],[-1,-1]]]},
//	 "turns":[{"actions":[[[0,3,1,1]],[]]}]}
//
// with the result of each turn. totalTurn and start may be missing.
func Replay(question []byte) (any, error) {
	p, turns, err := Script(question)
	if err != nil {
		return nil, err
	}
	out := outcome{Turns: make([]turnResult, 0, len(turns))}
	for _, actions := range turns {
		p.Turn(actions)
		out.Turns = append(out.Turns, p.played())
	}
	if p.Over() {
		player, by := p.Winner()
		if out.Reason = &by; player >= 0 {
			out.Winner = &player
		}
	}
	return &out, nil
}

// Script reads a question of Replay: what it begins with, and the actions of each
// turn.
func Script(question []byte) (*Position, [][][]Action, error) {
	v, err := jsonvalue.Object(question)
	if err != nil {
		return nil, nil, err
	}
	b := readShape(v)
	turns := v.Key("turns").List()
	if b.Turns > 0 && len(turns) > b.Turns {
		v.Key("turns").Fail("are %d, more than totalTurn, %d", len(turns), b.Turns)
	}
	if v.Err() != nil {
		return nil, nil, v.Err()
	}
	p := New(b)
	if v.Has("start") {
		readStart(v.Key("start"), p)
	}
	all := make([][][]Action, 0, len(turns))
	for _, turn := range turns {
		all = append(all, readActions(turn.Key("actions"), b))
		if v.Err() != nil {
			break
		}
	}
	return p, all, v.Err()
}

// readShape reads the board of a game. The caller looks for the error.
func readShape(v jsonvalue.Value) *Field {
	b := &Field{
		Width: v.Key("width").Int(1, MaxSide), Height: v.Key("height").Int(1, MaxSide),
		Agents: v.Key("nAgent").Int(0, MaxAgents), Players: v.Key("nPlayer").Int(1, MaxPlayers),
	}
	if v.Has("totalTurn") {
		b.Turns = v.Key("totalTurn").Int(1, MaxTurns)
	}
	b.Points = v.Key("points").Ints(b.Width*b.Height, -MaxPoint, MaxPoint)
	return b
}

// readStart sets the position to the start of a game.
func readStart(v jsonvalue.Value, p *Position) {
	tiles := v.Key("tiles")
	text, players := tiles.Text(), v.Key("agents").ListOf(p.board.Players)
	if v.Err() != nil {
		return
	}
	if err := p.SetTiles(text); err != nil {
		v.Fail("is wrong: %v", err)
	}
	for player, agents := range players {
		for agent, at := range agents.ListOf(p.board.Agents) {
			c := at.Ints(2, -1, MaxSide)
			if v.Err() != nil {
				return
			}
			if err := p.SetAgent(player, agent, Cell{c[0], c[1]}); err != nil {
				at.Fail("is wrong: %v", err)
			}
		}
	}
}

// farthest is the largest number that an action may name: what is off the board
// is an action that is not possible, not an impossible question.
const farthest = 1 << 53

// readActions reads the actions of a turn. The caller looks for the error.
func readActions(v jsonvalue.Value, b *Field) [][]Action {
	players := v.ListOf(b.Players)
	all := make([][]Action, len(players))
	for player, list := range players {
		for _, a := range list.List() {
			parts := a.ListOf(4)
			if parts == nil {
				return nil
			}
			all[player] = append(all[player], Action{
				Agent: parts[0].Int(-farthest, farthest),
				Type:  Type(parts[1].Int(int(Put), int(Remove))),
				To:    Cell{parts[2].Int(-farthest, farthest), parts[3].Int(-farthest, farthest)},
			})
		}
	}
	return all
}

func (p *Position) played() turnResult {
	out := turnResult{Tiles: p.Tiles()}
	for player, agents := range p.agents {
		at := make([][2]int, len(agents))
		for i, c := range agents {
			at[i] = [2]int{c.X, c.Y}
		}
		s := p.Score(player)
		out.Results = append(out.Results, append([]Result{}, p.work.results[player]...))
		out.Agents = append(out.Agents, at)
		out.Points = append(out.Points, [2]int{s.Area, s.Wall})
	}
	return out
}
