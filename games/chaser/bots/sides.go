package bots

import "github.com/loopline/loopline/games/chaser"

// What a window holds.
const (
	floor    = uint8(chaser.Floor)
	opponent = 1
	block    = uint8(chaser.Block)
	item     = uint8(chaser.Item)
)

// directions are all four.
var directions = [4]chaser.Direction{chaser.Up, chaser.Right, chaser.Left, chaser.Down}

// side is the place in a window of the cell on a side.
var side = [4]int{chaser.Up: 1, chaser.Right: 5, chaser.Left: 3, chaser.Down: 7}

// beside finds the opponent on a side.
func beside(w chaser.Window) (chaser.Direction, bool) {
	for _, d := range directions {
		if w[side[d]] == opponent {
			return d, true
		}
	}
	return 0, false
}

// near reports whether the opponent would be beside the bot after a step: it is
// at a corner of the window that the step comes next to.
func near(w chaser.Window, d chaser.Direction) bool {
	corners := [4][2]int{chaser.Up: {0, 2}, chaser.Right: {2, 8}, chaser.Left: {0, 6}, chaser.Down: {6, 8}}[d]
	return w[corners[0]] == opponent || w[corners[1]] == opponent
}
