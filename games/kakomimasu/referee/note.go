package referee

import "github.com/loopline/loopline/games/kakomimasu"

// The names of the notes in a record.
const (
	NoteNames = "names" // data is the players' names, by seat
	NoteStart = "start" // data is a Start
	NoteTurn  = "turn"  // data is a Turn
)

// Turn is the note on a turn that was played.
type Turn struct {
	Turn   int        `json:"turn"`   // counted from 1
	Did    [][][5]int `json:"did"`    // of each player: agent, type, x, y, result
	Scores [][2]int   `json:"scores"` // of each player after it: of territory, of walls
}

// Actions returns the orders of each player, by its number.
func (t *Turn) Actions() [][]kakomimasu.Action {
	all := make([][]kakomimasu.Action, len(t.Did))
	for player, list := range t.Did {
		for _, d := range list {
			all[player] = append(all[player], kakomimasu.Action{
				Agent: d[0], Type: kakomimasu.Type(d[1]), To: kakomimasu.Cell{X: d[2], Y: d[3]},
			})
		}
	}
	return all
}
