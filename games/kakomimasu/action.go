package kakomimasu

import "fmt"

// Type is the kind of an agent's action. The numbers come from the contest's
// logs.
type Type int

const (
	Put    Type = 1 // onto any cell, as an agent that is not on the board
	None   Type = 2 // stay
	Move   Type = 3 // a king's step
	Remove Type = 4 // take a wall away, a king's step from the agent
)

// String is the type as the contest's interface writes it.
func (t Type) String() string {
	switch t {
	case Put:
		return "PUT"
	case None:
		return "NONE"
	case Move:
		return "MOVE"
	case Remove:
		return "REMOVE"
	}
	return fmt.Sprintf("type %d", int(t))
}

// Action is the order to one agent of a player. Agent and To may be
// anything: what they make impossible is a Result.
type Action struct {
	Agent int
	Type  Type
	To    Cell // not looked at where the agent stays
}

// Result is the result of an action.
type Result int

const (
	Done     Result = iota // carried out
	Conflict               // another agent acts on the same cell
	Reverted               // another player's wall, or an agent that stays, is there
	Several                // the agent has more than one action
	NoAgent                // there is no such agent
	Illegal                // not possible for this agent
)

// String is the result in a word.
func (r Result) String() string {
	return [...]string{"done", "conflict", "reverted", "several", "no agent", "illegal"}[r]
}
