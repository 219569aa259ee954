package check

import "github.com/loopline/loopline/host/record"

// GameSteps lists the steps that a game adds to those that every game has. The zero GameSteps
// adds nothing.
type GameSteps struct {
	Rules  []Rule
	Trials []Scenario

	// Watch follows one match, in which the player has the given seat. It returns a
	// function that takes each event, in order, and returns the rules that the event
	// shows: the name of a rule that the player kept, with a ! before it if it broke it.
	Watch func(seat int) func(e *record.Event) []string
}

// Rule is something that a player keeps to or breaks, and a step. A rule that
// no match has shown is skipped.
type Rule struct {
	Name         string
	Reasons      []string // of the fouls that break it
	Expected     string   // what the page of the protocol says
	Advice       bool     // breaking it is a note: allowed, but better otherwise
	NotExercised string   // why nothing has shown it, when nothing has
}

// Scenario is a match under conditions of its own, and a step.
type Scenario struct {
	Name     string
	Options  map[string]string // of the game
	Strict   bool              // reading is strict
	Seat     int               // the player's
	Opponent string            // the bot at the other seats; empty is Config.Opponent's
	Advice   bool              // losing by a foul is a note
}
