package main

import "github.com/loopline/loopline/sim"

// simCounter is the clock of a simulated board, if the player is one whose time
// is simulated.
func simCounter(e *entrant) (cycleCounter, bool) {
	if e == nil {
		return nil, false
	}
	c, ok := e.seated.(cycleCounter)
	return c, ok
}

// simBaud is the baud rate in the name of a simulated board.
func simBaud(name string) int {
	a, err := sim.ParseAddress(name)
	if err != nil {
		return 0
	}
	return int(a.Board.Baud)
}
