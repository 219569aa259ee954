package referee

import "github.com/loopline/loopline/games/dpt"

// NoteTurn is the name of the note on a turn in a record; its data is a Turn.
const NoteTurn = "turn"

// Turn is the note on a turn that was played: of each team, the type and step of
// each agent, its result, and the points after the turn.
type Turn struct {
	Turn    int                   `json:"turn"` // counted from 1
	Actions [2][][3]int           `json:"actions"`
	Apply   [2][]dpt.ActionStatus `json:"apply"`
	Agents  [2][][2]int           `json:"agents"` // where they are then
	Tile    [2]int                `json:"tilePoint"`
	Area    [2]int                `json:"areaPoint"`

	// Values are shown from this turn on; nil if they follow from a seed.
	Values []int `json:"values,omitempty"`
}

// noteOf is the note on the turn that was played last.
func noteOf(g *dpt.Game, actions [2][]dpt.Action, applied [2][]dpt.ActionStatus) Turn {
	n := Turn{Turn: g.Turn(), Apply: applied}
	for team := range actions {
		points := g.Points(team)
		n.Tile[team], n.Area[team] = points.Tile, points.Area
		for _, a := range actions[team] {
			n.Actions[team] = append(n.Actions[team], [3]int{int(a.Type), a.DX, a.DY})
		}
		for _, at := range g.Agents(team) {
			n.Agents[team] = append(n.Agents[team], [2]int{at.X, at.Y})
		}
	}
	return n
}
