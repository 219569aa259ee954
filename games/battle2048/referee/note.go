package referee

import "github.com/loopline/loopline/games/battle2048"

// The names of the notes in a record.
const (
	NoteStart  = "start"  // data is a Start
	NoteTurn   = "turn"   // data is a Turn
	NoteResult = "result" // data is a Result
)

// Start is the note on a start cell.
type Start struct {
	Seat int    `json:"seat"` // who named it
	Cell string `json:"cell"` // of the other's board
}

// Turn is the note on a turn that was played.
type Turn struct {
	Turn   int      `json:"turn"` // counted from 1
	Seat   int      `json:"seat"`
	Answer string   `json:"answer"`
	Scores [2]int64 `json:"scores"` // after it
}

// Result is the end of a game in the words of the contest's own referee program.
type Result struct {
	Winner int               `json:"winner"`
	Turn   int               `json:"turn"`
	Reason battle2048.Reason `json:"defeatReason"`
}
