package contest

import "github.com/loopline/loopline/games/dpt"

// NoteTurn is the name of the note on a turn in a record; its data is a Turn.
const NoteTurn = "turn"

// Turn is the note on a turn that was played: of each team, the type and step of
// each agent, what became of it, and the points after the turn.
type Turn struct {
	Turn    int              `json:"turn"` // counted from 1
	Actions [2][][3]int      `json:"actions"`
	Apply   [2][]dpt.Applied `json:"apply"`
	Agents  [2][][2]int      `json:"agents"` // where they are then
	Tile    [2]int           `json:"tilePoint"`
	Area    [2]int           `json:"areaPoint"`
}

func (r *referee) note() error {
	n := Turn{Turn: r.game.Turn()}
	for team, points := range r.points() {
		n.Tile[team], n.Area[team] = points.Tile, points.Area
		n.Apply[team] = r.applied[team]
		for _, a := range r.last[team] {
			n.Actions[team] = append(n.Actions[team], [3]int{int(a.Type), a.DX, a.DY})
		}
		for _, at := range r.game.Agents(team) {
			n.Agents[team] = append(n.Agents[team], [2]int{at.X, at.Y})
		}
	}
	return r.table.Note(NoteTurn, n)
}
