package contest

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
