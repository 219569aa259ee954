package dpt

import "fmt"

// Type is the kind of an agent's action in a turn.
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

// Action is the intended action of an agent. The zero Action stays.
type Action struct {
	Type   Type
	DX, DY int // to the cell it is about; a stay's count nothing
}

// ActionStatus tells how an action was applied: done, blocked by others, or refused.
type ActionStatus int8

// What becomes of actions.
const (
	Illegal ActionStatus = -1 // against the rules by itself; the agent stays
	Blocked ActionStatus = 0  // legal, but others were in the way
	Done    ActionStatus = 1
)
