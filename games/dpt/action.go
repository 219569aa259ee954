package dpt

import "fmt"

// Type is what an agent does in a turn.
type Type uint8

// The types, by their numbers in a replay.
const (
	Stay   Type = iota // nothing
	Move               // steps to a neighbour, which gets its team's tile
	Remove             // takes the tile from a neighbour, whosever it is
)

// String is the word for the type, as procon30 has it.
func (t Type) String() string {
	if int(t) < len(typeWords) {
		return typeWords[t]
	}
	return fmt.Sprintf("type %d", uint8(t))
}

var typeWords = [...]string{"stay", "move", "remove"}

// ParseType reads the word for a type.
func ParseType(word string) (Type, error) {
	for t, w := range typeWords {
		if w == word {
			return Type(t), nil
		}
	}
	return Stay, fmt.Errorf("there is no action %.20q; there are stay, move, remove", word)
}

// Action is what an agent wants to do. The zero Action stays.
type Action struct {
	Type   Type
	DX, DY int // to the cell it is about; a stay's count nothing
}

// Applied is what became of an action.
type Applied int8

// What becomes of actions.
const (
	Illegal Applied = -1 // against the rules by itself; the agent stays
	Undone  Applied = 0  // legal, but others were in the way
	Done    Applied = 1
)
